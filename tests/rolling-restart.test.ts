import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { wholeBoard } from '#domain/audience.ts';
import { freePort } from '#server/integrations/postgres/postmaster.ts';
import type { HttpClient } from './support/http-client.ts';
import { boardTitle, type Installation, openInstallation, type Signed } from './support/installation.ts';
import { paragraph } from './support/minutes.ts';
import { type Nginx, startNginx } from './support/nginx.ts';
import { pdfPaper } from './support/papers.ts';
import { type PartedInstallation, startPartedInstallation } from './support/parted-installation.ts';
import { readEvents } from './support/read-events.ts';

let parts: PartedInstallation;
let nginx: Nginx | undefined;
afterEach(async () => {
  await nginx?.stop();
  await parts.stop();
});

interface Load {
  readonly failed: string[];
  answered: number;
}

const titlesOf = (meeting: { agenda_items: readonly { title: string }[] }) =>
  meeting.agenda_items.map(({ title }) => title);

test('restarting two servers behind nginx in turn loses no requests, uploads or jobs', async () => {
  const port = await freePort();
  // `DRAIN_SECONDS` must exceed nginx's `keepalive_timeout` (docs/operations.md).
  const both = { DRAIN_SECONDS: '4', WORKERS: '1', APP_URL: `http://localhost:${port}`, TRUST_PROXY: 'loopback' };
  parts = await startPartedInstallation({ both, server: { WORKERS: '1' } });
  nginx = await startNginx({ port, upstreams: Object.values(parts.urls) });
  const installation = await openInstallation({ ...parts.server, url: nginx.url });
  const people = [
    installation.admin,
    await installation.join('Thomas', 'McKenna'),
    await installation.join('Wei', 'Zhang'),
  ];
  const { id, itemIds } = await installation.meeting({ title: 'Rolled over' });

  const load: Load = { failed: [], answered: 0 };
  let isOver = false;
  const going = () => !isOver;
  const titles: string[] = [];
  const work = [
    ...people.map((who) => answer(load, who, { id, going })),
    ...people.map((who) => look(load, who, { id, going })),
    add(load, installation.admin, { id, going, titles }),
    keepStream(load, installation.admin.client, going),
  ];
  const sending = sendSlowly(load, installation, { itemId: itemIds[0] ?? '', going });
  const news: string[] = [];
  for (const part of ['server', 'worker'] as const) {
    await pause(500);
    const [code] = await Promise.all([parts.terminate(part), announce(installation, `News of the ${part}`, news)]);
    expect(code).toBe(0);
    await parts.revive();
  }
  await pause(500);
  isOver = true;
  const streams = await Promise.all(work).then((ended) => ended.at(-1));
  const paper = await sending;

  expect(load.failed).toEqual([]);
  expect(load.answered).toBeGreaterThan(200);
  expect(streams).toBeGreaterThan(1);
  expect(paper.served).toBe(paper.sent);
  const { json } = await installation.admin.client.call('GET', `/ajax/meetings/${id}`);
  expect(titlesOf(json.data.meeting).slice(itemIds.length)).toEqual(titles);
  for (const title of news) {
    for (const { email } of people.slice(1)) await installation.mailAbout(title, email);
  }
}, 180_000);

interface At {
  readonly id: string;
  readonly going: () => boolean;
}

async function call(load: Load, client: HttpClient, ...[method, path, body]: Parameters<HttpClient['call']>) {
  try {
    const answer = await client.call(method, path, body);
    if (answer.status === 200 && answer.json?.status === 'success') load.answered += 1;
    else load.failed.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
    return answer;
  } catch (error) {
    load.failed.push(`${method} ${path}: ${String(error)} ${String((error as Error).cause)}`);
    return null;
  }
}

async function answer(load: Load, { client }: Signed, { id, going }: At): Promise<void> {
  for (let nth = 0; going(); nth += 1) {
    await call(load, client, 'POST', `/attendance/${id}/${nth % 2 ? 'p' : 'r'}`, {});
    await pause(50);
  }
}

async function look(load: Load, { client }: Signed, { id, going }: At): Promise<void> {
  while (going()) {
    await call(load, client, 'GET', `/ajax/meetings/${id}`);
    await pause(20);
  }
}

async function add(load: Load, { client }: Signed, { id, going, titles }: At & { readonly titles: string[] }) {
  for (let nth = 0; going() && nth < 60; nth += 1) {
    const title = `Item ${nth}`;
    const answered = await call(load, client, 'POST', `/ajax/meetings/${id}/agenda-items`, { title });
    if (answered?.status === 200) titles.push(title);
    await pause(100);
  }
}

async function keepStream(load: Load, client: HttpClient, going: () => boolean): Promise<number> {
  for (let opened = 1; ; opened += 1) {
    const stream = await readEvents(client).catch((error: unknown) => {
      load.failed.push(`The stream could not be opened: ${String(error)}`);
      return null;
    });
    while (stream !== null && going() && !(await Promise.race([stream.ended.then(() => true), pause(50, false)])));
    if (going()) continue;
    stream?.end();
    return opened;
  }
}

async function announce({ admin }: Installation, title: string, reported: string[]): Promise<void> {
  const body = paragraph(boardTitle);
  const made = await admin.client.call('POST', '/ajax/announcements', { title, body, audience: wholeBoard });
  const { id } = made.json.data.announcement;
  const out = await admin.client.call('POST', `/ajax/announcements/${id}/publish`, { publish_on: null });
  expect([made.status, out.status]).toEqual([200, 200]);
  reported.push(title);
}

async function sendSlowly(
  load: Load,
  { admin }: Installation,
  { itemId, going }: { itemId: string; going: () => boolean },
) {
  const bytes = Buffer.concat([await pdfPaper(2), Buffer.alloc(3_000_000, '%\n')]);
  const tus = { 'tus-resumable': '1.0.0' };
  const metadata = `filename ${Buffer.from('Slow.pdf').toString('base64')}`;
  const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata };
  const announced = await admin.client.raw('POST', '/ajax/uploads', { headers });
  const path = announced.headers.get('location') ?? '';
  for (let offset = 0; offset < bytes.length; ) {
    const end = going() ? Math.min(offset + 40_000, bytes.length) : bytes.length;
    const type = 'application/offset+octet-stream';
    const part = { ...tus, 'upload-offset': String(offset), 'content-type': type };
    const received = await admin.client.raw('PATCH', path, { body: bytes.subarray(offset, end), headers: part });
    if (received.status !== 204) load.failed.push(`PATCH ${path} at ${offset}: ${received.status}`);
    const asked = await admin.client.raw('HEAD', path, { headers: tus });
    offset = Number(asked.headers.get('upload-offset'));
    await pause(50);
  }
  const attached = await call(load, admin.client, 'POST', '/ajax/documents', {
    upload_id: path.split('/').at(-1),
    home: { kind: 'agenda-item', id: itemId },
  });
  const served = await admin.client.raw('GET', `/document/${attached?.json.data.document.id}`, {});
  const digest = (given: Buffer): string => createHash('sha256').update(given).digest('hex');
  return { sent: digest(bytes), served: digest(Buffer.from(await served.arrayBuffer())) };
}
