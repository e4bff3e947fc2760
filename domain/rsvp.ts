import { rsvpMessages } from './messages/meetings.ts';

export const meetingTypeLabels: Readonly<Record<MeetingType, string>> = {
  hybrid: 'Hybrid',
  'in-person': 'In-person',
  remote: 'Remote',
};

export function locationText(meeting: { readonly type: MeetingType; readonly location: string }): string {
  if (meeting.location === '')
    return meeting.type === 'hybrid' ? 'In-person or remote' : meetingTypeLabels[meeting.type];
  return meeting.type === 'hybrid' ? `${meeting.location}, or remote` : meeting.location;
}

export const meetingTypes = ['hybrid', 'in-person', 'remote'] as const;
export type MeetingType = (typeof meetingTypes)[number];

export const acceptances = ['none', 'accepted', 'accepted-remote', 'accepted-in-person', 'declined'] as const;
export type Acceptance = (typeof acceptances)[number];

/** The last segment of POST /attendance/{uid}/{letter}. */
export const rsvpLetters = ['m', 'y', 'p', 'r', 'n'] as const;
export type RsvpLetter = (typeof rsvpLetters)[number];

const acceptanceByLetter: Readonly<Record<RsvpLetter, Acceptance>> = {
  m: 'none',
  y: 'accepted',
  p: 'accepted-in-person',
  r: 'accepted-remote',
  n: 'declined',
};

const lettersByType: Readonly<Record<MeetingType, readonly RsvpLetter[]>> = {
  hybrid: ['p', 'r', 'n'],
  'in-person': ['y', 'n'],
  remote: ['y', 'n'],
};

export function isRsvpLetter(text: string): text is RsvpLetter {
  return Object.hasOwn(acceptanceByLetter, text);
}

export function acceptanceForLetter(letter: RsvpLetter, type: MeetingType): Acceptance | null {
  return letter === 'm' || lettersByType[type].includes(letter) ? acceptanceByLetter[letter] : null;
}

export interface RsvpOption {
  readonly letter: RsvpLetter;
  readonly acceptance: Acceptance;
  readonly label: string;
}

export function rsvpOptions(type: MeetingType): readonly RsvpOption[] {
  return lettersByType[type].map((letter) => {
    const acceptance = acceptanceByLetter[letter];
    return { letter, acceptance, label: acceptanceLabel(acceptance, type) };
  });
}

export function shownAcceptance(acceptance: Acceptance, type: MeetingType): Acceptance {
  if (acceptance !== 'accepted' || type === 'hybrid') return acceptance;
  return type === 'remote' ? 'accepted-remote' : 'accepted-in-person';
}

const labelByAcceptance: Readonly<Record<Acceptance, string>> = {
  none: rsvpMessages.noReply,
  accepted: rsvpMessages.going,
  'accepted-remote': rsvpMessages.goingRemote,
  'accepted-in-person': rsvpMessages.goingInPerson,
  declined: rsvpMessages.notGoing,
};

/** For example, 'Going in-person', 'Going remote', 'Not Going' or 'No Reply'. */
export function acceptanceLabel(acceptance: Acceptance, type: MeetingType): string {
  return labelByAcceptance[shownAcceptance(acceptance, type)];
}

export function isGoing(acceptance: Acceptance): boolean {
  return acceptance !== 'none' && acceptance !== 'declined';
}

export function attendanceLabel(attendance: boolean | null, isBefore: boolean): string | null {
  if (attendance === null) return null;
  if (attendance) return rsvpMessages.inAttendance;
  return isBefore ? rsvpMessages.apologies : rsvpMessages.notInAttendance;
}
