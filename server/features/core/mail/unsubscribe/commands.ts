import type { Context } from '#server/context.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { onBoardOf, type UnsubscribeAddress } from './queries.ts';

export async function unsubscribe(context: Context, address: UnsubscribeAddress): Promise<void> {
  const { choice, member_id: memberId } = address;
  await onBoardOf(context, address, async (scope) => {
    const muted = await scope.tx
      .insertInto('muted_mail')
      .values({ board_id: scope.board.id, member_id: memberId, choice, created_at: scope.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('choice')
      .executeTakeFirst();
    if (!muted) return;
    await audit(
      scope,
      'notifications.chosen',
      { kind: 'member', id: memberId },
      { on: '', off: choice, via: 'unsubscribe' },
    );
  });
}
