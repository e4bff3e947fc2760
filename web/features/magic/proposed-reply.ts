import {
  type Acceptance,
  acceptanceForLetter,
  acceptanceLabel,
  isRsvpLetter,
  type MeetingType,
  type RsvpLetter,
} from '../../../domain/rsvp.ts';

/**
 * The reply that a link in a mail proposes; null for a letter that is none or does not fit the meeting's type, and for
 * 'm', which proposes no answer: the question then stands open.
 */
export function proposedLetter(letter: string, type: MeetingType): RsvpLetter | null {
  if (!isRsvpLetter(letter) || letter === 'm') return null;
  return acceptanceForLetter(letter, type) === null ? null : letter;
}

/** 'Confirm: Going remote' */
export function confirmLabel(letter: RsvpLetter, type: MeetingType): string {
  return `Confirm: ${acceptanceLabel(acceptanceForLetter(letter, type) ?? 'none', type)}`;
}

/** Whether pressing Confirm would change anything. */
export function isAlreadyAnswered(letter: RsvpLetter | null, acceptance: Acceptance, type: MeetingType): boolean {
  if (acceptance === 'none') return false;
  return letter === null || acceptanceForLetter(letter, type) === acceptance;
}

/** 'Thank you, Sunita. Your reply is recorded.' */
export function thanks(firstName: string): string {
  return firstName === '' ? 'Your reply is recorded.' : `Thank you, ${firstName}. Your reply is recorded.`;
}
