import { sql } from 'kysely';
import { meetingMessages } from '#domain/messages/meetings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, refused } from '#server/errors.ts';
import { type LiveAudience, publishLive } from '#server/features/core/events/commands.ts';
import { defineListeners } from '#server/features/members/audience/queries.ts';
import { canEditMeeting, isClosed } from './policy.ts';
import { type LoadedMeeting, loadMeeting, type MeetingRow } from './queries.ts';
import { meetingReadableWhere } from './visibility.ts';

export const dateAskedMail = 'find-a-date-asked';
export const dateReminderMail = 'find-a-date-reminder';
export const dateChosenMail = 'find-a-date-chosen';
export const meetingPublishedMail = 'meeting-published';
export const meetingRescheduledMail = 'meeting-rescheduled';
export const meetingCancelledMail = 'meeting-cancelled';
export const meetingRestoredMail = 'meeting-restored';
export const meetingChangedMail = 'meeting-changed';
export const meetingReminderMail = 'meeting-reminder';
export const meetingLinkMail = 'meeting-link';
export const meetingPreviewMail = 'meeting-preview';
export const draftShownMail = 'draft-shown';
export const draftNewsMail = 'draft-news';

/**
 * Locks the row, so that each editor's change is based on the previous one. Throws `forbidden` if the actor may not
 * edit the meeting.
 */
export async function loadMeetingForEdit(scope: BoardScope, meetingId: string): Promise<LoadedMeeting> {
  const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
  authorize(canEditMeeting(scope, meeting));
  return meeting;
}

export function refuseClosed(...given: Parameters<typeof isClosed>): void {
  if (isClosed(...given)) throw refused(meetingMessages.closed);
}

export const meetingListeners = defineListeners(
  ({ board }, { id, state }) => sql`(
    select own.audience_id, own.shown_to, ${state} as state from meetings own where own.board_id = ${board.id} and own.id = ${id}
  ) meeting`,
  (reader) => meetingReadableWhere(reader, 'meeting'),
);

export const listMeetingListeners = (
  { tx, now }: Pick<BoardScope, 'tx' | 'now'>,
  { id, state }: Pick<MeetingRow, 'id' | 'state'>,
): Promise<LiveAudience> => meetingListeners.run(tx, { id, state }, now);

export async function publishMeetingChanged(
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  meeting: Pick<MeetingRow, 'id' | 'state'>,
  alsoTo: readonly string[] = [],
): Promise<void> {
  const listeners = await listMeetingListeners(scope, meeting);
  const audience = listeners === 'everyone' ? listeners : [...new Set([...listeners, ...alsoTo])];
  await publishLive(scope, { noun: 'meeting', id: meeting.id }, audience);
}
