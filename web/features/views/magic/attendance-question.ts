import type { MagicMeeting } from '#contract/magic.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { type Acceptance, acceptanceForLetter, type RsvpLetter } from '#domain/rsvp.ts';

type RepliedMeeting = Pick<MagicMeeting, 'type' | 'state' | 'meeting_status' | 'can'>;

/** Returns null if the proposed reply does not fit the meeting's type, is a withdrawal, or equals the current reply. */
export function proposedLetter(
  letter: RsvpLetter,
  meeting: Pick<RepliedMeeting, 'type' | 'meeting_status'>,
): RsvpLetter | null {
  if (letter === 'm') return null;
  const acceptance = acceptanceForLetter(letter, meeting.type);
  return acceptance === null || acceptance === meeting.meeting_status.acceptance ? null : letter;
}

export function unfitReason(letter: RsvpLetter, { type }: Pick<RepliedMeeting, 'type'>): string | null {
  if (letter === 'm' || acceptanceForLetter(letter, type) !== null) return null;
  return meetingMessages.linkDoesNotFit(type);
}

export type AttendanceView =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'proposed'; readonly letter: RsvpLetter }
  | { readonly kind: 'recorded'; readonly acceptance: Acceptance }
  | { readonly kind: 'asked' };

export function attendanceView(meeting: Omit<RepliedMeeting, 'type'>, proposal: RsvpLetter | null): AttendanceView {
  if (meeting.state === 'cancelled') return { kind: 'cancelled' };
  if (!meeting.can.respond) return { kind: 'closed' };
  if (proposal !== null) return { kind: 'proposed', letter: proposal };
  const { acceptance } = meeting.meeting_status;
  return acceptance === 'none' ? { kind: 'asked' } : { kind: 'recorded', acceptance };
}

export function replyThanks(firstName: string): string {
  return `Thank you${firstName === '' ? '' : `, ${firstName}`}. Your reply has been recorded.`;
}
