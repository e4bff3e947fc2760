import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { HttpClient } from './support/http-client.ts';
import { openInstallation } from './support/installation.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { pdfPaper } from './support/papers.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';

let server: RunningServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop();
});

const megabyte = 1024 * 1024;
/** One copy of the file for each reader would take thousands of megabytes. */
const growthBytesMax = 150 * megabyte;
const each = 40;

async function begin(client: HttpClient, lines: readonly string[], rest = ''): Promise<void> {
  const cookie = [...client.cookies()].map(([name, value]) => `${name}=${value}`).join('; ');
  const token = decodeURIComponent(client.cookies().get('XSRF-TOKEN') ?? '');
  const head = [...lines, 'Host: localhost', `Cookie: ${cookie}`, `X-XSRF-TOKEN: ${token}`, 'X-Dais-Get: 1'];
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.pause();
  await new Promise<void>((sent, failed) => {
    socket.once('error', failed);
    socket.write(`${head.join('\r\n')}\r\n${rest}`, () => sent());
  });
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

test.runIf(process.platform === 'linux')(
  'slow clients do not block other requests and use little memory',
  async () => {
    server = await startRunningServer({}, copyMigratedFolder);
    const installation = await openInstallation(server);
    const { client } = installation.admin;
    const meeting = await installation.meeting();
    const bytes = Buffer.concat([await pdfPaper(1), Buffer.alloc(99 * megabyte, '%\n')]);
    const documentId = await installation.paper(meeting, { name: 'Large.pdf', bytes });
    const usual = `/ajax/meetings/${meeting.id}`;
    expect((await client.call('GET', usual)).status).toBe(200);
    const before = await residentBytes();

    const json = ['Content-Type: application/json', 'X-Requested-With: XMLHttpRequest'];
    for (let nth = 0; nth < each; nth += 1) {
      await begin(client, [`GET ${usual} HTTP/1.1`]);
      await begin(client, [`POST /attendance/${meeting.id}/p HTTP/1.1`, ...json, 'Content-Length: 1000'], '\r\n{');
      await begin(client, [`GET /document/${documentId} HTTP/1.1`], '\r\n');
      if (nth < 15) await begin(client, ['GET /ajax/events HTTP/1.1', ...json], '\r\n');
    }
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => client.call('GET', usual)));
      expect(answers.map(({ status }) => status)).toEqual(new Array(30).fill(200));
      const answered = await client.call('POST', `/attendance/${meeting.id}/${round % 2 ? 'p' : 'r'}`, {});
      expect(answered.json.status).toBe('success');
    }
    expect((await residentBytes()) - before).toBeLessThan(growthBytesMax);
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
  },
  120_000,
);
