import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openVaultDatabase, type PaperRow, type VaultDatabase } from './database.ts';
import { stalledMax } from './download.ts';
import { chunkBytes, keyOfPasscode } from './sealing.ts';
import type { PaperToKeep } from './stored-papers.ts';
import { idleCheckMs, idleMax } from './unlocking.ts';
import { createVault } from './vault.ts';

const day = 86_400_000;
const planted = ['Heronsgate', 'Quicksilver', 'Palimpsest', 'Wintergreen', 'Ottoline'] as const;
const [title, words, mark, item, name] = planted;
/** Three chunks, of which the last is short. */
const bytes = new Uint8Array(2 * chunkBytes + 1_000);
const text = `A report on ${words}.`;
bytes.set(new TextEncoder().encode(text), chunkBytes - 10);

let database: VaultDatabase;
let clock: number;
const wiped = vi.fn(async () => undefined);
const locked = vi.fn();
/** Replaces the real derivation, which takes half a second. */
const quickKey: typeof keyOfPasscode = async (passcode, salt) => {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new Uint8Array([...salt, ...new TextEncoder().encode(passcode)]),
  );
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
};
const openVault = (given: Partial<Parameters<typeof createVault>[0]> = {}) =>
  createVault({
    database,
    now: () => clock,
    derive: quickKey,
    wipeMarks: wiped,
    onLock: locked,
    fetchFile: async () => new Response(bytes),
    ...given,
  });

const paper = (documentId: string, more: Partial<PaperToKeep> = {}): PaperToKeep => ({
  userId: 'ada',
  boardId: 'board',
  documentId,
  versionId: 'v1',
  deviceId: 'd',
  url: '/paper',
  entry: { document: { title }, annotations: { xfdf: mark } },
  ...more,
});
const passcode = 'four random words here';
const marks = { key: btoa('k'.repeat(32)), previous_key: null };

const keepFor = (userId: string, ...rest: readonly [passcode: string, ...documentIds: readonly string[]]) =>
  keepIn(openVault(), userId, ...rest);

async function keepIn(
  vault: ReturnType<typeof openVault>,
  userId: string,
  ...[itsPasscode, ...documentIds]: readonly [passcode: string, ...documentIds: readonly string[]]
) {
  await vault.create(userId, itsPasscode);
  await vault.addBoard({ userId, boardId: 'board', device: { id: 'd', token: 't' } });
  await vault.saveCatalogue(userId, 'board', { content: { agenda: item, reader: name }, marks });
  await vault.updateBoard(userId, 'board', { expiresAt: clock + 14 * day });
  for (const id of documentIds) await vault.keep(paper(id, { userId }));
  return vault;
}

beforeEach(async () => {
  clock = Date.parse('2026-11-16T12:00:00Z');
  database = await openVaultDatabase();
  for (const store of database.objectStoreNames) await database.clear(store);
  vi.clearAllMocks();
});
afterEach(() => {
  database.close();
  vi.useRealTimers();
});

const ids = async (vault = openVault()) =>
  (await vault.state()).boards.flatMap(({ papers }) => papers.map((each) => each.documentId));

