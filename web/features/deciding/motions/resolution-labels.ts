import type { OpenResolution, WrittenResolution } from '#contract/resolutions.ts';
import { formatTime, type Instant, relativeDay } from '#domain/dates.ts';
import type { BallotsShownTo } from '#domain/deciding.ts';
import { deadlineText } from '#domain/resolutions.ts';

/** Returns null if the reader may not see people. A recused member may have lost their vote. */
export const askedCount = ({ voters, recused }: Pick<WrittenResolution, 'voters' | 'recused'>): number | null =>
  voters === null
    ? null
    : voters.filter(({ member_id: id }) => recused?.some((each) => each.member_id === id) !== true).length;

export const needsText = (needs: OpenResolution['needs']): string =>
  needs === 'majority'
    ? 'It takes more than half of those in office, once all have answered or at the deadline.'
    : 'It passes when all are for.';

export const answeredText = ({ received, eligible }: Pick<OpenResolution, 'received' | 'eligible'>): string =>
  `${received} of ${eligible} have answered.`;

/** After the decision: '1 of 3 answered. Did not answer: Ada Byron, Cleo Byron.' Null if all answered. */
export function unansweredText({
  received,
  eligible,
  missing,
}: Pick<WrittenResolution, 'received' | 'eligible' | 'missing'>): string | null {
  if (received >= eligible) return null;
  const names = missing === null ? '' : ` Did not answer: ${missing.map(({ name }) => name).join(', ')}.`;
  return `${received} of ${eligible} answered.${names}`;
}

/** 'Reminded today, 12:31 PM' */
export const remindedText = (
  at: Instant,
  { now, timeZone }: { readonly now: Instant; readonly timeZone: string },
): string => `Reminded ${relativeDay(at, now, timeZone)}, ${formatTime(at, timeZone)}`;

/** For the desk, before all ballots are requested again. */
export const circulatesAgainText = ({ received }: Pick<OpenResolution, 'received'>): string =>
  received === 0
    ? 'It begins again, for those who vote now.'
    : `It begins again, for those who vote now: ${received === 1 ? 'the ballot that was sent does' : `the ${received} ballots that were sent do`} not count any more, and every voter is asked again.`;

/** Voters who are no longer active but still count. Null if there are none, or the reader may not see people. */
export function leftText({ left }: Pick<WrittenResolution, 'left'>): string | null {
  if (left === null || left.length === 0) return null;
  return `No longer active, counted all the same: ${left.map(({ name }) => name).join(', ')}.`;
}

const endedTexts: Readonly<Partial<Record<WrittenResolution['state'], string>>> = {
  withdrawn: 'Withdrawn',
  'to-meeting': 'A meeting is asked for',
};

/** Returns why it ended without a result, including a person's reason, or null. */
export function endedText(
  {
    state,
    ended_by: by,
    decided_at: at,
    reason,
  }: Pick<WrittenResolution, 'state' | 'ended_by' | 'decided_at' | 'reason'>,
  timeZone: string,
): string | null {
  const how = endedTexts[state];
  if (how === undefined) return null;
  const who = by === null ? '' : ` by ${by}`;
  const when = at === null ? '' : `, ${deadlineText(at, timeZone)}`;
  const why = reason === '' ? '' : `‘${reason}’`;
  const then = state === 'to-meeting' ? 'The desk puts its motion on the next agenda.' : '';
  return [`${how}${who}${when}.`, why, then].filter((words) => words !== '').join(' ');
}

const namesTexts: Readonly<Record<BallotsShownTo, string>> = {
  desk: 'Once it is decided, the desk alone sees who voted how.',
  body: 'Once it is decided, its voting members and the desk see who voted how.',
  audience: 'Once it is decided, all who see it see who voted how.',
};

export function rulesText({
  needs,
  eligible,
  ballots_shown_to: shownTo,
}: Pick<WrittenResolution, 'needs' | 'eligible' | 'ballots_shown_to'>): string {
  const names = shownTo === null ? '' : ` ${namesTexts[shownTo]}`;
  if (needs === 'majority') {
    return `It passes when all have answered and more than half of those in office are for, or so at the deadline if those who answered are a quorum.${names}`;
  }
  const all = eligible === 1 ? 'the one who may vote is for' : `all ${eligible} who may vote are for`;
  return `It passes when ${all}; the deadline ends it.${names}`;
}
