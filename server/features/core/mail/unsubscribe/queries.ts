import { sql } from 'kysely';
import type { NotificationChoice } from '#domain/mail.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { sameText } from '#server/secrets.ts';
import { unsubscribeSecrets } from './present.ts';

export async function isMuted(
  scope: Pick<BoardJobScope, 'tx' | 'board'>,
  of: { readonly memberId: string; readonly choice: NotificationChoice },
): Promise<boolean> {
  const row = await scope.tx
    .selectFrom('muted_mail')
    .select('choice')
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', of.memberId)
    .where('choice', '=', of.choice)
    .executeTakeFirst();
  return row !== undefined;
}

export interface UnsubscribeAddress {
  readonly member_id: string;
  readonly choice: NotificationChoice;
  readonly secret: string;
}

/** Throws 404 for a forged unsubscribe link or a removed member. Also works on suspended boards. */
export async function onBoardOf<T>(
  context: Context,
  address: UnsubscribeAddress,
  work: (scope: BoardJobScope) => Promise<T>,
): Promise<T> {
  const { choice, member_id: memberId, secret } = address;
  const accepted = unsubscribeSecrets(context.secrets, { memberId, choice });
  if (!accepted.some((each) => sameText(secret, each))) throw notFound();
  const { rows } = await sql<{ board_id: string | null }>`
    select gate.board_of_member(${memberId}::uuid) as board_id
  `.execute(context.db);
  const boardId = rows[0]?.board_id ?? null;
  if (boardId === null) throw notFound();
  const done = await withBoardJobScope(context, boardId, async (scope) => ({ answer: await work(scope) }), {
    evenSuspended: true,
  });
  if (!done) throw notFound();
  return done.answer;
}
