import { rsvpMessages } from './messages/meetings.ts';
import { type Acceptance, acceptanceLabel, isGoing, type MeetingType, shownAcceptance } from './rsvp.ts';

export interface AnswerCounts {
  readonly invited: number;
  readonly going: number;
  readonly notGoing: number;
  readonly noReply: number;
}

export function countAnswers(answers: readonly Acceptance[]): AnswerCounts {
  const going = answers.filter(isGoing).length;
  const notGoing = answers.filter((answer) => answer === 'declined').length;
  return { invited: answers.length, going, notGoing, noReply: answers.length - going - notGoing };
}

export function goingText(counts: AnswerCounts): string {
  return `${counts.going} of ${counts.invited} ${rsvpMessages.going.toLowerCase()}`;
}

export interface AnswerGroup<T> {
  readonly acceptance: Acceptance;
  readonly heading: string;
  readonly invitees: readonly T[];
}

const groupOrder: readonly Acceptance[] = ['accepted', 'accepted-in-person', 'accepted-remote', 'declined', 'none'];

export function groupByAnswer<T extends { readonly acceptance: Acceptance }>(
  invitees: readonly T[],
  type: MeetingType,
): readonly AnswerGroup<T>[] {
  return groupOrder
    .map((acceptance) => ({
      acceptance,
      heading: acceptanceLabel(acceptance, 'hybrid'),
      invitees: invitees.filter((invitee) => shownAcceptance(invitee.acceptance, type) === acceptance),
    }))
    .filter((group) => group.invitees.length > 0);
}
