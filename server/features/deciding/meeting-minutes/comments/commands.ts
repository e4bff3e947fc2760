import type { BodyOf } from '#contract/endpoint.ts';
import type { settleMinutesComment } from '#contract/meeting-minutes.ts';
import { minutesCommentsMax, ownCommentsMax } from '#domain/meeting-minutes.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { insertRow, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound, refuseBeyond, refused } from '#server/errors.ts';
import {
  auditMinutes,
  publishMinutes,
  refuseFinal,
} from '#server/features/deciding/meeting-minutes/minutes/commands.ts';
import {
  areCommentsOpen,
  canWriteMinutes,
  isCommenter,
} from '#server/features/deciding/meeting-minutes/minutes/policy.ts';
import type { OpenMinutes } from '#server/features/deciding/meeting-minutes/minutes/present.ts';

export async function commentOn(
  scope: BoardScope,
  open: OpenMinutes,
  given: { readonly sectionId: string; readonly text: string },
): Promise<void> {
  const { member, now } = scope;
  const { page, minutes } = open;
  authorize(isCommenter(scope, page));
  if (minutes.state === 'draft') throw refused(minutesMessages.notCirculated);
  // Members can comment even while signatures are being collected.
  if (!minutes.is_being_signed) refuseFinal(open);
  if (!areCommentsOpen(scope, minutes)) throw refused(minutesMessages.commentsOver);
  if (!minutes.sections.some(({ id }) => id === given.sectionId)) throw notFound();
  refuseBeyond({ present: minutes.comments.length, most: minutesCommentsMax }, minutesMessages.commentsMax);
  const own = minutes.comments.filter(({ author_id: by }) => by === member.id).length;
  refuseBeyond({ present: own, most: ownCommentsMax }, minutesMessages.ownCommentsMax);
  await insertRow(scope, 'minutes_comments', {
    meeting_id: page.id,
    section_id: given.sectionId,
    author_id: member.id,
    text: given.text,
    at: now,
  });
  await auditMinutes(scope, page.id, 'minutes.commented', { state: minutes.state, section_id: given.sectionId });
  await publishMinutes(scope, open, given.sectionId);
}

export async function settleComment(
  scope: BoardScope,
  open: OpenMinutes,
  given: { readonly sectionId: string; readonly commentId: string; readonly body: BodyOf<typeof settleMinutesComment> },
): Promise<void> {
  const { member, now } = scope;
  const { page, minutes } = open;
  const { sectionId, commentId, body } = given;
  authorize(canWriteMinutes(scope, page));
  const comment = minutes.comments.find(({ id, section_id: section }) => id === commentId && section === sectionId);
  if (!comment) throw notFound();
  if (minutes.state === 'approved') throw refused(minutesMessages.approved);
  if (comment.state === body.to) return;
  if (comment.state !== 'open') throw refused(minutesMessages.settled);
  await updateRow(scope, 'minutes_comments', commentId, {
    state: body.to,
    reason: body.reason,
    settled_at: now,
    settled_by: member.id,
  });
  const action = body.to === 'declined' ? 'minutes.comment-declined' : 'minutes.comment-taken-over';
  await auditMinutes(scope, page.id, action, { state: minutes.state, section_id: sectionId });
  await publishMinutes(scope, open, sectionId);
}
