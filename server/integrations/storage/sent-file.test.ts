import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ownFolder } from '#tests/support/test-folder.ts';
import { type ByteRange, openSentFile } from './sent-file.ts';

const bytes = randomBytes(3_000_000);

async function fileServer(range: ByteRange | null) {
  const path = join(ownFolder(), 'file');
  await writeFile(path, bytes);
  const sent: Readable[] = [];
  const server = createServer(async (_request, response) => {
    const file = await openSentFile(path, range);
    sent.push(file);
    response.on('close', () => file.destroy());
    file.pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { sent, path, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.each([
  { name: 'a whole file', range: null, expected: bytes },
  { name: 'a range', range: { start: 1, end: 1_500_000 }, expected: bytes.subarray(1, 1_500_001) },
  { name: 'the last byte', range: { start: 2_999_999, end: 2_999_999 }, expected: bytes.subarray(2_999_999) },
])('$name arrives unchanged at ten clients, some of which pause', async ({ range, expected }) => {
  const { url, sent } = await fileServer(range);
  const bodies = await Promise.all(
    Array.from({ length: 10 }, async (_, nth) => {
      const parts: Uint8Array[] = [];
      for await (const part of (await fetch(url)).body ?? []) {
        parts.push(part);
        if (nth % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return Buffer.concat(parts);
    }),
  );
  for (const body of bodies) expect(body.equals(expected)).toBe(true);
  await expect.poll(() => sent.every(({ closed }) => closed)).toBe(true);
});

test('a file that is being sent is closed when the client disconnects', async () => {
  const { url, sent } = await fileServer(null);
  const leaving = new AbortController();
  await fetch(url, { signal: leaving.signal });
  leaving.abort();
  await expect.poll(() => sent[0]?.closed).toBe(true);
});

test('a file opened for sending can be piped but not read directly', async () => {
  const { path } = await fileServer(null);
  await expect(buffer(await openSentFile(path, null))).rejects.toThrow('can only be piped');
});
