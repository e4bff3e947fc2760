import type { Majority, MajorityOf, VoteWay } from '#domain/deciding.ts';
import type { BallotChoice, BallotCounts } from '#domain/motions.ts';
import { type Counted, type Quorum, quorumBy, type Rules } from './rules.ts';

/** What the acts of a run have led to, kept by the model alone. Times are milliseconds. */

export type Mode = 'in-person' | 'remote';
export type Phase = 'not-begun' | 'in-session' | 'recess' | 'adjourned';

export interface Stay {
  readonly memberId: string;
  readonly mode: Mode;
  readonly from: number;
  /** Null: still there. */
  readonly until: number | null;
  readonly endedByAdjourning: boolean;
}

export interface Declared {
  readonly memberId: string;
  readonly itemId: string;
  readonly recusedAt: number | null;
  readonly isWithheld: boolean;
  readonly liftedAt: number | null;
}

export interface Closing {
  readonly at: number;
  readonly quorum: Quorum;
  readonly counted: Counted;
  readonly eligible: number;
}

export interface PutVote {
  readonly id: string;
  readonly motionId: string;
  readonly itemId: string;
  readonly way: VoteWay;
  readonly majority: Majority;
  readonly majorityOf: MajorityOf;
  readonly openedAt: number;
  /** Who was chair then, and decides a tie. */
  readonly chairId: string;
  /** Entered afterwards: when the meeting was at its item. */
  readonly heldAt: number | null;
  readonly state: 'open' | 'tied' | 'carried' | 'not-carried' | 'void';
  readonly cast: ReadonlyMap<string, BallotChoice>;
  /** Who cast theirs themselves. */
  readonly own: ReadonlySet<string>;
  readonly closing: Closing | null;
  /** Of hands as they were corrected last. */
  readonly counts: BallotCounts | null;
  readonly number: string | null;
  readonly isVoid: boolean;
  readonly objectorId: string | null;
}

export interface PutMotion {
  readonly id: string;
  readonly itemId: string;
  readonly state: 'proposed' | 'voting' | 'carried' | 'not-carried';
  /** By who moved it and, where the board wants one, who seconded it. */
  readonly mayBePut: boolean;
}

export interface World {
  readonly rules: Rules;
  readonly opensAt: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly voterIds: readonly string[];
  chairId: string;
  secretaryId: string;
  phase: Phase;
  calledAt: number | null;
  sinceAt: number | null;
  /** Of the last act that changed something. */
  changedAt: number | null;
  stays: readonly Stay[];
  /** Who sent apologies, and has not been there since. */
  readonly excused: Set<string>;
  moves: readonly { readonly at: number; readonly itemId: string }[];
  declared: readonly Declared[];
  motions: readonly PutMotion[];
  /** In the order in which they were opened. */
  votes: readonly PutVote[];
  numbers: number;
}

/** Of the specification: who leaves at an instant is gone at it. */
const isDuring = ({ from, until }: Pick<Stay, 'from' | 'until'>, at: number): boolean =>
  from <= at && (until === null || at < until);

/** Null: the meeting has not come to one. */
export const itemAt = ({ moves }: World, at: number): string | null =>
  moves.findLast((move) => move.at <= at)?.itemId ?? null;

/** Voting members who were there, remote ones where they count. */
function presentAt({ stays, rules, voterIds }: World, at: number): ReadonlySet<string> {
  const there = stays.filter((stay) => isDuring(stay, at) && (rules.remoteCounts || stay.mode === 'in-person'));
  return new Set(there.map(({ memberId }) => memberId).filter((id) => voterIds.includes(id)));
}

export function recusedAt({ declared }: World, itemId: string | null, at: number): ReadonlySet<string> {
  const recused = declared.filter(
    (each) =>
      each.itemId === itemId &&
      each.recusedAt !== null &&
      each.recusedAt <= at &&
      (each.liftedAt === null || at < each.liftedAt),
  );
  return new Set(recused.map(({ memberId }) => memberId));
}

export interface Of {
  readonly itemId: string | null;
  readonly at: number;
  /** Who has cast a ballot counts as there. */
  readonly cast?: ReadonlyMap<string, BallotChoice>;
}

export function countedAt(world: World, { itemId, at, cast = new Map() }: Of): Counted {
  const there = new Set([...presentAt(world, at), ...cast.keys()]);
  const recused = [...recusedAt(world, itemId, at)].filter((id) => world.voterIds.includes(id));
  return {
    ...{ present: there.size, recused: recused.length },
    recusedPresent: recused.filter((id) => there.has(id)).length,
  };
}

export const quorumAt = (world: World, of: Of): Quorum => quorumBy(world.rules, countedAt(world, of));

/** Who has a ballot. */
export function eligibleAt(world: World, { itemId, at, cast = new Map() }: Of): readonly string[] {
  const [present, recused] = [presentAt(world, at), recusedAt(world, itemId, at)];
  return world.voterIds.filter((id) => !recused.has(id) && (present.has(id) || cast.has(id)));
}

export const openVoteIn = ({ votes }: World): PutVote | undefined => votes.find(({ state }) => state === 'open');

/** Of whoever is there now, or was when it was held. */
export const timeOf = ({ heldAt }: Pick<PutVote, 'heldAt'>, now: number): number => heldAt ?? now;

/** By the times as they are now. */
export function hadQuorum(world: World, { closing, heldAt, itemId, cast }: PutVote): boolean {
  if (closing === null) throw new Error('The vote is not closed.');
  return quorumAt(world, { itemId, cast, at: heldAt ?? closing.at }).met;
}

export const hasVoted = ({ votes }: World, memberId: string): boolean => votes.some(({ cast }) => cast.has(memberId));

export const isTwiceThere = ({ stays }: World): boolean =>
  stays.some((one, nth) =>
    stays.slice(nth + 1).some((other) => one.memberId === other.memberId && overlap(one, other)),
  );

type Times = Pick<Stay, 'from' | 'until'>;
export const overlap = (one: Times, other: Times): boolean =>
  !(one.until !== null && one.until <= other.from) && !(other.until !== null && other.until <= one.from);
