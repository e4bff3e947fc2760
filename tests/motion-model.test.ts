import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MotionsOfMeeting, Vote } from '#contract/motions.ts';
import { decidingPresets, voteWays } from '#domain/deciding.ts';
import { type BallotChoice, ballotChoices } from '#domain/motions.ts';
import type { TestClient } from './support/client.ts';
import { applyPreset, callToOrder, stageMeeting, stageStart } from './support/deciding-stage.ts';
import { inBoard, type MadeBoard, type MadeMember } from './support/factories.ts';
import { isInCatalogue } from './support/message-catalogue.ts';
import { seededNumbers } from './support/seeded-numbers.ts';
import { testApp } from './support/test-app.ts';

/**
 * Any sequence of acts on motions, under each of the ready-made sets of rules: after every act what is shown of the vote equals a
 * recount, seat by seat; results are those of the law's books; numbers have no gap.
 */
const server = testApp();

/** `MOTION_RUNS` and `MOTION_ACTS` run more of it, `MOTION_SEED` others. */
const runs = Number(process.env.MOTION_RUNS ?? 5);
const firstSeed = Number(process.env.MOTION_SEED ?? 205);
const actsPerRun = Number(process.env.MOTION_ACTS ?? 60);

type Preset = (typeof decidingPresets)[number];

/** What each preset says of who is recused, of the base of a majority, and of ties: written down anew. */
const recusedAre: Readonly<Record<Preset, 'absent' | 'present'>> = {
  delaware: 'present',
  'uk-model-articles': 'absent',
  aktg: 'present',
  'swiss-or': 'absent',
  'roberts-rules': 'present',
};
const hasCastingVote = (preset: Preset): boolean => preset === 'uk-model-articles' || preset === 'swiss-or';

interface World {
  readonly preset: Preset;
  readonly board: MadeBoard;
  readonly meetingId: string;
  readonly voters: readonly MadeMember[];
  readonly chairId: string;
  /** Of each vote: who has chosen what, as it was answered to them. */
  readonly cast: Map<string, Map<string, BallotChoice>>;
}

async function recount({ board, meetingId, voters }: World, cast: ReadonlyMap<string, BallotChoice>) {
  const { there, recused } = await inBoard(server.context, board.id, async (tx) => ({
    there: await tx
      .selectFrom('presences')
      .select('member_id')
      .where('meeting_id', '=', meetingId)
      .where('left_at', 'is', null)
      .execute(),
    recused: await tx
      .selectFrom('declarations')
      .select('member_id')
      .where('meeting_id', '=', meetingId)
      .where('recused_at', 'is not', null)
      .where('lifted_at', 'is', null)
      .execute(),
  }));
  const isThere = (id: string): boolean => there.some(({ member_id }) => member_id === id);
  const isRecused = (id: string): boolean => recused.some(({ member_id }) => member_id === id);
  const ids = voters.map(({ id }) => id);
  return {
    eligible: ids.filter((id) => !isRecused(id) && (isThere(id) || cast.has(id))).length,
    recusedThere: ids.filter((id) => isRecused(id) && isThere(id)).length,
    isRecused,
  };
}

const chose = (cast: ReadonlyMap<string, BallotChoice>, choice: BallotChoice): number =>
  [...cast.values()].filter((each) => each === choice).length;

/** As a reader of the law would count it; of a vote that is closed now. */
async function expectedResult(world: World, vote: Vote): Promise<string> {
  const { preset, chairId } = world;
  const { eligible, recusedThere, isRecused } = await recount(world, world.cast.get(vote.id) ?? new Map());
  const { for: votesFor = 0, against = 0 } = vote.counts ?? {};
  if (vote.way === 'unopposed') return eligible > 0 ? 'carried' : 'not-carried';
  if (preset === 'delaware') {
    const base = eligible + (recusedAre[preset] === 'present' ? recusedThere : 0);
    return votesFor > 0 && votesFor * 2 > base ? 'carried' : 'not-carried';
  }
  if (votesFor > against) return 'carried';
  const isTie = votesFor === against && votesFor > 0;
  return isTie && hasCastingVote(preset) && vote.way !== 'secret' && !isRecused(chairId) ? 'tied' : 'not-carried';
}

const votesOf = (shown: MotionsOfMeeting): readonly Vote[] => shown.motions.flatMap(({ votes }) => votes);

