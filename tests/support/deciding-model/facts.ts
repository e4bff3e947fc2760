import type { Motion, Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import type { BodyQuorum, DecidingSettings, QuorumCount } from '#domain/deciding.ts';
import { quorumOf } from '#domain/deciding.ts';
import { type BallotChoice, eligibleOf } from '#domain/motions.ts';
import { isThereAt, type PresenceTimes, type RecusalTimes, recusedFrom } from '#domain/room.ts';
import type { BoardRequests } from '#tests/support/board-requests.ts';
import type { TestClock } from '#tests/support/context.ts';
import type { MadeMember } from '#tests/support/factories.ts';

/** What the desk is shown, and what is stored of earlier times. */
export interface Facts {
  readonly room: Room;
  readonly motions: readonly Motion[];
  /** Lifted ones included. */
  readonly declarations: readonly (RecusalTimes & { readonly withheld_at: Date | null })[];
  readonly moves: readonly { readonly at: Date; readonly agenda_item_id: string | null }[];
  readonly changedAt: Date | null;
}

/** What the answers to acts have acknowledged of a vote. */
export interface VoteLedger {
  readonly chairId: string;
  /** For a vote entered after the meeting: when the meeting was at its item. */
  readonly heldAt: Date | null;
  readonly cast: Map<string, BallotChoice>;
  /** Members who cast their ballot themselves. */
  readonly own: Set<string>;
  closing: { readonly at: Date; readonly count: Count } | null;
  objectorId: string | null;
}

export interface Game {
  readonly requests: BoardRequests;
  readonly random: () => number;
  readonly rules: { readonly settings: DecidingSettings; readonly body: BodyQuorum };
  readonly meetingId: string;
  readonly itemIds: readonly string[];
  /** Voting members, and one without a vote. */
  readonly people: readonly MadeMember[];
  readonly voterIds: readonly string[];
  /** Those of the people who can sign in. */
  readonly own: readonly MadeMember[];
  /** Edits the meeting, and is its first chair. */
  readonly admin: MadeMember;
  readonly officers: readonly MadeMember[];
  readonly clock: TestClock;
  look(): Promise<Facts>;
  now: number;
  facts: Facts;
  /** In the order in which they were opened. */
  readonly votes: Map<string, VoteLedger>;
  /** How often each endpoint has done what was asked, and refused it. */
  readonly outcomes: Map<string, number>;
}

/** Later than every instant in the facts. */
export const end = new Date(8.64e15);

export function wait(game: Game, milliseconds: number): void {
  game.now += milliseconds;
  game.clock.set(new Date(game.now));
}

export function pick<T>({ random }: Pick<Game, 'random'>, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** The instant of a change made now: later than all changes before. */
export const instantOf = ({ facts, now }: Game): Date => new Date(Math.max(now, +(facts.changedAt ?? 0) + 1));

export type Stay = PresenceTimes & { readonly id: string; readonly revision: number };
export const staysIn = ({ room }: Facts): readonly Stay[] =>
  (room.presences ?? []).map(({ arrived_at, left_at, ...rest }) => ({
    ...rest,
    arrived_at: new Date(arrived_at),
    left_at: left_at === null ? null : new Date(left_at),
  }));

export interface Count {
  readonly eligible: readonly string[];
  readonly quorum: QuorumCount;
  readonly recused: ReadonlySet<string>;
  readonly recusedPresent: number;
}

interface Moment {
  readonly itemId: string | null;
  readonly at: Date;
  /** A member who has cast a ballot counts as present. */
  readonly cast?: ReadonlyMap<string, BallotChoice>;
  readonly stays?: readonly PresenceTimes[];
}

/** Recounts, seat by seat, by the product's pure rules. */
export function countAt({ facts, rules, voterIds }: Game, moment: Moment): Count {
  const { itemId, at, cast = new Map<string, BallotChoice>(), stays = staysIn(facts) } = moment;
  const { settings, body } = rules;
  const there = stays.filter((stay) => isThereAt(stay, at) && (settings.remote_counts || stay.mode === 'in-person'));
  const present = new Set([
    ...there.map(({ member_id: id }) => id).filter((id) => voterIds.includes(id)),
    ...cast.keys(),
  ]);
  const recused = recusedFrom(facts.declarations, { itemId, at });
  const voting = voterIds.filter((id) => !recused.has(id));
  const recusedPresent = [...recused].filter((id) => present.has(id)).length;
  const counts = { voters: voterIds.length, present: present.size, recused: voterIds.length - voting.length };
  return {
    eligible: eligibleOf(
      voting.map((id) => ({ id, isPresent: present.has(id) })),
      new Set(),
    ),
    quorum: quorumOf(body, { ...counts, recused_present: recusedPresent }, settings.recused_counts),
    recused,
    recusedPresent,
  };
}

export const itemAt = ({ moves }: Facts, at: Date): string | null =>
  moves.findLast((move) => move.at <= at)?.agenda_item_id ?? null;

export const votesIn = ({ motions }: Pick<Facts, 'motions'>) =>
  motions.flatMap(({ votes, ...motion }) => votes.map((vote) => ({ ...vote, motion })));
export type ShownVote = Vote & { readonly motion: Omit<Motion, 'votes'> };
export const openVoteIn = (facts: Facts): ShownVote | undefined => votesIn(facts).find(({ state }) => state === 'open');
export function ledgerOf({ votes }: Game, { id }: Pick<Vote, 'id'>): VoteLedger {
  const ledger = votes.get(id);
  if (ledger === undefined) throw new Error(`Nobody opened the vote ${id}.`);
  return ledger;
}

/** Whether the closed vote had a quorum, by these presences. */
export function hadQuorum(game: Game, vote: ShownVote, stays: readonly PresenceTimes[] = staysIn(game.facts)): boolean {
  const { closing, heldAt, cast } = ledgerOf(game, vote);
  const at = heldAt ?? closing?.at ?? end;
  return countAt(game, { itemId: vote.motion.agenda_item_id, at, cast, stays }).quorum.met;
}
