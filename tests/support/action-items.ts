import type { ActionState } from '#domain/action-items.ts';
import { actionItemUid } from '#server/features/core/secret-addresses/present.ts';
import { hashToken } from '#server/secrets.ts';
import type { TestContext } from './context.ts';
import { inBoard, type MadeMember } from './factories.ts';

export interface MadeActionItem {
  readonly id: string;
  readonly uid: string;
}

export async function makeActionItem(
  context: TestContext,
  given: {
    readonly boardId: string;
    readonly owner: Pick<MadeMember, 'id'>;
    readonly meetingId?: string;
    readonly bodyId?: string;
    readonly title?: string;
    readonly notes?: string;
    readonly dueOn?: string;
    readonly state?: ActionState;
  },
): Promise<MadeActionItem> {
  const { boardId, owner, state = 'open' } = given;
  const isEnded = state === 'done' || state === 'dropped';
  return inBoard(context, boardId, async (tx) => {
    const { id } = await tx
      .insertInto('action_items')
      .values({
        board_id: boardId,
        meeting_id: given.meetingId ?? null,
        owner_id: owner.id,
        state,
        body_id: given.meetingId === undefined ? (given.bodyId ?? boardId) : null,
        title: given.title ?? 'Send the report',
        notes: given.notes ?? '',
        due_on: given.dueOn ?? '2026-12-08',
        created_at: context.clock.now(),
        ended_at: isEnded ? context.clock.now() : null,
        reminders_from: context.clock.now().toISOString().slice(0, 10),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const uid = actionItemUid(context.secrets, { memberId: owner.id, actionItemId: id, generation: 1 });
    await tx
      .updateTable('action_items')
      .set({ uid_hash: hashToken(uid) })
      .where('id', '=', id)
      .execute();
    return { id, uid };
  });
}
