import type { OpenResolution, WrittenResolution } from '#contract/resolutions.ts';
import { formatTime, type Instant, relativeDay } from '#domain/dates.ts';
import type { BallotsShownTo } from '#domain/deciding.ts';
import { deadlineText } from '#domain/resolutions.ts';

export const askedCount = ({ voters, recused }: Pick<WrittenResolution, 'voters' | 'recused'>): number | null =>
  voters === null
    ? null
    : voters.filter(({ member_id: id }) => recused?.some((each) => each.member_id === id) !== true).length;

export const needsText = (needs: OpenResolution['needs']): string =>
  needs === 'majority'
    ? 'It passes if more than half of those in office are in favour when all have answered or the deadline is reached.'
    : 'It passes when everybody is in favour.';

export const answeredText = ({ received, eligible }: Pick<OpenResolution, 'received' | 'eligible'>): string =>
  `${received} of ${eligible} have answered.`;

export function unansweredText({
  received,
  eligible,
  missing,
}: Pick<WrittenResolution, 'received' | 'eligible' | 'missing'>): string | null {
  if (received >= eligible) return null;
  const names = missing === null ? '' : ` Did not answer: ${missing.map(({ name }) => name).join(', ')}.`;
  return `${received} of ${eligible} answered.${names}`;
}

export const missedQuorumText = ({ answered, needed }: NonNullable<WrittenResolution['missed_quorum']>): string =>
  `It did not pass because there was no quorum: ${answered} answered, but ${needed} were needed.`;

export const remindedText = (
  at: Instant,
  { now, timeZone }: { readonly now: Instant; readonly timeZone: string },
): string => `Reminded ${relativeDay(at, now, timeZone)}, ${formatTime(at, timeZone)}`;

export const circulatesAgainText = ({ received }: Pick<OpenResolution, 'received'>): string =>
  received === 0
    ? 'The vote will start again with the current voters.'
    : `The vote will start again with the current voters. ${received === 1 ? 'The ballot already cast' : `The ${received} ballots already cast`} will no longer count, and every voter will be asked again.`;

export function leftText({ left }: Pick<WrittenResolution, 'left'>): string | null {
  if (left === null || left.length === 0) return null;
  return `No longer active, but still counted: ${left.map(({ name }) => name).join(', ')}.`;
}

const endedTexts: Readonly<Partial<Record<WrittenResolution['state'], string>>> = {
  withdrawn: 'Withdrawn',
  'to-meeting': 'A meeting was requested',
};

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
  const why = reason === '' ? '' : `“${reason}”`;
  const then = state === 'to-meeting' ? 'The chair or the secretary will put the motion on the next agenda.' : '';
  return [`${how}${who}${when}.`, why, then].filter((words) => words !== '').join(' ');
}

const namesTexts: Readonly<Record<BallotsShownTo, string>> = {
  desk: 'Once it is decided, only the chair, the secretary and editors can see who voted how.',
  body: 'Once it is decided, its voting members, the chair, the secretary and editors can see who voted how.',
  audience: 'Once it is decided, everybody with access to it can see who voted how.',
};

export function rulesText({
  needs,
  eligible,
  ballots_shown_to: shownTo,
}: Pick<WrittenResolution, 'needs' | 'eligible' | 'ballots_shown_to'>): string {
  const names = shownTo === null ? '' : ` ${namesTexts[shownTo]}`;
  if (needs === 'majority') {
    return `It passes if more than half of those in office are in favour once all have answered or the deadline is reached. At the deadline, those who have answered must form a quorum.${names}`;
  }
  const all = eligible === 1 ? 'the only voter is in favour' : `all ${eligible} voters are in favour`;
  return `It passes when ${all}. Otherwise it ends at the deadline.${names}`;
}
