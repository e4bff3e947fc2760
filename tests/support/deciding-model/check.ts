import { expect } from 'vitest';
import type { Motion, MotionsOfMeeting, Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { countOf, totalOf } from './vote-acts.ts';
import {
  eligibleAt,
  hadQuorum,
  isTwiceThere,
  itemAt,
  type PutVote,
  quorumAt,
  recusedAt,
  timeOf,
  type World,
} from './world.ts';

const end = Number.POSITIVE_INFINITY;

/** Whether the desk is shown what the acts have led to. */
export function check(world: World, room: Room, { motions }: MotionsOfMeeting): void {
  checkRoom(world, room);
  checkHistory(world, room);
  expect(motions.map(({ id, state }) => ({ id, state }))).toEqual(
    world.motions.map(({ id, state }) => ({ id, state })),
  );
  const votes = motions.flatMap((motion) => motion.votes);
  expect(votes.map(({ id }) => id).toSorted()).toEqual(world.votes.map(({ id }) => id).toSorted());
  for (const vote of world.votes) checkVote(world, vote, votes.find(({ id }) => id === vote.id) as Vote);
  checkNumbers(world, motions);
}

const byTime = (one: { readonly key: string }, other: { readonly key: string }): number =>
  one.key < other.key ? -1 : 1;
const keyed = (memberId: string, mode: string, from: number, until: number | null) => ({
  key: [from, memberId, mode, until].join(' '),
});

function checkRoom(world: World, { line, presences, declarations, chair_id, secretary_id }: Room): void {
  const itemId = itemAt(world, end);
  expect(isTwiceThere(world)).toBe(false);
  expect({ phase: line.phase, pointer: line.pointer, since: line.since }).toEqual({
    ...{ phase: world.phase, pointer: itemId },
    since: world.sinceAt === null ? null : new Date(world.sinceAt).toISOString(),
  });
  expect([chair_id, secretary_id]).toEqual([world.chairId, world.secretaryId]);
  expect(line.quorum).toEqual(quorumAt(world, { itemId, at: end }));
  expect([...(line.recused ?? [])].toSorted()).toEqual([...recusedAt(world, itemId, end)].toSorted());
  const lasting = world.declared.filter(({ liftedAt }) => liftedAt === null);
  expect(
    (declarations ?? []).map(({ member_id, agenda_item_id }) => `${member_id} ${agenda_item_id}`).toSorted(),
  ).toEqual(lasting.map(({ memberId, itemId }) => `${memberId} ${itemId}`).toSorted());
  for (const { member_id, agenda_item_id, is_recused, withheld_at } of declarations ?? []) {
    const found = lasting.find((each) => each.memberId === member_id && each.itemId === agenda_item_id);
    expect([is_recused, withheld_at !== null]).toEqual([found?.recusedAt !== null, found?.isWithheld]);
  }
  const shown = (presences ?? []).map(({ member_id, mode, arrived_at, left_at }) =>
    keyed(member_id, mode, Date.parse(arrived_at), left_at === null ? null : Date.parse(left_at)),
  );
  const known = world.stays.map(({ memberId, mode, from, until }) => keyed(memberId, mode, from, until));
  expect(shown.toSorted(byTime)).toEqual(known.toSorted(byTime));
  const newest = world.votes.findLast(({ state, isVoid }) => state !== 'void' && !isVoid);
  expect(line.vote?.id).toBe(newest?.id);
  if (newest === undefined) return;
  const of = { itemId: newest.itemId, at: timeOf(newest, end), cast: newest.cast };
  expect(line.vote).toEqual({
    ...{ id: newest.id, motion_id: newest.motionId, way: newest.way, state: newest.state, counts: newest.counts },
    ...{ received: newest.cast.size, eligible: newest.closing?.eligible ?? eligibleAt(world, of).length },
  });
}

/** Each row equals the presences of its time, and none is missing. */
function checkHistory(world: World, { quorum_changes: changes }: Room): void {
  const rows = (changes ?? []).map(({ causes: _, at, ...row }) => ({ ...row, at: Date.parse(at) })).toReversed();
  const then = (at: number) => {
    const itemId = itemAt(world, at);
    return { ...quorumAt(world, { itemId, at }), agenda_item_id: itemId };
  };
  for (const { at, ...row } of rows) expect(row).toEqual(then(at));
  const instants = [
    ...world.stays.flatMap(({ from, until }) => [from, until]),
    ...world.moves.map(({ at }) => at),
    ...world.declared.flatMap(({ recusedAt: from, liftedAt }) => [from, from === null ? null : liftedAt]),
  ].filter((at) => at !== null);
  for (const at of new Set(instants)) {
    const { at: _, ...row } = rows.findLast((each) => each.at <= at) ?? { at };
    expect(row).toEqual(then(at));
  }
}

function checkVote(world: World, vote: PutVote, shown: Vote): void {
  const { closing, way, cast, isVoid } = vote;
  expect(shown).toMatchObject({
    ...{ way, state: isVoid ? 'void' : vote.state, number: vote.number, received: cast.size },
    ...{ majority: vote.majority, majority_of: vote.majorityOf, entered_afterwards: vote.heldAt !== null },
    opened_at: new Date(vote.openedAt).toISOString(),
  });
  if (closing === null) {
    expect([shown.counts, shown.ballots, shown.quorum, shown.closed_at]).toEqual([null, null, null, null]);
    if (vote.state !== 'open') return;
    const eligible = eligibleAt(world, { itemId: vote.itemId, at: timeOf(vote, end), cast });
    expect(shown.eligible).toBe(eligible.length);
    const missing = eligible.filter((id) => !cast.has(id));
    expect(shown.missing?.map(({ member_id: id }) => id).toSorted()).toEqual(missing.toSorted());
    return;
  }
  const { present, needed, in_office } = closing.quorum;
  expect(shown).toMatchObject({
    ...{ eligible: closing.eligible, quorum: { present, needed, in_office } },
    ...{ counts: way === 'secret' && isVoid ? null : vote.counts, closed_at: new Date(closing.at).toISOString() },
    lost_quorum: !isVoid && !hadQuorum(world, vote),
  });
  const { counts } = vote;
  if (counts === null) throw new Error('A vote is closed without counts.');
  if (way === 'named') {
    expect(totalOf(counts) + (shown.silent?.length ?? 0)).toBe(closing.eligible);
    const ballots = (shown.ballots ?? []).map(({ member_id: id, choice }) => [id, choice] as const);
    expect(new Map(ballots)).toEqual(cast);
  }
  if (way === 'named' || way === 'secret') expect(counts).toEqual(countOf(vote));
  if (way === 'secret') expect([shown.ballots, shown.silent]).toEqual([null, null]);
  expect(totalOf(counts)).toBeLessThanOrEqual(closing.eligible);
}

/** One after the other, without gap; what is void keeps its own. */
function checkNumbers(world: World, motions: readonly Motion[]): void {
  const numbers = motions.flatMap(({ votes }) => votes.flatMap(({ number }) => number ?? []));
  const wanted = Array.from({ length: world.numbers }, (_, nth) => `2026-${String(nth + 1).padStart(3, '0')}`);
  expect(numbers.toSorted()).toEqual(wanted);
}
