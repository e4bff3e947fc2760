import { expect, test } from 'vitest';
import { decidingPresets } from '#domain/deciding.ts';
import {
  amountOf,
  motionMix,
  playByHttp,
  playInTransaction,
  playSeeds,
  stageModel,
} from './support/deciding-model/run.ts';
import { testApp } from './support/test-app.ts';

/**
 * Any sequence of acts on motions, under each of the ready-made sets of rules: each is done or refused as the specification says; after it
 * what is shown of the votes equals a recount from the acts, seat by seat; results are those of the law's books; numbers have no gap.
 */
const server = testApp();

/** `MOTION_RUNS` and `MOTION_ACTS` run more of it, `MOTION_SEED` others. */
const amount = amountOf('MOTION', { runs: 10, seed: 205 });

test.each(decidingPresets)(
  'votes are taken, count and end as the acts say, by the rules of %s',
  (preset) => playSeeds(server, { ...amount, preset, mix: motionMix }),
  amount.timeout,
);

test.each([
  ['swiss-or', 301],
  ['delaware', 302],
] as const)(
  'who asks by HTTP is answered alike, by the rules of %s',
  async (preset, seed) => {
    const run = { seed, preset, mix: motionMix, acts: 40 };
    const byHandlers = await playInTransaction(server, await stageModel(server), run);
    expect(await playByHttp(server, run)).toEqual(byHandlers);
  },
  120_000,
);
