import type { AuditAction } from '#domain/audit.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import type { OpenRoom } from '#server/features/deciding/room/base/commands.ts';
import { isVoteOpen } from '#server/features/deciding/room/base/policy.ts';
import { recountQuorum } from '#server/features/deciding/room/presences/commands.ts';

interface Declaring {
  readonly itemId: string;
  readonly effect: 'declared' | 'recused';
  readonly nature: string;
}

/** By themselves, also before the meeting. Who has voted on what is open is not recused before it closes. */
export async function declare(scope: BoardScope, open: OpenRoom, given: Declaring): Promise<void> {
  const { tx, board, member } = scope;
  const { room, page } = open;
  const { itemId, effect, nature } = given;
  if (effect === 'recused' && isVoteOpen(page) && page.vote?.cast_ids.includes(member.id) === true) {
    throw refused(motionMessages.votedBeforeRecusal);
  }
  const before = findDeclaration(open, { itemId, memberId: member.id });
  if (before?.recused_at && effect === 'declared') throw refused(motionMessages.liftedByDesk);
  const recused_at = effect === 'recused' ? (before?.recused_at ?? room.at) : null;
  if (before) {
    await tx
      .updateTable('declarations')
      .set({ nature, recused_at })
      .where('board_id', '=', board.id)
      .where('id', '=', before.id)
      .execute();
  } else {
    await tx
      .insertInto('declarations')
      .values({
        ...{ board_id: board.id, meeting_id: room.meetingId, agenda_item_id: itemId, member_id: member.id },
        ...{ nature, declared_at: room.at, recused_at },
      })
      .execute();
  }
  await note(scope, effect === 'recused' ? 'declaration.recused' : 'declaration.declared', {
    ...{ itemId, memberId: member.id, meetingId: room.meetingId },
  });
  await recountQuorum(scope, room.meetingId);
}

/** By the desk, never by themselves, and not while a vote is open. */
export async function liftDeclaration(
  scope: BoardScope,
  open: OpenRoom,
  of: { readonly itemId: string; readonly memberId: string },
): Promise<void> {
  const { tx, board, member } = scope;
  authorize(of.memberId !== member.id);
  if (isVoteOpen(open.page)) throw refused(motionMessages.anotherVote);
  const before = findDeclaration(open, of);
  if (!before) throw notFound();
  await tx
    .updateTable('declarations')
    .set({ lifted_at: open.room.at, lifted_by: member.id })
    .where('board_id', '=', board.id)
    .where('id', '=', before.id)
    .execute();
  await note(scope, 'declaration.lifted', { ...of, meetingId: open.room.meetingId });
  await recountQuorum(scope, open.room.meetingId);
}

const findDeclaration = (
  { page }: OpenRoom,
  { itemId, memberId }: { readonly itemId: string; readonly memberId: string },
) =>
  page.declarations.find(
    ({ agenda_item_id: item, member_id: id, lifted_at: lifted }) =>
      item === itemId && id === memberId && lifted === null,
  );

async function note(
  scope: BoardScope,
  action: AuditAction,
  of: { readonly itemId: string; readonly memberId: string; readonly meetingId: string },
): Promise<void> {
  await audit(scope, {
    action,
    subjectKind: 'agenda-item',
    subjectId: of.itemId,
    detail: { for_member_id: of.memberId, meeting_id: of.meetingId },
  });
}
