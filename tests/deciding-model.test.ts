import { beforeAll, expect, test } from 'vitest';
import { decidingPresets } from '#domain/deciding.ts';
import { type Ground, playByHttp, playInTransaction, stageModel } from './support/deciding-model/run.ts';
import { testApp } from './support/test-app.ts';

/**
 * Random acts in a meeting's room and on its motions, under each ready-made set of rules. Every act is done or refused as the rules say,
 * and after each the quorum, the votes, the results and the history equal a recount of presences, declarations and ballots.
 */
const server = testApp();

/** `DECIDING_RUNS` and `DECIDING_ACTS` run more of it; `DECIDING_SEED` starts elsewhere. */
const { DECIDING_RUNS = 2, DECIDING_ACTS = 100, DECIDING_SEED = 205 } = process.env;
const cases = (['presences', 'votes'] as const).flatMap((emphasis) =>
  decidingPresets.map((preset) => ({ emphasis, preset })),
);

let ground: Ground;
beforeAll(async () => {
  ground = await stageModel(server);
});

test.each(cases)(
  'any sequence of acts, mostly on $emphasis, adds up under the rules of $preset',
  async (given) => {
    const outcomes = new Map<string, number>();
    for (let run = 0; run < Number(DECIDING_RUNS); run += 1) {
      const seed = Number(DECIDING_SEED) + run;
      const counted = await playInTransaction(server, ground, { ...given, seed, acts: Number(DECIDING_ACTS) });
      for (const [outcome, count] of counted) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    }
    const wanted = given.emphasis === 'votes' ? ['castBallot', 'closeVote', 'openVote'] : [];
    for (const name of wanted) expect(outcomes.get(`motions.${name} done`), name).toBeGreaterThan(0);
  },
  Number(DECIDING_RUNS) * 60_000,
);

test.each([
  { preset: 'swiss-or', emphasis: 'votes', seed: 301 },
  { preset: 'delaware', emphasis: 'votes', seed: 302 },
  { preset: 'aktg', emphasis: 'presences', seed: 303 },
  { preset: 'roberts-rules', emphasis: 'presences', seed: 304 },
] as const)(
  'the same $emphasis under $preset are answered alike over HTTP',
  async (given) => {
    const run = { ...given, acts: 40 };
    expect(await playByHttp(server, run)).toEqual(await playInTransaction(server, ground, run));
  },
  120_000,
);
