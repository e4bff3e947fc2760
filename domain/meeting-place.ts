import type { MeetingType } from './rsvp.ts';

export const meetingTypeLabels: Readonly<Record<MeetingType, string>> = {
  hybrid: 'Hybrid',
  'in-person': 'In-person',
  remote: 'Remote',
};

/** Where it is in one line: the place, and for a hybrid meeting that one may also join from afar. */
export function placeOf(meeting: { readonly type: MeetingType; readonly location: string }): string {
  if (meeting.location === '')
    return meeting.type === 'hybrid' ? 'In-person or remote' : meetingTypeLabels[meeting.type];
  return meeting.type === 'hybrid' ? `${meeting.location}, or remote` : meeting.location;
}