describe('a paper kept on the device', () => {
  test('can be added while the vault is locked, and any part of it can be read after unlocking', async () => {
    const vault = await keepIn(openVault({ derive: keyOfPasscode }), 'ada', passcode, 'one');
    await expect(vault.read('one', 0, 10)).rejects.toThrow('locked');
    expect(await vault.unlock(passcode)).toEqual({ kind: 'open', userId: 'ada' });
    expect(await vault.read('one', 0, bytes.length + 99)).toEqual(bytes);
    const around = await vault.read('one', chunkBytes - 10, chunkBytes - 10 + text.length);
    expect(new TextDecoder().decode(around)).toBe(text);
    expect(await vault.list()).toMatchObject([
      { content: { agenda: item }, entries: [{ documentId: 'one', entry: { document: { title } } }] },
    ]);
    expect((await vault.marksKeys()).key.extractable).toBe(false);
  });

  test('is stored encrypted, so that no known word appears in the database', async () => {
    await keepFor('ada', passcode, 'one');
    const stored: string[] = [];
    for (const store of database.objectStoreNames) {
      for (const value of await database.getAll(store)) stored.push(readable(value));
    }
    const all = stored.join('\n');
    expect(all).toContain('one');
    for (const word of [...planted, passcode]) expect(all).not.toContain(word);
  });

  const file = async (id = 'one') => (await database.get('papers', ['ada', id])) as PaperRow;
  const alter = async (change: Partial<PaperRow>) => database.put('papers', { ...(await file()), ...change });
  const chunk = async (index: number, id = 'one') =>
    (await database.get('chunks', ['ada', id, 'v1', index])) as ArrayBuffer;
  const put = (index: number, value: ArrayBuffer) => database.put('chunks', value, ['ada', 'one', 'v1', index]);
  const flipped = (value: ArrayBuffer, at: number) => {
    const changed = new Uint8Array(value.slice());
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed.buffer;
  };
  test.each([
    ['a bit of the first chunk is flipped', async () => put(0, flipped(await chunk(0), 5))],
    ['a bit of the last chunk is flipped', async () => put(2, flipped(await chunk(2), 1_010))],
    [
      'two chunks are swapped',
      async () => {
        const [first, second] = [await chunk(0), await chunk(1)];
        await put(0, second);
        await put(1, first);
      },
    ],
    ['a chunk of another paper is in its place', async () => put(1, await chunk(1, 'two'))],
    ['a chunk is shortened', async () => put(1, (await chunk(1)).slice(0, 500))],
    ['the last chunk is missing', async () => database.delete('chunks', ['ada', 'one', 'v1', 2])],
    ['the paper is cut to two chunks', () => alter({ byteSize: 2 * chunkBytes })],
    ['the row claims another board', () => alter({ boardId: 'other' })],
    ['the row claims another version', () => alter({ versionId: 'v0' })],
    ['the key of another paper is in its place', async () => alter({ key: (await file('two')).key })],
  ])('gives an error if %s', async (_what, damage) => {
    await keepFor('ada', passcode, 'one', 'two');
    await damage();
    const vault = openVault();
    await vault.unlock(passcode);
    await expect(vault.read('one', 0, bytes.length)).rejects.toThrow();
    expect(await vault.read('two', 0, 3)).toEqual(bytes.slice(0, 3));
  });

  test('is replaced as a whole by a new version, and is unchanged if storing fails', async () => {
    const vault = await keepFor('ada', passcode, 'one');
    await vault.unlock(passcode);
    const full = openVault({ fetchFile: async () => new Response('x'.repeat(10), { status: 507 }) });
    await expect(full.keep(paper('one', { versionId: 'v2' }))).rejects.toThrow('507');
    const transaction = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(vault.keep(paper('one', { versionId: 'v2' }))).rejects.toThrow('full');
    transaction.mockRestore();
    expect(await vault.read('one', 0, bytes.length)).toEqual(bytes);
    expect(await database.count('chunks')).toBe(3);
    const next = openVault({ fetchFile: async () => new Response('new file') });
    await next.keep(paper('one', { versionId: 'v2' }));
    await next.unlock(passcode);
    expect(new TextDecoder().decode(await next.read('one', 0, 99))).toBe('new file');
    expect(await database.count('chunks')).toBe(1);
  });

  test('is stored in chunks while it arrives, and is listed once it is complete', async () => {
    const { readable: arriving, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const sent = writable.getWriter();
    const vault = await keepFor('ada', passcode);
    const kept = openVault({ fetchFile: async () => new Response(arriving) }).keep(paper('slow'));
    for (const stored of [1, 2]) {
      await sent.write(new Uint8Array(chunkBytes));
      await vi.waitFor(async () => expect(await database.count('chunks')).toBe(stored));
    }
    expect(await ids(vault)).toEqual([]);
    await sent.close();
    await kept;
    expect(await ids(vault)).toEqual(['slow']);
  });

  test('leaves no partial data behind if the browser aborted the download', async () => {
    const vault = await keepFor('ada', passcode, 'one');
    await database.put('chunks', new ArrayBuffer(9), ['ada', 'ended', 'v1', 0]);
    await vault.removeUnused('ada');
    expect(await database.count('chunks')).toBe(3);
  });
});

describe('the passcode of kept papers', () => {
  test('can be wrong nine times, and the tenth wrong attempt deletes the papers and unsent marks', async () => {
    await keepFor('ada', passcode, 'one');
    for (let left = 9; left > 0; left -= 1) {
      expect(await openVault().unlock('wrong')).toEqual({ kind: 'wrong', triesLeft: left });
    }
    expect(wiped).not.toHaveBeenCalled();
    expect(await openVault().unlock('wrong')).toEqual({ kind: 'wiped' });
    expect(wiped).toHaveBeenCalledWith('ada');
    for (const store of database.objectStoreNames) expect(await database.count(store), store).toBe(0);
  });

  test('resets the count of wrong attempts when it is entered correctly', async () => {
    const vault = await keepFor('ada', passcode, 'one');
    await vault.unlock('wrong');
    expect(await vault.unlock(passcode)).toMatchObject({ kind: 'open' });
    expect(await vault.unlock('wrong')).toEqual({ kind: 'wrong', triesLeft: 9 });
  });

  test('must be entered again after fifteen idle minutes, even if no timer ran because the device slept', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const vault = await keepFor('ada', passcode, 'one');
    await vault.unlock(passcode);
    clock += idleMax - 1;
    await vault.read('one', 0, 1);
    clock += idleMax;
    await expect(vault.read('one', 0, 1)).rejects.toThrow('locked');
    expect(locked).toHaveBeenCalledOnce();
    await vault.unlock(passcode);
    clock += idleMax;
    vi.advanceTimersByTime(idleCheckMs);
    expect(locked).toHaveBeenCalledTimes(2);
  });
});

