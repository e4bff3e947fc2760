/** Polls (product.md, section 4): a question to an audience, with 2 to 20 options. */

export const pollChoices = ['single', 'multiple'] as const;
export type PollChoice = (typeof pollChoices)[number];

export const pollResults = ['always', 'after-answering', 'after-closing'] as const;
export type PollResults = (typeof pollResults)[number];

export const pollOptionsMin = 2;
export const pollOptionsMax = 20;

export interface PollTimes {
  /** Null: open until somebody closes it. */
  readonly closes_at: Date | null;
  /** By an editor, before its time; of an anonymous poll also by its time, from the first look at it on. */
  readonly closed_at: Date | null;
}

export function isPollClosed({ closes_at: closesAt, closed_at: closedAt }: PollTimes, now: Date): boolean {
  return closedAt !== null || (closesAt !== null && closesAt.getTime() <= now.getTime());
}

interface Rules {
  readonly results: PollResults;
  readonly is_anonymous: boolean;
}

/** Answers below which an anonymous poll shows no results: who has answered is known, so that of two each knows the other's. */
export const anonymousResponsesMin = 3;

/**
 * Whether the reader sees what was chosen. An anonymous poll shows it once it is closed, whatever else was set, and only when
 * enough have answered.
 */
export function areResultsShown(
  poll: Rules,
  standing: { readonly isClosed: boolean; readonly hasAnswered: boolean; readonly responseCount: number },
): boolean {
  if (poll.is_anonymous && standing.responseCount < anonymousResponsesMin) return false;
  if (standing.isClosed) return true;
  if (poll.is_anonymous) return false;
  return poll.results === 'always' || (poll.results === 'after-answering' && standing.hasAnswered);
}

/** An anonymous answer is kept without a name: nobody, its giver least of all, could say which one to change. */
export function mayAnswer(
  poll: Pick<Rules, 'is_anonymous'>,
  standing: { readonly isClosed: boolean; readonly hasAnswered: boolean },
): boolean {
  return !standing.isClosed && !(poll.is_anonymous && standing.hasAnswered);
}

/**
 * Whether the time of closing may still be changed. Once the results of an anonymous poll have been seen, one more vote would
 * show what it was; a named one can be opened again.
 */
export const mayChangeClosing = (poll: Pick<Rules, 'is_anonymous'>, isClosed: boolean): boolean =>
  !(poll.is_anonymous && isClosed);

/** One of a single choice, at least one of a multiple one, none twice. */
export function fitsChoice(choice: PollChoice, optionIds: readonly string[]): boolean {
  if (new Set(optionIds).size !== optionIds.length || optionIds.length === 0) return false;
  return choice === 'multiple' || optionIds.length === 1;
}
