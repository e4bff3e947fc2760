import type { NotificationChoice } from '#domain/mail.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';

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