async function check(world: World, shown: MotionsOfMeeting): Promise<void> {
  for (const vote of votesOf(shown)) {
    const cast = world.cast.get(vote.id) ?? new Map<string, BallotChoice>();
    expect(vote.received).toBe(cast.size);
    if (vote.state !== 'open') continue;
    const { eligible } = await recount(world, cast);
    expect(vote).toMatchObject({ eligible, counts: null, ballots: null });
    expect(vote.missing?.length).toBe(eligible - cast.size);
  }
  for (const vote of votesOf(shown).filter(({ counts }) => counts !== null)) {
    const { counts, eligible } = vote;
    const all = (counts?.for ?? 0) + (counts?.against ?? 0) + (counts?.abstain ?? 0);
    expect(all).toBeLessThanOrEqual(eligible);
    if (vote.way !== 'named' && vote.way !== 'secret') continue;
    const cast = world.cast.get(vote.id) ?? new Map();
    for (const choice of ballotChoices) expect(counts?.[choice]).toBe(chose(cast, choice));
  }
  expect(votesOf(shown).filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(1);
  const numbers = votesOf(shown).flatMap(({ number }) => number ?? []);
  const wanted = numbers.map((_, nth) => `2026-${String(nth + 1).padStart(3, '0')}`);
  expect(numbers.toSorted()).toEqual(wanted);
}

async function run(seed: number, preset: Preset): Promise<void> {
  const random = seededNumbers(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const { clock } = server.context;
  let time = new Date(stageStart).getTime();
  const stage = await stageMeeting(server, { voters: 6 });
  const { board, meeting, desk, path, voters, clientOf: of } = stage;
  const [item] = stage.items;
  await applyPreset(server.context, board, { preset, voters: voters.length });
  await callToOrder(stage);
  const world: World = {
    ...{ preset, board, voters, meetingId: meeting.id, chairId: voters[0].id },
    cast: new Map(),
  };
  const shown = async (): Promise<MotionsOfMeeting> => (await desk.get(path('motions'))).json.data;
  const some = async (): Promise<Vote | undefined> => {
    const votes = votesOf(await shown());
    return votes.find(({ state }) => state === 'open') ?? votes.at(-1);
  };
  const cast = async (client: TestClient, memberId: string, choice: BallotChoice, by: 'voter' | 'desk') => {
    const vote = await some();
    if (!vote) return null;
    const answer =
      by === 'voter'
        ? await client.put(`/ajax/votes/${vote.id}/ballot`, { choice, key: randomUUID() })
        : await desk.put(`/ajax/votes/${vote.id}/ballots/${memberId}`, { choice });
    if (answer.json.status === 'success' && vote.way !== 'unopposed') {
      world.cast.set(vote.id, new Map(world.cast.get(vote.id)).set(memberId, choice));
    }
    return answer;
  };
  const ballot = () => {
    const voter = pick(voters);
    return cast(
      of(voter),
      voter.id,
      pick(['for', 'for', 'for', 'against', 'abstain']),
      random() < 0.8 ? 'voter' : 'desk',
    );
  };
  /** Of a motion that nobody has voted on, which is put where there is none; now and then of any other. */
  const open = async () => {
    const { motions } = await shown();
    const proposed = motions.filter(({ state }) => state === 'proposed');
    const motion = random() < 0.9 ? proposed[0] : motions[0];
    if (motion) return desk.post(`/ajax/motions/${motion.id}/votes`, { way: pick(voteWays) });
    return desk.post(`/ajax/agenda-items/${item.id}/motions`, {
      ...{ text: 'That it be so.', mover_id: voters[1]?.id, seconder_id: voters[2]?.id },
    });
  };
  const close = async () => {
    const vote = await some();
    if (!vote) return null;
    time += 11_000;
    clock.set(new Date(time).toISOString());
    const counts = { for: Math.floor(random() * 4), against: Math.floor(random() * 3), abstain: 0 };
    const answer = await desk.post(`/ajax/votes/${vote.id}/close`, vote.way === 'hands' ? { counts } : {});
    if (answer.json.status === 'success') {
      const closed = votesOf(answer.json.data).find(({ id }) => id === vote.id) as Vote;
      expect(closed.state, `seed ${seed}`).toBe(await expectedResult(world, closed));
    }
    return answer;
  };
  const acts: readonly (() => Promise<{ readonly status: number; readonly json: unknown } | null>)[] = [
    ...[ballot, ballot, ballot, ballot, ballot, ballot, ballot],
    () =>
      of(pick(voters)).post(path('presence'), { mode: pick(['in-person', 'remote', 'in-person', 'in-person', null]) }),
    () => {
      const member = pick(voters.slice(0, 4));
      const effect = pick(['declared', 'recused', 'lifted', 'lifted', 'lifted'] as const);
      const by = effect === 'lifted' ? desk : of(member);
      return by.put(`/ajax/agenda-items/${item.id}/declarations/${member.id}`, { effect, nature: 'Owns shares' });
    },
    ...[open, open, open, close, close],
    async () => {
      const vote = await some();
      return vote ? desk.post(`/ajax/votes/${vote.id}/casting`, { choice: pick(['for', 'against']) }) : null;
    },
    async () => {
      const vote = await some();
      return vote && random() < 0.4 ? desk.post(`/ajax/votes/${vote.id}/void`, { reason: 'Miscounted' }) : null;
    },
    () =>
      desk.post(path('room/phase'), { to: pick(['in-session', 'in-session', 'in-session', 'in-session', 'recess']) }),
  ];
  for (let nth = 0; nth < actsPerRun; nth += 1) {
    if (random() < 0.8) time += Math.floor(random() * 20_000);
    clock.set(new Date(time).toISOString());
    const answer = await pick(acts)();
    if (answer !== null) {
      expect([200, 403, 404], `seed ${seed}, act ${nth}`).toContain(answer.status);
      const { msg = '' } = answer.json as { readonly msg?: string };
      expect(answer.status !== 200 || msg === '' || isInCatalogue(msg), msg).toBe(true);
    }
    await check(world, await shown());
  }
}

test.each(decidingPresets)(
  'votes count and end as a recount says after every act, by the rules of %s',
  async (preset) => {
    const nth = decidingPresets.indexOf(preset);
    for (let seed = firstSeed + nth; seed < firstSeed + runs; seed += decidingPresets.length) await run(seed, preset);
  },
  Math.max(600_000, runs * 60_000),
);
