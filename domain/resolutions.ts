import { formatHeadingDate, formatTime } from './dates.ts';
import {
  type BodyQuorum,
  isCarried,
  type QuorumCount,
  quorumOf,
  type RecusedCounts,
  type WrittenNeeds,
} from './deciding.ts';
import type { BallotCounts } from './motions.ts';

/** Of a written resolution. */
export const writtenStates = ['draft', 'circulating', 'passed', 'not-passed', 'withdrawn', 'to-meeting'] as const;
export type WrittenState = (typeof writtenStates)[number];

/** The results in the register: the first three in a meeting. */
export const registerStates = [
  'carried',
  'not-carried',
  'void',
  'passed',
  'not-passed',
  'withdrawn',
  'to-meeting',
] as const;
export type RegisterState = (typeof registerStates)[number];

/** What the register is narrowed to, by what became of it. */
export const registerResults = ['decided', 'void', 'undecided'] as const;
export type RegisterResult = (typeof registerResults)[number];

export const statesOfResult: Readonly<Record<RegisterResult, readonly RegisterState[]>> = {
  decided: ['carried', 'passed'],
  void: ['void'],
  undecided: ['not-carried', 'not-passed', 'withdrawn', 'to-meeting'],
};

/** Of a board: drafts, and what circulates. */
export const resolutionsOpenMax = 200;
export const resolutionTitleMax = 200;
/** A PDF of the register holds at most so many entries, the latest. */
export const registerFileMax = 500;
export const resolutionWordsMax = 200;

/** As they were when it was circulated. */
export interface WrittenRules extends BodyQuorum {
  readonly needs: Exclude<WrittenNeeds, 'off'>;
  readonly recused_counts: RecusedCounts;
}

/** Voting members when it was circulated: those who may vote on it, and those who are recused. */
interface WrittenVoters {
  readonly eligible: number;
  readonly recused: number;
}

/** With so many who answer. */
const quorumIn = (rules: WrittenRules, { eligible, recused }: WrittenVoters, answered: number): QuorumCount =>
  quorumOf(rules, { voters: eligible + recused, present: answered, recused, recused_present: 0 }, rules.recused_counts);

/** Whether all who may vote would be a quorum; somebody must. */
export function quorumToCirculate(
  rules: WrittenRules,
  voters: WrittenVoters,
): { readonly met: boolean; readonly needed: number } {
  const needed = Math.max(quorumIn(rules, voters, voters.eligible).needed, 1);
  return { met: voters.eligible >= needed, needed };
}

/** Null: it is still open. An answer can be changed until then, so nothing but the deadline ends it without passing. */
export function writtenOutcome(
  rules: WrittenRules,
  given: WrittenVoters & { readonly counts: BallotCounts; readonly isOver: boolean },
): 'passed' | 'not-passed' | null {
  return isPassed(rules, given) ? 'passed' : given.isOver ? 'not-passed' : null;
}

function isPassed(
  rules: WrittenRules,
  given: WrittenVoters & { readonly counts: BallotCounts; readonly isOver: boolean },
): boolean {
  const { counts, eligible, isOver } = given;
  if (rules.needs === 'all') return eligible > 0 && counts.for === eligible;
  const answered = counts.for + counts.against + counts.abstain;
  if (answered < eligible && !isOver) return false;
  return quorumIn(rules, given, answered).met && isCarried('1/2', counts.for, officesIn(rules, given));
}

/** Of these more than half must be for. */
function officesIn({ seats, recused_counts: counted }: WrittenRules, { eligible, recused }: WrittenVoters): number {
  return (seats ?? eligible + recused) - (counted === 'out-of-office' ? recused : 0);
}

/** `Friday, November 27, 2026, 5:00 PM` */
export const deadlineText = (at: Date | string, timeZone: string): string =>
  `${formatHeadingDate(at, timeZone)}, ${formatTime(at, timeZone)}`;

/** 'Papers: Renewal agreement, Letter of the bank' */
export const papersText = (papers: readonly { readonly title: string }[]): string =>
  `Papers: ${papers.map(({ title }) => title).join(', ')}`;
