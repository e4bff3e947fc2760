import { beforeEach, expect, test, vi } from 'vitest';
import { stubMemoryDatabase } from '#tests/support/memory-database.ts';

const server = vi.hoisted(() => ({ key: '', previous_key: null as string | null }));
vi.mock('#web/api/call.ts', () => ({ call: async () => ({ user_id: 'ada', ...server }) }));

const keyOf = (letter: string): string => btoa(letter.repeat(32));
const [old, present] = [keyOf('o'), keyOf('n')];
const marks = {
  boardId: 'b',
  documentId: 'd',
  versionId: 'v',
  xfdf: '<xfdf/>',
  baseXfdf: '',
  baseRevision: null,
};

let stored: ReturnType<typeof stubMemoryDatabase>;
beforeEach(() => {
  stored = stubMemoryDatabase();
});

/** A page asks for its keys once. */
async function openPage(key: string, previous: string | null = null) {
  vi.resetModules();
  Object.assign(server, { key, previous_key: previous });
  return import('./unsent-annotations.ts');
}

test('what waited when the server’s secret was changed is opened, and sealed anew for when the previous key is gone', async () => {
  await (await openPage(old)).storeUnsent(marks);
  const [sealed] = [...stored.values()];
  const during = await openPage(present, old);
  expect(await during.unsentRecords()).toMatchObject([marks]);
  expect([...stored.values()]).not.toEqual([sealed]);
  const after = await openPage(present);
  const found = await after.unsentRecordOf('v', 'd');
  expect(found).toMatchObject(marks);
  // They are the same marks for a window that found them before.
  expect(found?.stamp).toBe((await during.unsentRecords())[0]?.stamp);
});

test('a window that found them before the change takes them away after it', async () => {
  const early = await openPage(old);
  const stamp = await early.storeUnsent(marks);
  await (await openPage(present, old)).unsentRecords();
  await early.clearUnsent({ documentId: 'd', versionId: 'v', stamp });
  expect(stored.size).toBe(0);
});

test('newer marks that another window keeps meanwhile are not written over', async () => {
  const early = await openPage(old);
  await early.storeUnsent(marks);
  const during = await openPage(present, old);
  const { encrypt } = crypto.subtle;
  const sealing = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
    await early.storeUnsent({ ...marks, xfdf: '<xfdf newer=""/>' });
    return encrypt.apply(crypto.subtle, given);
  });
  await during.unsentRecords();
  expect(sealing).toHaveBeenCalledTimes(2);
  expect(await during.unsentRecords()).toMatchObject([{ xfdf: '<xfdf newer=""/>' }]);
});

test('what neither key opens is left alone', async () => {
  await (await openPage(keyOf('x'))).storeUnsent(marks);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await (await openPage(present, old)).unsentRecords()).toEqual([]);
  expect(stored.size).toBe(1);
});
