import type { MeetingSummary } from '../../../contract/meetings.ts';
import { acceptanceLabel, attendanceLabel, type MeetingType, shownAcceptance } from '../../../domain/rsvp.ts';
import type { ReplyKind } from '../../ui/meeting/reply.tsx';
import { counted } from './timeline-view.ts';

export const meetingTypeLabels: Readonly<Record<MeetingType, string>> = {
  hybrid: 'Hybrid',
  'in-person': 'In-person',
  remote: 'Remote',
};

/** Where it is: the place, and for a hybrid meeting that one may also join from afar. */
export function placeOf(meeting: Pick<MeetingSummary, 'type' | 'location'>): string {
  if (meeting.type === 'remote') return meeting.location === '' ? 'Remote' : meeting.location;
  if (meeting.type === 'in-person') return meeting.location === '' ? 'In-person' : meeting.location;
  return meeting.location === '' ? 'In-person or remote' : `${meeting.location}, or remote`;
}

/** '8 agenda items, 11 documents'; null while there is neither. */
export function contentsOf(meeting: Pick<MeetingSummary, 'agenda_item_count' | 'document_count'>): string | null {
  const parts = [counted(meeting.agenda_item_count, 'agenda item'), counted(meeting.document_count, 'document')];
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? null : said.join(', ');
}

/** What stands at the end of a meeting's row: attendance once it was marked, else the reader's own answer. */
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
