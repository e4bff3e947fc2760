import { expect } from 'vitest';
import { type BallotChoice, type BallotCounts, ballotChoices, ballotsIn, resolutionNumber } from '#domain/motions.ts';
import { overlaps } from '#domain/room.ts';
import { countAt, end, type Game, hadQuorum, itemAt, ledgerOf, type ShownVote, staysIn, votesIn } from './facts.ts';

/** All that is shown fits together: derived numbers equal a recount of the presences, declarations and acknowledged ballots. */
export function check(game: Game): void {
  checkRoom(game);
  checkHistory(game);
  const votes = votesIn(game.facts);
  expect(votes.map(({ id }) => id).toSorted()).toEqual([...game.votes.keys()].toSorted());
  expect(votes.filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(1);
  for (const vote of votes) checkVote(game, vote);
  const numbers = votes.flatMap(({ number }) => number ?? []).toSorted();
  expect(numbers).toEqual(numbers.map((_, nth) => resolutionNumber({ group: null, year: 2026, sequence: nth + 1 })));
}

const newestVote = (game: Game): ShownVote | undefined => {
  const votes = new Map(votesIn(game.facts).map((vote) => [vote.id, vote]));
  return [...game.votes.keys()].flatMap((id) => votes.get(id) ?? []).findLast(({ state }) => state !== 'void');
};

function checkRoom(game: Game): void {
  const { facts } = game;
  const { line, declarations } = facts.room;
  const itemId = itemAt(facts, end);
  const count = countAt(game, { itemId, at: end });
  expect([line.pointer, line.quorum]).toEqual([itemId, count.quorum]);
  expect([...(line.recused ?? [])].toSorted()).toEqual([...count.recused].toSorted());
  const lasting = facts.declarations.filter(({ lifted_at: lifted }) => lifted === null);
  expect(
    (declarations ?? [])
      .map((each) => [each.member_id, each.agenda_item_id, each.is_recused, each.withheld_at !== null].join(' '))
      .toSorted(),
  ).toEqual(
    lasting
      .map((each) =>
        [each.member_id, each.agenda_item_id, each.recused_at !== null, each.withheld_at !== null].join(' '),
      )
      .toSorted(),
  );
  const stays = staysIn(facts);
  const twice = stays.filter((one, nth) =>
    stays.slice(nth + 1).some((other) => one.member_id === other.member_id && overlaps(one, other)),
  );
  expect(twice).toEqual([]);
  const there = stays.filter(({ left_at: left }) => left === null).map(({ id }) => id);
  expect((line.presences ?? []).map(({ id }) => id).toSorted()).toEqual(there.toSorted());
  const newest = newestVote(game);
  expect(line.vote?.id).toBe(newest?.id);
  if (newest === undefined) return;
  const { closing, heldAt, cast } = ledgerOf(game, newest);
  const now = countAt(game, { itemId: newest.motion.agenda_item_id, at: heldAt ?? end, cast });
  const { id, way, state, counts } = newest;
  expect(line.vote).toEqual({
    ...{ id, motion_id: newest.motion.id, way, state, counts, received: cast.size },
    eligible: (closing?.count ?? now).eligible.length,
  });
}

/** Each row of the history equals the presences of its time, and no change of the quorum is missing. */
function checkHistory(game: Game): void {
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

function checkVote(game: Game, vote: ShownVote): void {
  const { way, counts, closed_at } = vote;
  const { cast, closing, heldAt } = ledgerOf(game, vote);
  const isVoid = vote.state === 'void';
  expect([vote.received, vote.entered_afterwards]).toEqual([cast.size, heldAt !== null]);
  if (closing === null) {
    expect([counts, vote.ballots, vote.quorum, closed_at]).toEqual([null, null, null, null]);
    if (vote.state !== 'open') return;
    const { eligible } = countAt(game, { itemId: vote.motion.agenda_item_id, at: heldAt ?? end, cast });
    expect(vote.eligible).toBe(eligible.length);
    const missing = eligible.filter((id) => !cast.has(id));
    expect(vote.missing?.map(({ member_id: id }) => id).toSorted()).toEqual(missing.toSorted());
    return;
  }
  const { met: _, ...quorum } = closing.count.quorum;
  const eligible = closing.count.eligible.length;
  expect(vote).toMatchObject({ eligible, quorum, lost_quorum: !isVoid && !hadQuorum(game, vote) });
  expect(closed_at).toBe(closing.at.toISOString());
  if (way === 'secret') expect([vote.ballots, vote.silent]).toEqual([null, null]);
  if (counts === null) {
    expect([way, isVoid]).toEqual(['secret', true]);
    return;
  }
  expect(ballotsIn(counts)).toBeLessThanOrEqual(eligible);
  if (way === 'named' || way === 'secret') expect(counts).toEqual(countOf(cast));
  if (way !== 'named') return;
  expect(ballotsIn(counts) + (vote.silent?.length ?? 0)).toBe(eligible);
  expect(new Map((vote.ballots ?? []).map(({ member_id: id, choice }) => [id, choice]))).toEqual(cast);
}

export function countOf(cast: ReadonlyMap<string, BallotChoice>): BallotCounts {
  const counts: Record<BallotChoice, number> = { for: 0, against: 0, abstain: 0 };
  for (const choice of cast.values()) counts[choice] += 1;
  return counts;
}
export const isSameCounts = (one: BallotCounts, other: BallotCounts): boolean =>
  ballotChoices.every((choice) => one[choice] === other[choice]);
