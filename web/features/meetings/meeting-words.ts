import type { Meeting, MeetingSummary } from '../../../contract/meetings.ts';
import { acceptanceLabel, attendanceLabel, type MeetingType, shownAcceptance } from '../../../domain/rsvp.ts';
import type { ReplyKind } from '../../ui/meeting/reply.tsx';

export const meetingTypeLabels: Readonly<Record<MeetingType, string>> = {
  hybrid: 'Hybrid',
  'in-person': 'In-person',
  remote: 'Remote',
};

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Where it is in one line: the place, and for a hybrid meeting that one may also join from afar. */
export function placeOf(meeting: Pick<MeetingSummary, 'type' | 'location'>): string {
  if (meeting.location === '')
    return meeting.type === 'hybrid' ? 'In-person or remote' : meetingTypeLabels[meeting.type];
  return meeting.type === 'hybrid' ? `${meeting.location}, or remote` : meeting.location;
}

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
  const attended = status.attendance ? attendanceLabel(true) : null;
  if (attended !== null) return { kind: 'accepted', label: attended };
  return {
    kind: shownAcceptance(status.acceptance, meeting.type),
    label: acceptanceLabel(status.acceptance, meeting.type),
  };
}

/** Documents of the meeting itself and of all its items. */
export function documentCount(meeting: Pick<Meeting, 'agenda_items' | 'documents'>): number {
  return meeting.agenda_items.reduce((sum, item) => sum + item.documents.length, meeting.documents.length);
}

/** Under the attendees: pending invitees get no mail until they have joined. */
export function pendingNotice(names: readonly string[], mayReplyForThem: boolean): string | null {
  if (names.length === 0) return null;
  const who =
    names.length === 1
      ? `${names[0]} has not joined yet and gets no notifications.`
      : `${names.length} people have not joined yet and get no notifications.`;
  return mayReplyForThem ? `${who} You can reply for them.` : who;
}
