import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ListMultipartUploadsCommand, ListObjectsV2Command, UploadPartCommand } from '@aws-sdk/client-s3';
import { Upload } from '@tus/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { createSharedLocks } from '../server/db/shared-locks.ts';
import { sweepFilesJob } from '../server/features/documents/sweep-files.ts';
import { sweepUploadsJob } from '../server/features/uploads/jobs.ts';
import { openStorage, type Storage } from '../server/integrations/storage/open-storage.ts';
import { signIn } from './support/client.ts';
import { createTestContext } from './support/context.ts';
import { makeAgendaItem, makeBoard, makeMeeting, makeMember } from './support/factories.ts';
import { type ObjectStore, startObjectStore } from './support/object-store.ts';
import { describesStorage } from './support/storage-contract.ts';
import { uploader } from './support/upload.ts';

// A real object store (OpenStack Swift), spoken to as S3.
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

/** All that lies in the bucket, finished or not. */
async function inBucket(): Promise<readonly string[]> {
  const { Contents = [] } = await store.client.send(new ListObjectsV2Command({ Bucket: bucket }));
  const { Uploads = [] } = await store.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  return [...Contents, ...Uploads].flatMap(({ Key }) => Key ?? []);
}

describe('what a storage promises', () => {
  describesStorage(() => storage);
});

test('an upload whose parts have all come is put together by who reads it, where the server fell before', async () => {
  const id = '7d1d9b9e-0c7e-4e62-9d0c-0a3f5ad1c001';
  const bytes = randomBytes(1_000);
  await storage.uploads.store.create(new Upload({ id, size: bytes.length, offset: 0 }));
  const { Uploads = [] } = await store.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  const begun = Uploads.find(({ Key }) => Key?.endsWith(id));
  const { Key, UploadId } = begun ?? {};
  await store.client.send(new UploadPartCommand({ Bucket: bucket, Key, UploadId, PartNumber: 1, Body: bytes }));
  const sizes = await Promise.all([storage.uploads.byteSize(id), storage.uploads.byteSize(id)]);
  expect(sizes).toEqual([bytes.length, bytes.length]);
  expect((await storage.uploads.withLocalFile(id, (path) => readFile(path))).equals(bytes)).toBe(true);
});

test('two servers with folders of their own take an upload in turns, serve it by ranges, and sweep what nobody named', async () => {
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
    const attached = await admin.post('/ajax/documents', { upload_id: id, place });
    const documentId: string = attached.json.data.document.id;
    await context.runJobs(['drop-upload']);
    expect((await inBucket()).filter((key) => key.includes('/uploads/'))).toEqual([]);

    const whole = await admin.get(`/document/${documentId}`);
    expect(whole.bytes.equals(bytes)).toBe(true);
    const part = await admin.get(`/document/${documentId}`, { range: 'bytes=3000000-3000999' });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(bytes.subarray(3_000_000, 3_001_000))).toBe(true);

    // One upload that is never attached, and one file whose row was never written.
    await hand.send({ name: 'other.pdf', bytes: bytes.subarray(0, 1_000) });
    const [{ key = '' } = {}] = await context.storage.list('boards');
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
