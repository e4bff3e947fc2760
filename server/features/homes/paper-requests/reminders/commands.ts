import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, todayOf } from '#server/db/board-scope.ts';
import { queueOutsiderMail } from '#server/features/core/mail/commands.ts';
import { papersDueMail } from '#server/features/homes/paper-requests/paper/commands.ts';

/** Sends at most one reminder a day. */
export async function remindAuthor(scope: BoardJobScope, authorId: string): Promise<void> {
  const today = todayOf(scope);
  const reminded = await scope.tx
    .updateTable('paper_authors')
    .set({ reminded_on: today })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', authorId)
    .where((eb) => eb.or([eb('reminded_on', 'is', null), sql<boolean>`reminded_on < ${today}::date`]))
    .returning('id')
    .executeTakeFirst();
  if (reminded) await queueOutsiderMail(scope, { kind: papersDueMail, subjectId: authorId });
}

const keptMs = 30 * 86_400_000;

/**
 * Deletes unaccepted papers 30 days after their request or meeting ends, and authors' email addresses 30 days after the
 * meeting ends.
 */
export async function forgetPapers({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await sql`select gate.forget_papers(${new Date(clock.now().getTime() - keptMs)})`.execute(db);
}
