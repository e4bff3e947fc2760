import { expect, test } from 'vitest';
import { play } from './play.ts';

const sample = [4, 6, 7, 10];

test('killing the server, worker or database under load loses no acknowledged change and leaves no partial one', async () => {
  const { seeds, losses, mail } = await play({ seeds: sample });
  expect(losses, `seeds ${sample.join(', ')}`).toEqual([]);
  expect(seeds.every(({ ledger }) => ledger.counts().acknowledged > 20)).toBe(true);
  expect(mail.sent).toBe(mail.promised);
  const acts = new Set(seeds.flatMap(({ ledger }) => [...ledger.log.keys()].map((key) => key.split(' ')[1])));
  const deciding = ['presence.noted', 'vote.opened', 'vote.ballot-cast', 'vote.closed', 'resolution.circulated'];
  expect(deciding.filter((act) => !acts.has(act))).toEqual([]);
}, 400_000);
