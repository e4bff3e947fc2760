import type { Poll } from '#contract/polls.ts';
import { formatDocumentTime, formatListDate } from '#domain/dates.ts';
import { pollMessages } from '#domain/messages/meetings.ts';
import type { PollResults } from '#domain/polls.ts';

export const pollNouns = ['meetings', 'announcements', 'timeline', 'waiting'] as const;

export function pollKicker(poll: Pick<Poll, 'is_anonymous' | 'is_closed' | 'closes_at'>, timeZone: string): string {
  const kind = poll.is_anonymous ? 'Anonymous poll' : 'Poll';
  if (poll.is_closed) return `${kind}, closed`;
  return poll.closes_at === null ? kind : `${kind}, closes ${formatDocumentTime(poll.closes_at, timeZone)}`;
}

export const pendingPollMeta = (closesAt: string | null, timeZone: string): string =>
  closesAt === null ? 'Open' : `Closes ${formatListDate(closesAt, timeZone)}`;

export const responseCount = (poll: Pick<Poll, 'response_count' | 'invitee_count'>): string | null =>
  poll.invitee_count === 0 ? null : `${poll.response_count} of ${poll.invitee_count} have answered`;

export const resultLabels: Readonly<Record<PollResults, string>> = {
  always: 'Always',
  'after-answering': 'After answering',
  'after-closing': 'After closing',
};

export function hiddenResultsReason(
  poll: Pick<Poll, 'options' | 'results' | 'is_anonymous' | 'is_closed'>,
): string | null {
  if (poll.options.some((option) => option.votes !== null)) return null;
  if (poll.is_closed) return pollMessages.tooFewAnswers;
  return poll.results === 'after-answering'
    ? 'You will see the results once you have answered.'
    : 'The results appear when the poll is closed.';
}

export function anonymityText(poll: Pick<Poll, 'is_anonymous'>): string {
  return poll.is_anonymous
    ? 'Nobody can see who chose what. Your answer is stored without your name, so it cannot be changed.'
    : 'Your name is shown with your answer in the results. You can change your answer until the poll is closed.';
}