test('two users of a browser see only their own papers, and have separate counts of attempts', async () => {
  await keepFor('ada', passcode, 'of-ada');
  const vault = await keepFor('ben', 'four other words here', 'of-ben');
  for (let nth = 0; nth < 12; nth += 1)
    expect(await vault.unlock('four other words here')).toMatchObject({ userId: 'ben' });
  const [board] = await vault.list();
  expect(board?.entries.map(({ documentId }) => documentId)).toEqual(['of-ben']);
  await expect(vault.read('of-ada', 0, 1)).rejects.toThrow('no longer kept');
  await vault.removeUser('ben');
  expect(await ids(vault)).toEqual(['of-ada']);
  expect(await vault.unlock(passcode)).toMatchObject({ userId: 'ada' });
});

test('a download without progress for a minute is aborted', async () => {
  await keepFor('ada', passcode);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let sent: ReadableStreamDefaultController | undefined;
  const vault = openVault({
    fetchFile: async (_url, signal) =>
      new Response(
        new ReadableStream({
          start(controller) {
            sent = controller;
            signal.addEventListener('abort', () => controller.error(signal.reason));
          },
        }),
      ),
  });
  const kept = vault.keep(paper('slow')).catch((cause: unknown) => cause);
  await vi.waitFor(() => expect(sent).toBeDefined());
  await vi.advanceTimersByTimeAsync(stalledMax - 1_000);
  sent?.enqueue(new Uint8Array(9));
  await vi.advanceTimersByTimeAsync(stalledMax - 1_000);
  expect(sent?.desiredSize).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await kept).toMatchObject({ name: 'KeepingFailed', message: 'stalled' });
});

test('only one of two passcodes set at the same time is accepted', async () => {
  const both = [passcode, 'four other words here'].map((each) => openVault().create('ada', each));
  const [first, second] = await Promise.allSettled(both);
  expect([first?.status, second?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  const kept = first?.status === 'fulfilled' ? passcode : 'four other words here';
  expect(await openVault().unlock(kept)).toMatchObject({ kind: 'open' });
});

test('adding a board in a second tab does not replace the choices made in the first', async () => {
  const vault = await keepFor('ada', passcode);
  await vault.choose('ada', 'board', { list: 'meetings', id: 'm', isKept: true });
  await openVault().addBoard({ userId: 'ada', boardId: 'board', device: { id: 'other', token: 't' } });
  expect((await vault.state()).boards).toMatchObject([{ meetings: ['m'], device: { id: 'd' } }]);
});

test('an error in the key derivation does not count as a wrong passcode', async () => {
  await keepFor('ada', passcode);
  const vault = openVault({ derive: () => Promise.reject(new RangeError('out of memory')) });
  await expect(vault.unlock(passcode)).rejects.toThrow('memory');
  expect((await vault.state()).owners).toMatchObject([{ wrong: 0 }]);
});

describe('the expiry of kept papers', () => {
  test('deletes the copies after fourteen days, but not the choice of meetings', async () => {
    const vault = await keepFor('ada', passcode, 'one');
    await vault.updateBoard('ada', 'board', { meetings: ['m'] });
    clock += 14 * day;
    expect(await ids(vault)).toEqual(['one']);
    clock += 1;
    expect(await vault.state()).toMatchObject({ boards: [{ meetings: ['m'], expiresAt: null, papers: [] }] });
    expect(await database.count('chunks')).toBe(0);
  });

  test('is not extended by setting the clock back', async () => {
    const vault = await keepFor('ada', passcode, 'one');
    clock += 13 * day;
    await vault.state();
    clock -= 13 * day;
    expect((await vault.state()).boards[0]?.seenAt).toBe(clock + 13 * day);
    clock += 15 * day;
    expect(await ids(vault)).toEqual([]);
  });
});

test('a paper that arrives after the user’s papers were removed is not stored, even if the user keeps papers again', async () => {
  const vault = await keepFor('ada', passcode);
  await vault.removeUser('ada');
  await vault.create('ada', passcode);
  await vault.addBoard({ userId: 'ada', boardId: 'board', device: { id: 'next', token: 't' } });
  await vault.keep(paper('late'));
  expect(await database.count('chunks')).toBe(0);
});

test('the record that a paper was opened offline is kept until it has been reported to the server', async () => {
  const vault = await keepFor('ada', passcode, 'one');
  await vault.unlock(passcode);
  await vault.noteOpening('one');
  clock += 1;
  await vault.noteOpening('one');
  expect(await vault.openings('ada', 'board')).toMatchObject([{ documentId: 'one', versionId: 'v1' }, {}]);
  await vault.forgetOpenings('ada', 'board', clock - 1);
  expect(await vault.openings('ada', 'board')).toHaveLength(1);
});

function readable(value: unknown): string {
  if (value instanceof ArrayBuffer) return readable(new Uint8Array(value));
  if (value instanceof Uint8Array) return new TextDecoder('latin1').decode(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(readable).join(' ');
}
