import { meetingMessages } from '#domain/messages/meetings.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { BoardLock } from '#server/db/board-lock.ts';
import { updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMail } from '#server/features/core/mail/commands.ts';
import type { MailContent } from '#server/features/core/mail/ports.ts';
import { alignInvitees } from '#server/features/homes/meetings/invitees/commands.ts';
import { meetingPreviewMail, publishMeetingChanged } from '#server/features/homes/meetings/meeting/commands.ts';
import { isClosed, isDeletable } from '#server/features/homes/meetings/meeting/policy.ts';
import type { MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { recordNotice } from '#server/features/homes/meetings/notices/commands.ts';
import { endShowing } from '#server/features/homes/meetings/showing/commands.ts';
import { listShownTo } from '#server/features/homes/meetings/showing/queries.ts';
import type { Secrets } from '#server/secrets.ts';
import { type DeletedMeetingRow, readPreview } from './queries.ts';

/** A deleted meeting can be restored for 30 days. The caller must have locked the meeting's row. */
export async function deleteMeeting(scope: BoardScope, meeting: MeetingRow): Promise<void> {
  if (!isDeletable(meeting, scope.now)) throw refused(meetingMessages.cancelFirst);
  await scope.ports.decisions.refuseDeleting(scope, { meetingId: meeting.id });
  await scope.ports.documentLock.refuseLocked(scope, { meetingId: meeting.id });
  await scope.ports.paperRequests.meetingEnded(scope, meeting.id);
  const shownTo = await listShownTo(scope, meeting.id);
  await endShowing(scope, meeting.id);
  await updateRow(scope, 'meetings', meeting.id, { deleted_at: scope.now, updated_at: scope.now });
  await audit(scope, 'meeting.deleted', { kind: 'meeting', id: meeting.id });
  await publishMeetingChanged(
    scope,
    meeting,
    shownTo.map(({ id }) => id),
  );
}

export async function undeleteMeeting(
  scope: BoardScope,
  secrets: Secrets,
  { lock, deleted }: { readonly lock: BoardLock<'audiences'>; readonly deleted: DeletedMeetingRow },
): Promise<void> {
  await updateRow(scope, 'meetings', deleted.id, { deleted_at: null, updated_at: scope.now });
  // The audience may have changed since the meeting was deleted.
  await alignInvitees(scope, secrets, { lock, meetingIds: [deleted.id] });
  await audit(scope, 'meeting.undeleted', { kind: 'meeting', id: deleted.id });
  await publishMeetingChanged(scope, deleted);
}

export async function reopenMeeting(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  meeting: MeetingRow,
): Promise<void> {
  if (!isClosed(scope, config, meeting)) throw refused(meetingMessages.notOver);
  await setReopened(scope, meeting, scope.now);
}

export async function closeMeeting(scope: BoardScope, meeting: MeetingRow): Promise<void> {
  if (meeting.reopened_at === null) throw refused(meetingMessages.notReopened);
  await setReopened(scope, meeting, null);
}

async function setReopened(scope: BoardScope, meeting: MeetingRow, at: Date | null): Promise<void> {
  await updateRow(scope, 'meetings', meeting.id, { reopened_at: at });
  const action = at === null ? 'meeting.closed' : 'meeting.reopened';
  await audit(scope, action, { kind: 'meeting', id: meeting.id });
  await publishMeetingChanged(scope, meeting);
}

/** The caller must have locked the draft's row. */
export async function publishMeeting(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly lock: BoardLock<'audiences'>; readonly draft: MeetingRow; readonly note?: string },
): Promise<void> {
  const { lock, draft, note = '' } = given;
  refuseUnpublishable(draft);
  const { now } = scope;
  await endShowing(scope, draft.id);
  const state = draft.finds_date ? 'finding-date' : 'published';
  const published = { state, published_at: now, asked_at: now, updated_at: now } as const;
  await updateRow(scope, 'meetings', draft.id, published);
  await recordNotice(scope, { meeting: draft, kind: 'published', note });
  const { invited } = await alignInvitees(scope, secrets, { lock, meetingIds: [draft.id], evenOver: true });
  await audit(
    scope,
    draft.finds_date ? 'meeting.dates-asked' : 'meeting.published',
    { kind: 'meeting', id: draft.id },
    { invited: invited.length, mails: invited.filter((each) => each.isActive).length },
  );
  await scope.ports.meetingTasks.published(scope, draft.id);
  await publishMeetingChanged(scope, { id: draft.id, state });
}

function refuseUnpublishable(draft: MeetingRow): void {
  if (draft.state !== 'draft') throw refused(meetingMessages.alreadyPublished);
  if (draft.starts_at === null) throw refused(meetingMessages.dateMissing);
}

export async function previewPublishing(
  scope: BoardScope,
  context: Context,
  given: { readonly draft: MeetingRow; readonly note: string },
): Promise<MailContent> {
  refuseUnpublishable(given.draft);
  const preview = await readPreview(scope, context, { ...given, memberId: scope.member.id });
  if (preview === null) throw notFound();
  return preview;
}

export async function sendPreview(
  scope: BoardScope,
  secrets: Secrets,
  { draft, note }: { readonly draft: MeetingRow; readonly note: string },
): Promise<void> {
  refuseUnpublishable(draft);
  const { id: memberId } = scope.member;
  await queueMail(scope, secrets, { kind: meetingPreviewMail, memberId, subjectId: draft.id, sealed: { note } });
}
