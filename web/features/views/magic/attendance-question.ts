import type { MagicMeeting } from '#contract/magic.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { type Acceptance, acceptanceForLetter, type RsvpLetter } from '#domain/rsvp.ts';

type Answered = Pick<MagicMeeting, 'type' | 'state' | 'meeting_status' | 'can'>;

/**
 * The letter that a link proposes: null where it does not fit the meeting's type, where it only takes an answer back,
 * and where the answer stands already. Then the page just asks, or states what stands.
 */
export function proposedLetter(
  letter: RsvpLetter,
  meeting: Pick<Answered, 'type' | 'meeting_status'>,
): RsvpLetter | null {
  if (letter === 'm') return null;
  const acceptance = acceptanceForLetter(letter, meeting.type);
  return acceptance === null || acceptance === meeting.meeting_status.acceptance ? null : letter;
}

/** Why the answer of a link cannot be proposed: the meeting's type offers another choice. Null where it can, or proposes none. */
export function unfitReason(letter: RsvpLetter, { type }: Pick<Answered, 'type'>): string | null {
  if (letter === 'm' || acceptanceForLetter(letter, type) !== null) return null;
  return meetingMessages.linkDoesNotFit(type);
}

/** What /attendance/{uid}/{letter} shows. `closed`: the answer, or that there is none, can no longer be changed. */
export type AttendanceView =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'proposed'; readonly letter: RsvpLetter }
  | { readonly kind: 'recorded'; readonly acceptance: Acceptance }
  | { readonly kind: 'asked' };

/** `proposal`: the letter to be confirmed, null when there is none (any more). */
export function attendanceView(meeting: Omit<Answered, 'type'>, proposal: RsvpLetter | null): AttendanceView {
  if (meeting.state === 'cancelled') return { kind: 'cancelled' };
  if (!meeting.can.respond) return { kind: 'closed' };
  if (proposal !== null) return { kind: 'proposed', letter: proposal };
  const { acceptance } = meeting.meeting_status;
  return acceptance === 'none' ? { kind: 'asked' } : { kind: 'recorded', acceptance };
}

/** Under an answer that this page has just recorded. */
export function thanks(firstName: string): string {
  return `Thank you${firstName === '' ? '' : `, ${firstName}`}. Your reply is recorded.`;
}
