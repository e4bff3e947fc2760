import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import type { Context } from '#server/context.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { type DueItem, eachDueJobs } from '#server/jobs/each-due.ts';
import { publishAnnouncement } from './commands.ts';
import { findAnnouncement } from './queries.ts';

const publishedAtOnceMax = 100;
const purgedAtOnceMax = 200;

/** Publish what was scheduled, within a minute of its time. However many servers look, each is published once. */
export const publishAnnouncementJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'publish-announcements',
    does: 'publish-announcement',
    schedule: '* * * * *',
    due: (now) => sql<DueItem>`
      select board_id, announcement_id as id from gate.announcements_due(${now}, ${publishedAtOnceMax})
    `,
    evenSuspended: false,
    async act(scope, { id }) {
      await publishDue(scope, context, id);
      return [];
    },
  });

async function publishDue(scope: BoardJobScope, context: Context, id: string): Promise<void> {
  await lockBoard(scope, 'audiences');
  const locked = await scope.tx
    .selectFrom('announcements')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('publish_on', '<=', scope.now)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const item = locked && (await findAnnouncement(scope, id));
  // Taken back, moved or published meanwhile.
  if (item) await publishAnnouncement(scope, context.secrets, item);
}

/** Remove for good what was deleted 30 days ago: the row with all that hangs on it, then the bytes of its documents. */
export const purgeAnnouncementJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'purge-announcements',
    does: 'purge-announcement',
    schedule: '45 * * * *',
    due: (now) => sql<DueItem>`
      select board_id, announcement_id as id from gate.announcements_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
    `,
    evenSuspended: true,
    act: purge,
  });

/** Answers the storage keys of what is gone. */
async function purge(scope: BoardJobScope, { id }: DueItem): Promise<readonly string[]> {
  const { tx, board } = scope;
  const item = await tx
    .selectFrom('announcements')
    .select(['id', 'audience_id'])
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .where('deleted_at', '<', restorableSince(scope.now))
    .forUpdate()
    .executeTakeFirst();
  if (!item) return [];
  const files = await tx
    .selectFrom('document_versions as version')
    .innerJoin('documents as document', (join) =>
      join.onRef('document.board_id', '=', 'version.board_id').onRef('document.id', '=', 'version.document_id'),
    )
    .select(['version.storage_key', 'version.preview_key'])
    .where('version.board_id', '=', board.id)
    .where('document.announcement_id', '=', item.id)
    .execute();
  await tx.deleteFrom('announcements').where('board_id', '=', board.id).where('id', '=', item.id).execute();
  await tx.deleteFrom('audiences').where('board_id', '=', board.id).where('id', '=', item.audience_id).execute();
  await audit(scope, { action: 'announcement.purged', subjectKind: 'announcement', subjectId: item.id });
  return files.flatMap((file) => [file.storage_key, ...(file.preview_key === null ? [] : [file.preview_key])]);
}
