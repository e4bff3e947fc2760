import { formatHeadingDate, formatTime, type Zone } from './dates.ts';
import {
  type BodyQuorum,
  isCarried,
  type QuorumCount,
  quorumOf,
  type RecusedCounts,
  type WrittenNeeds,
} from './deciding.ts';
import { type BallotCounts, ballotsIn } from './motions.ts';

export const writtenStates = ['draft', 'circulating', 'passed', 'not-passed', 'withdrawn', 'to-meeting'] as const;
export type WrittenState = (typeof writtenStates)[number];

export const registerStates = [
  'carried',
  'not-carried',
  'void',
  'passed',
  'not-passed',
  'withdrawn',
  'to-meeting',
  'not-voted-on',
] as const;
export type RegisterState = (typeof registerStates)[number];

export const registerResults = ['decided', 'void', 'undecided'] as const;
export type RegisterResult = (typeof registerResults)[number];

export const statesOfResult: Readonly<Record<RegisterResult, readonly RegisterState[]>> = {
  decided: ['carried', 'passed'],
  void: ['void'],
  undecided: ['not-carried', 'not-passed', 'withdrawn', 'to-meeting', 'not-voted-on'],
};

export const resolutionsOpenMax = 200;
export const resolutionTitleMax = 200;
/** If the register has more entries, its PDF contains only the latest ones. */
export const registerFileMax = 500;
export const resolutionWordsMax = 200;

export interface WrittenRules extends BodyQuorum {
  readonly needs: Exclude<WrittenNeeds, 'off'>;
  readonly recused_counts: RecusedCounts;
}

interface WrittenVoters {
  readonly eligible: number;
  readonly recused: number;
}

interface VotesGiven extends WrittenVoters {
  readonly counts: BallotCounts;
}

const quorumIn = (rules: WrittenRules, { eligible, recused }: WrittenVoters, answered: number): QuorumCount =>
  quorumOf(rules, { voters: eligible + recused, present: answered, recused, recused_present: 0 }, rules.recused_counts);

export function quorumToCirculate(
  rules: WrittenRules,
  voters: WrittenVoters,
): { readonly met: boolean; readonly needed: number } {
  const needed = Math.max(quorumIn(rules, voters, voters.eligible).needed, 1);
  return { met: voters.eligible >= needed, needed };
}

/** A resolution can fail only at the deadline, because ballots can change until then. */
export function writtenOutcome(
  rules: WrittenRules,
  given: VotesGiven & { readonly isOver: boolean },
): 'passed' | 'not-passed' | null {
  return isPassed(rules, given) ? 'passed' : given.isOver ? 'not-passed' : null;
}

function isPassed(rules: WrittenRules, given: VotesGiven & { readonly isOver: boolean }): boolean {
  const { counts, eligible, isOver } = given;
  if (rules.needs === 'all') return eligible > 0 && counts.for === eligible;
  const answered = ballotsIn(counts);
  if (answered < eligible && !isOver) return false;
  const quorum = quorumIn(rules, given, answered);
  return quorum.met && isCarried('1/2', counts.for, quorum.in_office);
}

export function missedQuorum(
  rules: WrittenRules,
  given: VotesGiven,
): { readonly answered: number; readonly needed: number } | null {
  const answered = ballotsIn(given.counts);
  const { met, needed } = quorumIn(rules, given, answered);
  return rules.needs === 'all' || met ? null : { answered, needed };
}

/** For example, 'Friday, November 27, 2026, 5:00 PM'. */
export const deadlineText = (at: Date | string, timeZone: Zone): string =>
  `${formatHeadingDate(at, timeZone)}, ${formatTime(at, timeZone)}`;

export const papersText = (papers: readonly { readonly title: string }[]): string =>
  `Papers: ${papers.map(({ title }) => title).join(', ')}`;
