import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { type DueItem, eachDueJobs } from '#server/jobs/each-due.ts';

const purgedAtOnceMax = 200;

/** Remove for good what was deleted 30 days ago: the rows with all that hangs on them, then the bytes. */
export const purgeMeetingJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'purge-meetings',
    does: 'purge-meeting',
    schedule: '35 * * * *',
    due: (now) => sql<DueItem>`
      select board_id, meeting_id as id from gate.meetings_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
    `,
    evenSuspended: true,
    act: purge,
  });

/** Answers the storage keys of what is gone. Documents, versions, marks, answers and links go with their meeting. */
async function purge(scope: BoardJobScope, { id }: DueItem): Promise<readonly string[]> {
  const meeting = await scope.tx
    .selectFrom('meetings')
    .select(['id', 'audience_id'])
    .where('board_id', '=', scope.board.id)
    .where('id', '=', id)
    .where('deleted_at', '<', restorableSince(scope.now))
    .forUpdate()
    .executeTakeFirst();
  if (!meeting) return [];
  const files = await scope.tx
    .selectFrom('document_versions as version')
    .innerJoin('documents as document', (join) =>
      join.onRef('document.board_id', '=', 'version.board_id').onRef('document.id', '=', 'version.document_id'),
    )
    .leftJoin('agenda_items as item', (join) =>
      join.onRef('item.board_id', '=', 'document.board_id').onRef('item.id', '=', 'document.agenda_item_id'),
    )
    .select(['version.storage_key', 'version.preview_key'])
    .where('version.board_id', '=', scope.board.id)
    .where((eb) => eb.or([eb('document.meeting_id', '=', meeting.id), eb('item.meeting_id', '=', meeting.id)]))
    .execute();
  const { tx, board } = scope;
  await tx.deleteFrom('meetings').where('board_id', '=', board.id).where('id', '=', meeting.id).execute();
  await tx.deleteFrom('audiences').where('board_id', '=', board.id).where('id', '=', meeting.audience_id).execute();
  await audit(scope, { action: 'meeting.purged', subjectKind: 'meeting', subjectId: meeting.id });
  return files.flatMap((file) => [file.storage_key, ...(file.preview_key === null ? [] : [file.preview_key])]);
}
