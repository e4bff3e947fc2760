import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { unsentMarks } from '#web/features/core/drafts/unsent-stores.ts';

const server = vi.hoisted(() => ({ key: '', previous_key: null as string | null }));
vi.mock('#web/api/call.ts', () => ({ call: async () => ({ user_id: 'ada', ...server }) }));

const keyOf = (letter: string): string => btoa(letter.repeat(32));
const [old, present] = [keyOf('o'), keyOf('n')];
const version = { boardId: 'b', documentId: 'd', versionId: 'v' };
const annotations = { ...version, xfdf: '<xfdf/>', baseXfdf: '', baseRevision: null };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
const stored = () => unsentMarks.run<readonly object[]>('readonly', (marks) => marks.getAll());

async function openPage(key: string, previous: string | null = null) {
  vi.resetModules();
  Object.assign(server, { key, previous_key: previous });
  return import('./unsent-annotations.ts');
}

test('annotations stored before a key change are decrypted and encrypted again with the new key', async () => {
  await (await openPage(old)).storeUnsent(annotations);
  const sealed = await stored();
  const during = await openPage(present, old);
  expect(await during.unsentRecords()).toMatchObject([annotations]);
  expect(await stored()).not.toEqual(sealed);
  const after = await openPage(present);
  const found = await after.unsentRecordOf('v', 'd');
  expect(found).toMatchObject(annotations);
  expect(found?.stamp).toBe((await during.unsentRecords())[0]?.stamp);
});

test('a window that read annotations before the key changed can delete them afterwards', async () => {
  const early = await openPage(old);
  const stamp = await early.storeUnsent(annotations);
  await (await openPage(present, old)).unsentRecords();
  await early.clearUnsent({ documentId: 'd', versionId: 'v', stamp });
  expect(await stored()).toEqual([]);
});

test('newer annotations stored by another window in the meantime are not overwritten', async () => {
  const early = await openPage(old);
  await early.storeUnsent(annotations);
  const during = await openPage(present, old);
  const { encrypt } = crypto.subtle;
  const sealing = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
    await early.storeUnsent({ ...annotations, xfdf: '<xfdf newer=""/>' });
    return encrypt.apply(crypto.subtle, given);
  });
  await during.unsentRecords();
  expect(sealing).toHaveBeenCalledTimes(2);
  expect(await during.unsentRecords()).toMatchObject([{ xfdf: '<xfdf newer=""/>' }]);
});

test('annotations that neither key can open are not deleted', async () => {
  await (await openPage(keyOf('x'))).storeUnsent(annotations);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await (await openPage(present, old)).unsentRecords()).toEqual([]);
  expect(await stored()).toHaveLength(1);
});
