import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { inBoard, insertInto, type MadeMember } from './factories.ts';

export async function makeInterest(
  context: Context,
  given: {
    readonly member: Pick<MadeMember, 'id' | 'boardId'>;
    readonly organisation?: string;
    readonly nature?: string;
  },
): Promise<{ readonly id: string }> {
  const { member, organisation = 'Harbour Builders', nature = 'Director' } = given;
  const id = randomUUID();
  const at = context.clock.now();
  const wording = { organisation, nature, since: '2009' };
  await inBoard(context, member.boardId, async (tx) => {
    await insertInto(tx, 'interests', {
      id,
      board_id: member.boardId,
      member_id: member.id,
      ...wording,
      created_at: at,
    });
    const kept = { board_id: member.boardId, interest_id: id, revision: 1, written_by: member.id, written_at: at };
    await insertInto(tx, 'interest_wordings', { ...kept, ...wording });
  });
  return { id };
}
