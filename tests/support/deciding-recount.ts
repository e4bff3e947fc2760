import { expect } from 'vitest';
import type { Motion, Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import {
  type BodyQuorum,
  type DecidingSettings,
  type QuorumCount,
  quorumOf,
  resultOf,
  type VoteResult,
} from '#domain/deciding.ts';
import { type BallotChoice, type BallotCounts, ballotsIn, eligibleOf, resolutionNumber } from '#domain/motions.ts';
import { isThereAt, overlaps, type PresenceTimes, type RecusalTimes, recusedFrom } from '#domain/room.ts';

/** Recounts everything that a meeting shows of its quorum and votes from presences, declarations and acknowledged ballots. */

/** What the desk is shown, and what is stored of earlier times. */
export interface Facts {
  readonly room: Room;
  readonly motions: readonly Motion[];
  /** Lifted ones included. */
  readonly declarations: readonly (RecusalTimes & { readonly withheld_at: Date | null })[];
  readonly moves: readonly { readonly at: Date; readonly agenda_item_id: string | null }[];
}

/** What the answers to acts have acknowledged of a vote. */
export interface VoteLedger {
  readonly chairId: string;
  readonly cast: Map<string, BallotChoice>;
  closing: { readonly at: Date; readonly count: Count } | null;
}

export interface Recounted {
  readonly rules: { readonly settings: DecidingSettings; readonly body: BodyQuorum };
  readonly voterIds: readonly string[];
  facts: Facts;
  /** In the order in which they were opened. */
  readonly votes: Map<string, VoteLedger>;
}

/** Later than every instant in the facts. */
const end = new Date(8.64e15);

type Stay = PresenceTimes & { readonly id: string; readonly revision: number };
export const staysIn = ({ room }: Facts): readonly Stay[] =>
  (room.presences ?? []).map(({ arrived_at, left_at, ...rest }) => ({
    ...rest,
    arrived_at: new Date(arrived_at),
    left_at: left_at === null ? null : new Date(left_at),
  }));

interface Count {
  readonly eligible: readonly string[];
  readonly quorum: QuorumCount;
  readonly recused: ReadonlySet<string>;
  readonly recusedPresent: number;
}

interface Moment {
  readonly itemId: string | null;
  readonly at?: Date;
  /** A member who has cast a ballot counts as present. */
  readonly cast?: ReadonlyMap<string, BallotChoice>;
}

/** Recounts, seat by seat, by the product's pure rules. */
export function countAt({ facts, rules, voterIds }: Recounted, moment: Moment): Count {
  const { itemId, at = end, cast = new Map<string, BallotChoice>() } = moment;
  const { settings, body } = rules;
  const there = staysIn(facts).filter(
    (stay) => isThereAt(stay, at) && (settings.remote_counts || stay.mode === 'in-person'),
  );
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

const itemAt = ({ moves }: Facts, at: Date): string | null =>
  moves.findLast((move) => move.at <= at)?.agenda_item_id ?? null;

export const votesIn = ({ motions }: Pick<Facts, 'motions'>) =>
  motions.flatMap(({ votes, ...motion }) => votes.map((vote) => ({ ...vote, motion })));
export type ShownVote = Vote & { readonly motion: Omit<Motion, 'votes'> };
export function ledgerOf({ votes }: Recounted, { id }: Pick<Vote, 'id'>): VoteLedger {
  const ledger = votes.get(id);
  if (ledger === undefined) throw new Error(`Nobody opened the vote ${id}.`);
  return ledger;
}

/** All that is shown fits together: derived numbers equal a recount of the presences, declarations and acknowledged ballots. */
export function checkAll(game: Recounted): void {
  checkRoom(game);
  checkHistory(game);
  const votes = votesIn(game.facts);
  expect(votes.map(({ id }) => id).toSorted()).toEqual([...game.votes.keys()].toSorted());
  expect(votes.filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(1);
  for (const vote of votes) checkVote(game, vote);
  const numbers = votes.flatMap(({ number }) => number ?? []).toSorted();
  expect(numbers).toEqual(numbers.map((_, nth) => resolutionNumber({ group: null, year: 2026, sequence: nth + 1 })));
}

function checkRoom(game: Recounted): void {
  const { facts } = game;
  const { line, declarations } = facts.room;
  const itemId = itemAt(facts, end);
  const count = countAt(game, { itemId });
  expect([line.pointer, line.quorum]).toEqual([itemId, count.quorum]);
  expect([...(line.recused ?? [])].toSorted()).toEqual([...count.recused].toSorted());
  const lasting = facts.declarations.filter(({ lifted_at: lifted }) => lifted === null);
  const key = (each: { member_id: string; agenda_item_id: string }, isRecused: boolean, withheldAt: unknown) =>
    `${each.member_id} ${each.agenda_item_id} ${isRecused} ${withheldAt !== null}`;
  expect((declarations ?? []).map((each) => key(each, each.is_recused, each.withheld_at)).toSorted()).toEqual(
    lasting.map((each) => key(each, each.recused_at !== null, each.withheld_at)).toSorted(),
  );
  const stays = staysIn(facts);
  const twice = stays.filter((one, nth) =>
    stays.slice(nth + 1).some((other) => one.member_id === other.member_id && overlaps(one, other)),
  );
  expect(twice).toEqual([]);
  const there = stays.filter(({ left_at: left }) => left === null).map(({ id }) => id);
  expect((line.presences ?? []).map(({ id }) => id).toSorted()).toEqual(there.toSorted());
  const newestId = [...game.votes.keys()].at(-1);
  const newest = votesIn(facts).find(({ id }) => id === newestId);
  expect(line.vote?.id).toBe(newest?.id);
  if (newest === undefined) return;
  const { closing, cast } = ledgerOf(game, newest);
  const now = countAt(game, { itemId: newest.motion.agenda_item_id, cast });
  const { id, way, state, counts } = newest;
  expect(line.vote).toEqual({
    ...{ id, motion_id: newest.motion.id, way, state, counts, received: cast.size },
    eligible: (closing?.count ?? now).eligible.length,
  });
}

/** Each row of the history equals the presences of its time, and no change of the quorum is missing. */
function checkHistory(game: Recounted): void {
  const { facts } = game;
  const rows = (facts.room.quorum_changes ?? [])
    .map(({ causes: _, at, ...row }) => ({ ...row, at: new Date(at) }))
    .toReversed();
  const then = (at: Date) => {
    const itemId = itemAt(facts, at);
    return { ...countAt(game, { itemId, at }).quorum, agenda_item_id: itemId };
  };
  for (const { at, ...row } of rows) expect(row).toEqual(then(at));
  const instants = [
    ...staysIn(facts).flatMap(({ arrived_at: from, left_at: until }) => [from, until]),
    ...facts.moves.map(({ at }) => at),
    ...facts.declarations.flatMap(({ recused_at: from, lifted_at: until }) => [from, from && until]),
  ].filter((at) => at !== null);
  for (const at of instants) {
    const { at: _, ...row } = rows.findLast((each) => each.at <= at) ?? { at };
    expect(row).toEqual(then(at));
  }
}

function checkVote(game: Recounted, vote: ShownVote): void {
  const { way, counts, closed_at } = vote;
  const { cast, closing } = ledgerOf(game, vote);
  expect(vote.received).toBe(cast.size);
  if (closing === null) {
    expect([counts, vote.ballots, vote.quorum, closed_at]).toEqual([null, null, null, null]);
    const { eligible } = countAt(game, { itemId: vote.motion.agenda_item_id, cast });
    expect(vote.eligible).toBe(eligible.length);
    const missing = eligible.filter((id) => !cast.has(id));
    expect(vote.missing?.map(({ member_id: id }) => id).toSorted()).toEqual(missing.toSorted());
    return;
  }
  const { met: _, ...quorum } = closing.count.quorum;
  const held = { itemId: vote.motion.agenda_item_id, at: closing.at, cast };
  const hadQuorum = countAt(game, held).quorum.met;
  const eligible = closing.count.eligible.length;
  expect(vote).toMatchObject({ eligible, quorum, lost_quorum: !hadQuorum });
  expect(closed_at).toBe(closing.at.toISOString());
  expect(counts).toEqual(countOf(cast));
  if (way === 'secret') expect([vote.ballots, vote.silent]).toEqual([null, null]);
  if (way !== 'named') return;
  expect(ballotsIn(countOf(cast)) + (vote.silent?.length ?? 0)).toBe(eligible);
  expect(new Map((vote.ballots ?? []).map(({ member_id: id, choice }) => [id, choice]))).toEqual(cast);
}

function countOf(cast: ReadonlyMap<string, BallotChoice>): BallotCounts {
  const counts: Record<BallotChoice, number> = { for: 0, against: 0, abstain: 0 };
  for (const choice of cast.values()) counts[choice] += 1;
  return counts;
}

/** The counts and the result of a vote that was closed now. */
export function expectResult(game: Recounted, { id }: Pick<Vote, 'id'>): void {
  const vote = votesIn(game.facts).find((each) => each.id === id);
  const { cast, chairId, closing } = ledgerOf(game, { id });
  if (!vote || !closing) throw new Error('The vote was not closed.');
  const { eligible, quorum, recused, recusedPresent } = closing.count;
  const { way, majority, majority_of } = vote;
  const counts = countOf(cast);
  const chairVotes = game.voterIds.includes(chairId) && !recused.has(chairId);
  const state: VoteResult = resultOf(
    { ...game.rules.settings, way, majority, majority_of, chair_votes: chairVotes },
    { ...counts, eligible: eligible.length, in_office: quorum.in_office, recused_present: recusedPresent },
  );
  expect([vote.counts, vote.state, vote.number !== null]).toEqual([counts, state, state === 'carried']);
  expect(vote.motion.state).toBe(state === 'tied' ? 'voting' : state);
}
