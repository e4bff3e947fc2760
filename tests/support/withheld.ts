import type { Context } from '#server/context.ts';
import { withholdItem } from '#server/features/members/audience/commands.ts';
import { inBoard, type MadeAgendaItem, type MadeMember } from './factories.ts';

/** The item is withheld from the member, by somebody else. */
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
      // What the command asks of a member is an id.
      { tx, board: { id: item.boardId }, member: { id: by.id } } as Parameters<typeof withholdItem>[0],
      { memberId: from.id, itemId: item.id, reason, at },
    ),
  );
}
