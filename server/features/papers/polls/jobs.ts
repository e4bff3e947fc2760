import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import type { Context } from '#server/context.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { type DueItem, eachDueJobs } from '#server/jobs/each-due.ts';

const purgedAtOnceMax = 500;

/** Remove for good what was deleted 30 days ago, with its answers. */
export const purgePollJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'purge-polls',
    does: 'purge-poll',
    schedule: '45 * * * *',
    due: (now) => sql<DueItem>`
      select board_id, poll_id as id from gate.polls_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
    `,
    evenSuspended: true,
    async act(scope, { id }) {
      const gone = await scope.tx
        .deleteFrom('polls')
        .where('board_id', '=', scope.board.id)
        .where('id', '=', id)
        .where('deleted_at', '<', restorableSince(scope.now))
        .returning('id')
        .executeTakeFirst();
      if (gone) await audit(scope, { action: 'poll.purged', subjectKind: 'poll', subjectId: id });
      return [];
    },
  });
