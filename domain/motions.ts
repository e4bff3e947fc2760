import { isoDate } from './dates.ts';
import type { QuorumCount, VoteWay } from './deciding.ts';
import { motionMessages } from './messages/motions.ts';
import { roomMessages } from './messages/room.ts';
import type { RoomPhase } from './room.ts';

/** A text put to a body. `voting`: until its vote is over, a tie included. */
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

/** What the desk says of a motion; the rest follows from its vote. */
export const motionMoves = ['proposed', 'declined', 'withdrawn', 'deferred'] as const;
export type MotionMove = (typeof motionMoves)[number];

/** `same`: somebody else was faster. `stays`: it was voted on. */
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

/** Wording, mover and seconder change until it is voted on. */
export const isMotionOpen = (state: MotionState): boolean => state === 'suggested' || state === 'proposed';

/** Of one putting of a motion. Void is a row beside it, also of a closed one. */
export const voteStates = ['open', 'tied', 'carried', 'not-carried', 'void'] as const;
export type VoteState = (typeof voteStates)[number];

export const ballotChoices = ['for', 'against', 'abstain'] as const;
export type BallotChoice = (typeof ballotChoices)[number];

export type BallotCounts = Readonly<Record<BallotChoice, number>>;

export const noBallots: BallotCounts = { for: 0, against: 0, abstain: 0 };

export const ballotsIn = (counts: BallotCounts): number => counts.for + counts.against + counts.abstain;

/** To open a secret vote, and of ballots to close it: fewer would show who chose what. */
export const secretVotersMin = 3;

/** Why no vote can be opened in a room, in a sentence; null: nothing there stands against it. A quorum of null is not known. */
export function voteObstacle(of: {
  readonly phase: RoomPhase;
  readonly quorum: Pick<QuorumCount, 'met' | 'present' | 'in_office'> | null;
  readonly isVoteOpen: boolean;
}): string | null {
  if (of.phase !== 'in-session' && of.phase !== 'adjourned') return roomMessages.notInSession;
  if (of.quorum?.met === false) return motionMessages.noQuorum(of.quorum.present, of.quorum.in_office);
  return of.isVoteOpen ? motionMessages.anotherVote : null;
}

/** Time to object. */
export const unopposedOpenMs = 10_000;

export const motionTextMax = 5_000;
export const motionsPerItemMax = 20;
/** By one member in a meeting, whatever has become of them. */
export const suggestionsMax = 10;
export const reasonMax = 500;

/** A ballot is sent again so long after it was not answered. */
export const ballotRetriedMs = 15_000;

interface Voter {
  readonly id: string;
  readonly isPresent: boolean;
}

/** Who has a ballot now: who is there, and who has cast one, gone or not. Who leaves without one is out. */
export function eligibleOf(voters: readonly Voter[], cast: ReadonlySet<string>): readonly string[] {
  return voters.filter(({ id, isPresent }) => isPresent || cast.has(id)).map(({ id }) => id);
}

/** All count as for, unless somebody objects, which voids the vote. */
export const countsOf = (way: VoteWay, counts: BallotCounts, eligible: number): BallotCounts =>
  way === 'unopposed' ? { for: eligible, against: 0, abstain: 0 } : counts;

/** The year of a resolution's number, in the board's time zone. */
export const numberYear = (at: Date, timeZone: string): number => Number(isoDate(at, timeZone).slice(0, 4));

const prefixLetters = 3;
const sequenceDigits = 3;

/** `2026-014`, of a group `AUD-2026-003`. */
export function resolutionNumber(of: {
  /** Of a group; null: the whole board. */
  readonly group: string | null;
  readonly year: number;
  readonly sequence: number;
}): string {
  const number = `${of.year}-${String(of.sequence).padStart(sequenceDigits, '0')}`;
  const letters = of.group === null ? [] : (of.group.match(/\p{L}/gu) ?? []);
  return letters.length === 0 ? number : `${letters.slice(0, prefixLetters).join('').toUpperCase()}-${number}`;
}
