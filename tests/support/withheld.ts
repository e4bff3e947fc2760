import type { Context } from '#server/context.ts';
import { withholdItem } from '#server/features/members/audience/commands.ts';
import { inBoard, type MadeAgendaItem, type MadeMember } from './factories.ts';

export async function makeWithheld(
  context: Context,
  given: {
    readonly item: Pick<MadeAgendaItem, 'id' | 'boardId'>;
    readonly from: Pick<MadeMember, 'id'>;
    readonly by: Pick<MadeMember, 'id'>;
    readonly reason?: string;
  },
): Promise<void> {
  const { item, from, by, reason = 'An offer of their own company.' } = given;
  const at = context.clock.now();
  await inBoard(context, item.boardId, (tx) =>
    withholdItem(
      // The cast is safe, because the command uses only the ids of the board and the member.
      { tx, board: { id: item.boardId }, member: { id: by.id } } as Parameters<typeof withholdItem>[0],
      { memberId: from.id, itemId: item.id, reason, at },
    ),
  );
}
