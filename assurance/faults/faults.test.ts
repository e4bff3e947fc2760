import { expect, test } from 'vitest';
import { play } from './play.ts';

/** `npm run faults` sets both variables. The default is a small sample for the tests. */
const { FAULTS_SEEDS, FAULTS_FROM } = process.env;
const isSample = FAULTS_SEEDS === undefined;
const given = isSample
  ? [4, 6, 7, 10]
  : Array.from({ length: Number(FAULTS_SEEDS) }, (_, nth) => Number(FAULTS_FROM) + nth);

test('killing the server, worker or database under load loses no acknowledged change and leaves no partial one', {
  timeout: isSample ? 400_000 : 36_000_000,
}, async () => {
  expect(given).not.toEqual([]);
  const { seeds, losses } = await play(given, ({ seed, plan, ledger }) => {
    const blows = plan.blows.map(({ target, afterMs }) => `${target} +${afterMs} ms`).join(', ');
    const { sent, acknowledged } = ledger.counts();
    console.log(`seed ${seed}: after ${plan.afterWrites} writes ${blows}; ${acknowledged} of ${sent} acknowledged`);
  });
  expect(losses, `seeds ${given.join(', ')}`).toEqual([]);
  expect(seeds.every(({ ledger }) => ledger.counts().acknowledged > 20)).toBe(true);
  const acts = new Set(seeds.flatMap(({ ledger }) => [...ledger.log.keys()].map((key) => key.split(' ')[1])));
  const deciding = ['presence.noted', 'vote.opened', 'vote.ballot-cast', 'vote.closed', 'resolution.circulated'];
  if (isSample) expect(deciding.filter((act) => !acts.has(act))).toEqual([]);
});
