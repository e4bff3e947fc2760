import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { Upload } from '@tus/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { s3Bucket } from '#server/integrations/storage/s3-bucket.ts';
import { createS3UploadArea } from '#server/integrations/storage/s3-upload-area.ts';
import type { UploadArea } from '#server/integrations/storage/upload-area.ts';
import { type FailingProxy, type Fate, failingProxy } from './support/failing-proxy.ts';
import { type ObjectStore, startObjectStore } from './support/object-store.ts';
import { seededNumbers } from './support/seeded-numbers.ts';

const partBytes = 10_000;
let store: ObjectStore;
let bucket: string;
let failing: FailingProxy;
let uploads: UploadArea;

beforeAll(async () => {
  store = await startObjectStore({ partBytesMin: 1 });
  const { storage: setting } = readConfig(await store.bucket(), 'serve');
  if (setting.kind !== 's3' || setting.endpoint === null) throw new Error('The settings name no bucket.');
  bucket = setting.bucket;
  failing = await failingProxy(setting.endpoint);
  uploads = createS3UploadArea(await s3Bucket({ ...setting, endpoint: failing.address }), { partBytes });
});
beforeEach(() => failing.judge(() => 'pass'));
afterAll(async () => {
  await failing?.stop();
  await store?.stop();
});

async function announced(size: number): Promise<string> {
  const id = randomUUID();
  await uploads.store.create(new Upload({ id, size, offset: 0 }));
  return id;
}

async function begun(id: string) {
  const { Uploads = [] } = await store.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  const { Key, UploadId } = Uploads.find(({ Key }) => Key?.endsWith(id)) ?? {};
  return { Bucket: bucket, Key, UploadId };
}

const write = (id: string, offset: number, bytes: Buffer): Promise<number> =>
  uploads.store.write(Readable.from([bytes]), id, offset);
const offsetOf = async (id: string): Promise<number> => (await uploads.store.getUpload(id)).offset;
const isOfPart = (number: number, { method, url = '' }: IncomingMessage): boolean =>
  method === 'PUT' && new URLSearchParams(url.split('?')[1]).get('partNumber') === String(number);

async function finish(id: string, bytes: Buffer): Promise<void> {
  const offset = await offsetOf(id);
  await write(id, offset, bytes.subarray(offset));
  expect((await uploads.withLocalFile(id, (path) => readFile(path))).equals(bytes)).toBe(true);
}

test('reading an upload completes it if all its parts have arrived', async () => {
  const bytes = randomBytes(1_000);
  const id = await announced(bytes.length);
  await store.client.send(new UploadPartCommand({ ...(await begun(id)), PartNumber: 1, Body: bytes }));
  const sizes = await Promise.all([uploads.byteSize(id), uploads.byteSize(id)]);
  expect(sizes).toEqual([bytes.length, bytes.length]);
  expect((await uploads.withLocalFile(id, (path) => readFile(path))).equals(bytes)).toBe(true);
});

test('an upload can be resumed at a part that the bucket rejected', async () => {
  const bytes = randomBytes(4 * partBytes + 1_000);
  const id = await announced(bytes.length);
  failing.judge((asked) => (isOfPart(3, asked) ? 'refuse' : 'pass'));
  await expect(write(id, 0, bytes)).rejects.toThrow();
  expect(await offsetOf(id)).toBe(2 * partBytes);
  failing.judge(() => 'pass');
  await finish(id, bytes);
});

test('upload parts after a missing part are ignored, and the bytes of an incomplete part are kept', async () => {
  const bytes = randomBytes(3 * partBytes);
  const id = await announced(bytes.length);
  const arrived = partBytes + 5_000;
  await write(id, 0, bytes.subarray(0, arrived));
  const third = { PartNumber: 3, Body: bytes.subarray(2 * partBytes) };
  await store.client.send(new UploadPartCommand({ ...(await begun(id)), ...third }));
  expect(await offsetOf(id)).toBe(arrived);
  failing.judge((asked) => (isOfPart(2, asked) ? 'refuse' : 'pass'));
  await expect(write(id, arrived, bytes.subarray(arrived))).rejects.toThrow();
  expect(await offsetOf(id)).toBe(arrived);
  failing.judge(() => 'pass');
  await finish(id, bytes);
});

test('an upload aborted by the bucket must be restarted', async () => {
  const id = await announced(2 * partBytes);
  await write(id, 0, randomBytes(partBytes));
  await store.client.send(new AbortMultipartUploadCommand(await begun(id)));
  await expect(offsetOf(id)).rejects.toMatchObject({ status_code: 410 });
  expect(await uploads.byteSize(id)).toBe(0);
});

test('an upload whose first part has an unexpected size must be restarted', async () => {
  const id = await announced(3 * partBytes);
  const odd = { PartNumber: 1, Body: randomBytes(6_000) };
  await store.client.send(new UploadPartCommand({ ...(await begun(id)), ...odd }));
  await expect(offsetOf(id)).rejects.toMatchObject({ status_code: 410 });
  expect(await uploads.byteSize(id)).toBe(0);
});

/** `S3_RUNS` sets the number of seeds. */
const seeds = Array.from({ length: Number(process.env.S3_RUNS ?? 3) }, (_, index) => index + 1);

test.each(seeds)(
  'an upload is complete and intact despite failed requests and delayed writers (seed %i)',
  { timeout: 60_000 },
  async (seed) => {
    const next = seededNumbers(seed);
    const below = (max: number): number => Math.floor(next() * max);
    const size = below(5) * partBytes + (next() < 0.5 ? partBytes : 1 + below(partBytes));
    const bytes = randomBytes(size);
    const id = await announced(size);
    const fates: readonly Fate[] = ['refuse', 'cut', 'cut-within', 'lose-answer'];
    const fate = (): Fate => (next() < 0.15 ? (fates[below(fates.length)] ?? 'pass') : 'pass');
    let acknowledged = 0;
    const request = (offset: number, before: Promise<void>): Promise<number | null> => {
      const end = offset + 1 + below(Math.min(size - offset, 3 * partBytes));
      const middle = offset + below(end - offset + 1);
      const vanishes = next() < 0.3;
      async function* stream() {
        yield bytes.subarray(offset, middle);
        await before;
        yield bytes.subarray(middle, end);
        if (vanishes) throw new Error('The browser is gone.');
      }
      return uploads.store.write(Readable.from(stream()), id, offset).catch(() => null);
    };
    const ask = async (tries = 20): Promise<number> =>
      offsetOf(id).catch((error: unknown) => {
        if (tries === 0) throw error;
        return ask(tries - 1);
      });
    for (let turn = 0; turn < 8; turn += 1) {
      failing.judge(fate);
      const offset = await ask();
      expect(offset).toBeGreaterThanOrEqual(acknowledged);
      if (offset === size) break;
      const now = Promise.resolve();
      const reported: (number | null)[] = [];
      if (next() < 0.5) {
        const release = Promise.withResolvers<void>();
        const late = request(offset, release.promise);
        reported.push(await request(Math.min(await ask(), size - 1), now));
        release.resolve();
        reported.push(await late);
      } else {
        reported.push(await request(offset, now), await request(offset, now));
      }
      acknowledged = Math.max(acknowledged, offset, ...reported.map((each) => each ?? 0));
    }
    failing.judge(() => 'pass');
    expect(await offsetOf(id)).toBeGreaterThanOrEqual(acknowledged);
    await finish(id, bytes);
  },
);
