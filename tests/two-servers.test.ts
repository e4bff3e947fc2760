import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpClient } from './support/http-client.ts';
import { type Installation, openInstallation, type Signed } from './support/installation.ts';
import { type PartedInstallation, startPartedInstallation } from './support/parted-installation.ts';
import { readEvents } from './support/read-events.ts';

/** Both servers use one database. The first server runs no jobs. */
let parts: PartedInstallation;
let installation: Installation;
let thomas: Signed;

beforeAll(async () => {
  parts = await startPartedInstallation();
  installation = await openInstallation(parts.server);
  thomas = await installation.join('Thomas', 'McKenna');
}, 120_000);
afterAll(() => parts.stop());

const there = ({ client }: Signed) => httpClient(parts.urls.worker, client.cookies());

test('a session is valid on both servers, and logging out on one ends it on both', async () => {
  const again = await installation.signInAgain(thomas);
  const other = there(again);
  expect((await other.call('GET', '/ajax/account')).status).toBe(200);
  expect((await other.call('POST', '/logout', {})).status).toBe(200);
  expect((await again.client.call('GET', '/ajax/account')).status).toBe(419);
});

test('wrong passwords on both servers count towards the same limit', async () => {
  const statuses: number[] = [];
  const strangers = [httpClient(parts.urls.server), httpClient(parts.urls.worker)];
  for (const stranger of strangers) await stranger.call('GET', '/ajax/start');
  for (let nth = 0; nth < 12; nth += 1) {
    const wrong = { email: thomas.email, password: `wrong ${nth}` };
    statuses.push((await strangers[nth % 2]?.call('POST', '/login', wrong))?.status ?? 0);
  }
  expect(statuses.slice(0, 10)).toEqual(new Array(10).fill(422));
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test('a server runs jobs queued on another server and shows that server’s changes live', async () => {
  const other = there(installation.admin);
  const events = await readEvents(other);
  try {
    const meeting = await installation.meeting({ title: 'Seen on both' });
    await events.until(({ noun, id }) => noun === 'meeting' && id === meeting.id);
    expect((await installation.mailAbout('Seen on both'))?.email.subject).toContain('Seen on both');
  } finally {
    events.end();
  }
});
