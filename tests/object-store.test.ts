import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { copyFiles } from '#server/backup/files.ts';
import { readConfig } from '#server/config.ts';
import { createSharedLocks } from '#server/db/shared-locks.ts';
import { sweepUploadsJob } from '#server/features/core/uploads/jobs.ts';
import { sweepFilesJob } from '#server/features/papers/documents/deletion/jobs.ts';
import type { DocumentStorage } from '#server/integrations/storage/document-storage.ts';
import { openStorage, type Storage } from '#server/integrations/storage/open-storage.ts';
import { s3Bucket } from '#server/integrations/storage/s3-bucket.ts';
import { createS3Storage } from '#server/integrations/storage/s3-storage.ts';
import type { S3Setting } from '#server/integrations/storage/storage-setting.ts';
import { signIn } from './support/client.ts';
import { createTestContext } from './support/context.ts';
import { makeAgendaItem, makeBoard, makeMeeting, makeMember } from './support/factories.ts';
import { failingProxy } from './support/failing-proxy.ts';
import { type ObjectStore, startObjectStore } from './support/object-store.ts';
import { describesStorage } from './support/storage-contract.ts';
import { uploader } from './support/upload.ts';

let store: ObjectStore;
let bucket: string;
let storage: Storage;

beforeAll(async () => {
  store = await startObjectStore();
  const settings = await store.bucket();
  bucket = new URL(settings.STORAGE_URL).host;
  storage = await openStorage(readConfig(settings, 'serve').storage);
});
afterAll(() => store?.stop());

async function inBucket(): Promise<readonly string[]> {
  const { Contents = [] } = await store.client.send(new ListObjectsV2Command({ Bucket: bucket }));
  const { Uploads = [] } = await store.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  return [...Contents, ...Uploads].flatMap(({ Key }) => Key ?? []);
}

describe('storage in a bucket', () => {
  describesStorage(() => storage);
});

describe('a reader of a paper in a bucket', () => {
  const key = 'boards/one/documents/paper';
  const bytes = randomBytes(12_000_000);
  let setting: S3Setting;
  let documents: DocumentStorage;
  let scratch: string;

  beforeAll(async () => {
    const { storage: read } = readConfig(await store.bucket(), 'serve');
    if (read.kind !== 's3') throw new Error('The settings name no bucket.');
    setting = read;
    documents = createS3Storage(await s3Bucket(setting));
    scratch = await mkdtemp(join(tmpdir(), 'dais-readers-'));
    await writeFile(join(scratch, 'paper'), bytes);
    await documents.putFile(key, join(scratch, 'paper'));
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  test('can pause for longer than the bucket’s timeout', async () => {
    const impatient = await s3Bucket(setting, { silenceMs: 1_000 });
    const source = await createS3Storage(impatient).open(key, null);
    const cut = impatient.client
      .send(new GetObjectCommand({ Bucket: impatient.name, Key: `${impatient.prefix}${key}` }))
      .then(({ Body }) => once(Body as Readable, 'end'));
    await expect(cut).rejects.toMatchObject({ name: 'TimeoutError' });
    expect((await buffer(source)).equals(bytes)).toBe(true);
  });

  test('does not wait for slow readers to finish', async () => {
    const narrow = createS3Storage(await s3Bucket(setting, { sockets: 2 }));
    const slow = await Promise.all(Array.from({ length: 5 }, () => narrow.open(key, null)));
    const copied = await narrow.withLocalFile(key, (path) => readFile(path));
    expect(copied.equals(bytes)).toBe(true);
    for (const each of slow) each.destroy();
  });

  test('gets an error instead of a truncated file if the bucket fails', async () => {
    const falling = await failingProxy(setting.endpoint ?? '');
    try {
      const through = createS3Storage(await s3Bucket({ ...setting, endpoint: falling.address }));
      falling.breakOff(1_000_000);
      await expect(buffer(await through.open(key, null))).rejects.toThrow('aborted');
    } finally {
      await falling.stop();
    }
  });
});

test('two servers with one bucket can share an upload, serve it and delete orphaned files', async () => {
  const settings = await store.bucket();
  bucket = new URL(settings.STORAGE_URL).host;
  const context = await createTestContext(settings, await openStorage(readConfig(settings, 'serve').storage));
  const locks = createSharedLocks({ servingUrl: context.servingUrl, log: context.log });
  const contextOfOther = { ...context, locks, ...(await openStorage(context.config.storage)) };
  const [here, there] = await Promise.all([createApp(context), createApp(contextOfOther)]);
  try {
    const board = await makeBoard(context);
    const secretary = await makeMember(context, { board, isBoardAdmin: true });
    const item = await makeAgendaItem(context, { meeting: await makeMeeting(context, { board }) });
    const [hand, otherHand] = [
      await uploader(here, context, secretary),
      await uploader(there, contextOfOther, secretary),
    ];
    const admin = await signIn(there, contextOfOther, secretary);
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(6_000_000), Buffer.from('\n%%EOF\n')]);
    const half = 2_000_000;
    const announced = await hand.announce({ name: 'paper.pdf', length: bytes.length });
    const id = announced.headers.get('location')?.split('/').at(-1) ?? '';
    expect((await hand.append(id, { offset: 0, bytes: bytes.subarray(0, half) })).status).toBe(204);
    expect((await otherHand.inspect(id)).headers.get('upload-offset')).toBe(String(half));
    expect((await otherHand.append(id, { offset: half, bytes: bytes.subarray(half) })).status).toBe(204);
    const place = { kind: 'agenda-item', id: item.id };
    const attached = await admin.post('/ajax/documents', { upload_id: id, home: place });
    const documentId: string = attached.json.data.document.id;
    await context.runJobs(['drop-upload']);
    expect((await inBucket()).filter((key) => key.includes('/uploads/'))).toEqual([]);

    const whole = await admin.get(`/document/${documentId}`);
    expect(whole.bytes.equals(bytes)).toBe(true);
    const part = await admin.get(`/document/${documentId}`, { range: 'bytes=3000000-3000999' });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(bytes.subarray(3_000_000, 3_001_000))).toBe(true);

    const [{ key = '' } = {}] = await context.storage.list('boards');
    const gone = 'boards/one/documents/gone';
    const folder = await mkdtemp(join(tmpdir(), 'dais-copies-'));
    const named = [key, gone].map((each) => ({ key: each, sha256: null }));
    const copies = await copyFiles(context.storage, { ownerUrl: context.ownerUrl, folder, named });
    expect(copies).toMatchObject({ files: [{ key, bytes: bytes.length }], gone: [gone], damaged: [] });
    expect((await readFile(join(folder, key))).equals(bytes)).toBe(true);
    await rm(folder, { recursive: true });

    await hand.send({ name: 'other.pdf', bytes: bytes.subarray(0, 1_000) });
    await context.storage.withLocalFile(key, (path) =>
      context.storage.putFile(`boards/${board.id}/documents/7d1d9b9e-0c7e-4e62-9d0c-0a3f5ad1c002`, path),
    );
    context.clock.advance({ minutes: 25 * 60 });
    await sweepUploadsJob(context).handle({}, { attempt: 1, isLast: true });
    const { list } = context.storage;
    const old = new Date(0);
    const aged = {
      ...context.storage,
      list: async (folder: string) => (await list(folder)).map(({ key }) => ({ key, storedAt: old })),
    };
    await sweepFilesJob({ ...context, storage: aged }).handle({}, { attempt: 1, isLast: true });
    expect(await inBucket()).toEqual([`of/tests/${key}`]);
  } finally {
    await Promise.all([here.close(), there.close()]);
    await locks.stop();
    await context.stop();
  }
});
