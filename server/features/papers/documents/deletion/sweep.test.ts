import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepPicturesJob } from '#server/features/members/pictures/jobs.ts';
import { storageKeyOf } from '#server/features/papers/documents/versions/commands.ts';
import { fileAgeMsMin } from '#server/integrations/storage/document-storage.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { makeBoard, makeDocument, makeMeeting } from '#tests/support/factories.ts';
import { sweepFilesJob } from './jobs.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.stop());

async function store(boardId: string): Promise<string> {
  const id = randomUUID();
  await writeFile(context.uploads.path(id), 'bytes');
  await context.storage.putFile(storageKeyOf(boardId, id), context.uploads.path(id));
  return storageKeyOf(boardId, id);
}

async function makeOld(key: string): Promise<void> {
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(join(context.config.dataDir, 'files', key), hourAgo, hourAgo);
}

test('an old file without a database row is deleted, and other files are kept', async () => {
  const board = await makeBoard(context);
  const suspended = await makeBoard(context, { suspended: true });
  const document = await makeDocument(context, { meeting: await makeMeeting(context, { board }) });
  const kept = storageKeyOf(board.id, document.versionId);
  const [left, leftOnSuspended, fresh] = [await store(board.id), await store(suspended.id), await store(board.id)];
  for (const key of [kept, left, leftOnSuspended]) await makeOld(key);

  await sweepFilesJob(context).handle({}, { attempt: 1, isLast: true });

  const there = (await context.storage.list('boards')).map((file) => file.key).sort();
  expect(there).toEqual([kept, fresh].sort());
});

test('a failure with one board’s files does not prevent the cleanup of other boards', async () => {
  const boards = [await makeBoard(context), await makeBoard(context)];
  const keys = await Promise.all(boards.map(({ id }) => store(id)));
  for (const key of keys) await makeOld(key);
  const [inTrouble] = await context.storage.folders('boards');
  const list: typeof context.storage.list = async (folder) => {
    if (folder === `boards/${inTrouble}`) throw new Error('cannot be read');
    return context.storage.list(folder);
  };
  const sweeping = sweepFilesJob({ ...context, storage: { ...context.storage, list } });
  await expect(sweeping.handle({}, { attempt: 1, isLast: true })).rejects.toThrow('could not be swept');
  const left = (await context.storage.list('boards')).filter(({ key }) => keys.includes(key));
  expect(left.every(({ key }) => key.startsWith(`boards/${inTrouble}/`))).toBe(true);
});

test.each([
  ['documents', sweepFilesJob],
  ['pictures', sweepPicturesJob],
] as const)('the cleanup of %s finds a file without a database row within an hour', (_files, job) => {
  const { schedule = '' } = job(context);
  const minutes = schedule.split(' ')[0]?.split(',').map(Number) ?? [];
  const turns = [...minutes, (minutes[0] ?? 0) + 60];
  const longestPause = Math.max(...turns.slice(1).map((minute, nth) => minute - (turns[nth] ?? 0)));
  expect(schedule).toMatch(/^[\d,]+ \* \* \* \*$/);
  expect(fileAgeMsMin / 60_000 + longestPause).toBeLessThan(60);
});
