export const pollChoices = ['single', 'multiple'] as const;
export type PollChoice = (typeof pollChoices)[number];

export const pollResults = ['always', 'after-answering', 'after-closing'] as const;
export type PollResults = (typeof pollResults)[number];

export const pollOptionsMin = 2;
export const pollOptionsMax = 20;

export interface PollTimes {
  readonly closes_at: Date | null;
  readonly closed_at: Date | null;
}

export function isPollClosed({ closes_at: closesAt, closed_at: closedAt }: PollTimes, now: Date): boolean {
  return closedAt !== null || (closesAt !== null && closesAt.getTime() <= now.getTime());
}

interface Rules {
  readonly results: PollResults;
  readonly is_anonymous: boolean;
}

/** If there were only two responses, each voter would know the other's choice. */
export const anonymousResponsesMin = 3;

export function areResultsShown(
  poll: Rules,
  progress: { readonly isClosed: boolean; readonly hasAnswered: boolean; readonly responseCount: number },
): boolean {
  if (poll.is_anonymous && progress.responseCount < anonymousResponsesMin) return false;
  if (progress.isClosed) return true;
  if (poll.is_anonymous) return false;
  return poll.results === 'always' || (poll.results === 'after-answering' && progress.hasAnswered);
}

/** An anonymous response cannot change, because it is stored without a name. */
export function mayAnswer(
  poll: Pick<Rules, 'is_anonymous'>,
  progress: { readonly isClosed: boolean; readonly hasAnswered: boolean },
): boolean {
  return !progress.isClosed && !(poll.is_anonymous && progress.hasAnswered);
}

/** If an anonymous poll reopened after its results were visible, the next vote would no longer be anonymous. */
export const mayChangeClosing = (poll: Pick<Rules, 'is_anonymous'>, isClosed: boolean): boolean =>
  !(poll.is_anonymous && isClosed);

export function fitsChoice(choice: PollChoice, optionIds: readonly string[]): boolean {
  if (new Set(optionIds).size !== optionIds.length || optionIds.length === 0) return false;
  return choice === 'multiple' || optionIds.length === 1;
}
