import type { QuorumCount, VoteWay } from './deciding.ts';
import { motionMessages } from './messages/motions.ts';
import { roomMessages } from './messages/room.ts';
import type { RoomPhase } from './room.ts';

export const motionStates = [
  'suggested',
  'proposed',
  'declined',
  'withdrawn',
  'deferred',
  'voting',
  'carried',
  'not-carried',
] as const;
export type MotionState = (typeof motionStates)[number];

export const motionMoves = ['proposed', 'declined', 'withdrawn', 'deferred'] as const;
export type MotionMove = (typeof motionMoves)[number];

/** `same`: somebody else made this change first. `stays`: a vote was opened, so the motion can no longer change. */
export function motionStep(from: MotionState, to: MotionMove): 'same' | 'moves' | 'stays' | 'refused' {
  if (from === to) return 'same';
  switch (from) {
    case 'suggested':
      return to === 'proposed' || to === 'declined' ? 'moves' : 'refused';
    case 'proposed':
      return to === 'withdrawn' || to === 'deferred' ? 'moves' : 'refused';
    case 'voting':
    case 'carried':
    case 'not-carried':
      return 'stays';
    case 'declined':
    case 'withdrawn':
    case 'deferred':
      return 'refused';
  }
}

export const isMotionOpen = (state: MotionState): boolean => state === 'suggested' || state === 'proposed';

/** A void vote is kept, and a new vote on the motion is a separate row. */
export const voteStates = ['open', 'tied', 'carried', 'not-carried', 'void'] as const;
export type VoteState = (typeof voteStates)[number];

export const ballotChoices = ['for', 'against', 'abstain'] as const;
export type BallotChoice = (typeof ballotChoices)[number];

export type BallotCounts = Readonly<Record<BallotChoice, number>>;

export const noBallots: BallotCounts = { for: 0, against: 0, abstain: 0 };

export const ballotsIn = (counts: BallotCounts): number => counts.for + counts.against + counts.abstain;

/** Fewer voters or ballots would reveal individual choices. */
export const secretVotersMin = 3;

/** Returns null if a vote can be opened. */
export function voteObstacle(of: {
  readonly phase: RoomPhase;
  readonly quorum: Pick<QuorumCount, 'met' | 'present' | 'in_office'> | null;
  readonly isVoteOpen: boolean;
}): string | null {
  if (of.phase !== 'in-session' && of.phase !== 'adjourned') return roomMessages.notInSession;
  if (of.quorum?.met === false) return motionMessages.noQuorum(of.quorum.present, of.quorum.in_office);
  return of.isVoteOpen ? motionMessages.anotherVote : null;
}

export const unopposedOpenMs = 10_000;

export const motionTextMax = 5_000;
export const motionsPerItemMax = 20;
export const suggestionsMax = 10;
export const reasonMax = 500;

export const ballotRetriedMs = 15_000;

export const countsOf = (way: VoteWay, counts: BallotCounts, eligible: number): BallotCounts =>
  way === 'unopposed' ? { for: eligible, against: 0, abstain: 0 } : counts;

const prefixLetters = 3;
const sequenceDigits = 3;

/** For example, '2026-014', or 'AUD-2026-003' for a group. */
export function resolutionNumber(of: {
  readonly group: string | null;
  readonly year: number;
  readonly sequence: number;
}): string {
  const number = `${of.year}-${String(of.sequence).padStart(sequenceDigits, '0')}`;
  const letters = of.group === null ? [] : (of.group.match(/\p{L}/gu) ?? []);
  return letters.length === 0 ? number : `${letters.slice(0, prefixLetters).join('').toUpperCase()}-${number}`;
}
