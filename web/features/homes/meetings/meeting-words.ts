import type { MeetingSummary } from '#contract/meeting-summary.ts';
import type { Meeting } from '#contract/meetings.ts';
import { counted } from '#domain/counted.ts';
import { formatHeadingDate, formatTimeRange } from '#domain/dates.ts';
import { meetingMessages } from '#domain/messages.ts';
import { acceptanceLabel, attendanceLabel, shownAcceptance } from '#domain/rsvp.ts';
import type { ReplyKind } from '#web/ui/meeting/reply.tsx';

/** 'Thursday, January 14, 2027, 9:30 – 11:30 AM AST', or that there is no date. */
export function whenOf({ start, end }: Pick<Meeting, 'start' | 'end'>, timeZone: string): string {
  if (start === null || end === null) return noDateYet;
  return `${formatHeadingDate(start, timeZone)}, ${formatTimeRange(start, end, timeZone)}`;
}

export const noDateYet = 'No date yet';

/** '8 agenda items, 11 documents', with the empty half left out; null while there is neither. */
export function contentsOf(meeting: Pick<MeetingSummary, 'agenda_item_count' | 'document_count'>): string | null {
  const said = [
    ...(meeting.agenda_item_count === 0 ? [] : [counted(meeting.agenda_item_count, 'agenda item')]),
    ...(meeting.document_count === 0 ? [] : [counted(meeting.document_count, 'document')]),
  ];
  return said.length === 0 ? null : said.join(', ');
}

export function documentsText(count: number): string {
  return count === 0 ? 'No documents yet' : counted(count, 'document');
}

/** At the end of a meeting's row: attendance once it was marked, else the reader's own answer; null if not invited. */
export function replyOf(
  meeting: Pick<MeetingSummary, 'type' | 'meeting_status'>,
): { readonly kind: ReplyKind; readonly label: string } | null {
  const status = meeting.meeting_status;
  if (status === null) return null;
  const attended = attendanceLabel(status.attendance);
  if (attended !== null) return { kind: status.attendance ? 'accepted' : 'declined', label: attended };
  return {
    kind: shownAcceptance(status.acceptance, meeting.type),
    label: acceptanceLabel(status.acceptance, meeting.type),
  };
}

/** Documents of the meeting itself and of all its items. */
export function documentCount(meeting: Pick<Meeting, 'agenda_items' | 'documents'>): number {
  return meeting.agenda_items.reduce((sum, item) => sum + item.documents.length, meeting.documents.length);
}

/** Why attendance cannot be taken now. */
export function attendanceReason(meeting: Pick<Meeting, 'is_closed'>, opensMinutesBefore: number): string {
  return meeting.is_closed ? meetingMessages.closed : meetingMessages.attendanceNotOpen(opensMinutesBefore);
}

/** Under the attendees, for who may reply for pending invitees: they get no mail until they have joined. */
export function pendingNotice(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const who =
    names.length === 1
      ? `${names[0]} has not joined yet and gets no notifications.`
      : `${names.length} people have not joined yet and get no notifications.`;
  return `${who} You can reply for them.`;
}
