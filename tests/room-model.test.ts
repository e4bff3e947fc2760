import { expect, test } from 'vitest';
import { decidingPresets } from '#domain/deciding.ts';
import {
  amountOf,
  playByHttp,
  playInTransaction,
  playSeeds,
  roomMix,
  stageModel,
} from './support/deciding-model/run.ts';
import { testApp } from './support/test-app.ts';

/**
 * Any sequence of acts in a room, under each of the ready-made sets of rules: after every act the quorum equals a recount of who is there,
 * seat by seat, from the acts, and so does each row that was kept, of the presences of its time.
 */
const server = testApp();

/** `ROOM_RUNS` and `ROOM_ACTS` run more of it, `ROOM_SEED` others. */
const amount = amountOf('ROOM', { runs: 10, seed: 197 });

test.each(decidingPresets)(
  'the quorum is that of a recount after every act, by the rules of %s',
  (preset) => playSeeds(server, { ...amount, preset, mix: roomMix }),
  amount.timeout,
);

test.each([
  ['aktg', 303],
  ['roberts-rules', 304],
] as const)(
  'who asks by HTTP is answered alike, by the rules of %s',
  async (preset, seed) => {
    const run = { seed, preset, mix: roomMix, acts: 40 };
    const byHandlers = await playInTransaction(server, await stageModel(server), run);
    expect(await playByHttp(server, run)).toEqual(byHandlers);
  },
  120_000,
);
