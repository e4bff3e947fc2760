import { sql } from 'kysely';
import type { settleDraftComment } from '#contract/draft-showing.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { isoDate } from '#domain/dates.ts';
import { minutesCommentsMax, ownCommentsMax } from '#domain/meeting-minutes.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { deleteRows, insertRow, updateRow, updateRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, type BoardScope, todayOf } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound, refuseBeyond, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import {
  draftNewsMail,
  draftShownMail,
  loadMeetingForEdit,
  publishMeetingChanged,
} from '#server/features/homes/meetings/meeting/commands.ts';
import {
  findMeeting,
  loadMeetingOfItem,
  loadReadableMeeting,
} from '#server/features/homes/meetings/meeting/queries.ts';
import { isShownDraft } from '#server/features/homes/meetings/meeting/visibility.ts';
import { recordNotice } from '#server/features/homes/meetings/notices/commands.ts';
import { listChanges, seenChanges } from '#server/features/homes/meetings/notices/queries.ts';
import { selectPeopleIn } from '#server/features/members/audience/queries.ts';
import { commentsOfDraft, findLastShown, hasNewComments, listShownTo, loadDraftComment } from './queries.ts';

/** Only members who will see the published meeting can be chosen. */
export async function showDraft(scope: BoardScope, meetingId: string, memberIds: readonly string[]): Promise<void> {
  const draft = await loadMeetingForEdit(scope, meetingId);
  if (draft.state !== 'draft') throw refused(meetingMessages.alreadyPublished);
  const before = (await listShownTo(scope, draft.id)).map(({ id }) => id);
  const people = await selectPeopleIn(scope, sql<string>`${draft.audience_id}::uuid`).execute();
  const mayBeShown = new Set(people.filter(({ status }) => status === 'active').map(({ id }) => id));
  const chosen = [...new Set(memberIds)];
  if (!chosen.every((id) => mayBeShown.has(id))) throw invalid({ member_ids: meetingMessages.notInAudience });
  await setShownTo(scope, draft.id, chosen);
  const added = chosen.filter((id) => !before.includes(id));
  if (before.length === 0 && added.length > 0) await recordNotice(scope, { meeting: draft, kind: 'shown' });
  await queueMails(scope, { kind: draftShownMail, subjectId: draft.id, memberIds: added });
  const detail = { members: chosen.length, mails: added.length };
  await audit(scope, 'meeting.draft-shown', { kind: 'meeting', id: draft.id }, detail);
  await publishMeetingChanged(
    scope,
    draft,
    before.filter((id) => !chosen.includes(id)),
  );
}

const setShownTo = (scope: BoardScope, meetingId: string, memberIds: readonly string[]): Promise<void> =>
  updateRow(scope, 'meetings', meetingId, { shown_to: sql`${memberIds}::uuid[]` });

/** Call this when the draft is published or deleted. The caller must have locked its row. */
export async function endShowing(scope: BoardScope, meetingId: string): Promise<void> {
  await setShownTo(scope, meetingId, []);
  await deleteRows(scope, 'draft_comments', { meeting_id: meetingId }).execute();
}

export async function commentOnDraft(scope: BoardScope, itemId: string, text: string): Promise<string> {
  const meetingId = await loadMeetingOfItem(scope, itemId);
  const draft = await loadReadableMeeting(scope, meetingId, { lock: 'update' });
  authorize(isShownDraft(scope, draft));
  const { tx, member, now } = scope;
  const comments = await commentsOfDraft.run(tx, { id: meetingId }, now);
  refuseBeyond({ present: comments.length, most: minutesCommentsMax }, minutesMessages.commentsMax);
  const own = comments.filter(({ author_id: by }) => by === member.id).length;
  refuseBeyond({ present: own, most: ownCommentsMax }, minutesMessages.ownCommentsMax);
  await insertRow(scope, 'draft_comments', {
    meeting_id: meetingId,
    agenda_item_id: itemId,
    author_id: member.id,
    text,
    at: now,
  });
  await audit(scope, 'meeting.draft-commented', { kind: 'meeting', id: draft.id }, { agenda_item_id: itemId });
  await publishMeetingChanged(scope, draft);
  return meetingId;
}

export async function settleComment(
  scope: BoardScope,
  commentId: string,
  { answer, is_resolved }: BodyOf<typeof settleDraftComment>,
): Promise<string> {
  const { meeting_id, agenda_item_id } = await loadDraftComment(scope, commentId);
  const draft = await loadMeetingForEdit(scope, meeting_id);
  const { member, now } = scope;
  await updateRows(scope, 'draft_comments', { id: commentId })
    .set({ ...(answer === undefined ? {} : { answer }), is_resolved, settled_by: member.id, settled_at: now })
    .returning('id')
    .executeTakeFirstOrThrow(notFound);
  const action = is_resolved ? 'meeting.draft-comment-resolved' : 'meeting.draft-comment-answered';
  await audit(scope, action, { kind: 'meeting', id: draft.id }, { agenda_item_id });
  await publishMeetingChanged(scope, draft);
  return draft.id;
}

/** Mails each member who can see something new, at most once a day. */
export async function sendDraftNews(scope: BoardJobScope, meetingId: string): Promise<void> {
  const since = await findLastShown(scope, meetingId);
  const draft = await findMeeting(scope, meetingId);
  if (since === null || draft?.state !== 'draft' || isoDate(since, scope.board.timeZone) === todayOf(scope)) return;
  const changes = await listChanges(scope, draft);
  const memberIds: string[] = [];
  for (const { id: memberId } of await listShownTo(scope, meetingId)) {
    const seen = await seenChanges(scope, changes, memberId);
    if (seen.length > 0 || (await hasNewComments(scope, { meetingId, memberId, since }))) memberIds.push(memberId);
  }
  if (memberIds.length === 0) return;
  await recordNotice(scope, { meeting: draft, kind: 'shown' });
  await queueMails(scope, { kind: draftNewsMail, subjectId: meetingId, memberIds });
}
