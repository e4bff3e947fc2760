import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { hasJob } from '#server/jobs/queue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { mailJobKeyPrefix } from './commands.ts';
import { noteUserMail } from './user-jobs.ts';

/** Found again an hour later, should more be lost at once. */
const messagesMax = 1_000;
const waitedMsMin = 3_600_000;
const unsaid = 'Its last attempt was cut off.';

interface Lost {
  readonly id: string;
  /** Null: mail to a user as such. */
  readonly board_id: string | null;
  readonly attempts: number;
  readonly last_error: string | null;
}

/**
 * Ends what waits though the queue has no job for it: its server was killed in the last attempt, or the queue was emptied. Site admins then see
 * that it failed and may send it again, and nothing that was sealed with it stays.
 */
export function giveUpMailJob(context: Context): JobHandler {
  return {
    name: 'give-up-mail',
    schedule: '20 * * * *',
    async handle() {
      const before = new Date(context.clock.now().getTime() - waitedMsMin);
      const { rows } = await sql<Lost>`
        select * from gate.waiting_mail(${before}) mail where not ${hasJob(sql`${mailJobKeyPrefix} || mail.id`)}
        limit ${messagesMax}
      `.execute(context.db);
      for (const mail of rows) await giveUp(context, mail);
    },
  };
}

async function giveUp(context: Context, mail: Lost): Promise<void> {
  const { id, board_id: boardId, attempts, last_error: said } = mail;
  const failedAt = context.clock.now();
  const error = said ?? unsaid;
  if (boardId === null) return noteUserMail(context, { mailId: id, attempt: attempts }, { failedAt, error });
  await withBoardJobScope(
    context,
    boardId,
    ({ tx }) =>
      tx
        .updateTable('mail_messages')
        .set({ failed_at: failedAt, last_error: error, sealed: null, leased_until: null })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('dropped_at', 'is', null)
        .execute(),
    { evenSuspended: true },
  );
}
