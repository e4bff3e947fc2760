import { expect, test } from 'vitest';
import { play } from './play.ts';

/** Between them a server, a worker, a database, one of its processes, and all of them at once. `npm run faults` plays as many as one likes. */
const sample = [4, 6, 7, 10];

test('killed under load, server, worker and database lose nothing that was acknowledged, and leave nothing half', async () => {
  const { seeds, losses, mail } = await play({ seeds: sample, only: null });
  expect(losses, `seeds ${sample.join(', ')}`).toEqual([]);
  expect(seeds.every(({ ledger }) => ledger.counts().acknowledged > 20)).toBe(true);
  expect(mail.sent).toBe(mail.promised);
  const acts = new Set(seeds.flatMap(({ ledger }) => [...ledger.log.keys()].map((key) => key.split(' ')[1])));
  const deciding = ['presence.noted', 'vote.opened', 'vote.ballot-cast', 'vote.closed', 'resolution.circulated'];
  expect(deciding.filter((act) => !acts.has(act))).toEqual([]);
}, 400_000);
