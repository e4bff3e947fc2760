import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorOfStatus, networkError } from '#web/api/call-error.ts';
import { keeping, keptHere } from './kept.ts';
import { openVaultDatabase, type VaultDatabase } from './vault/database.ts';
import { createVault } from './vault/vault.ts';

type Answer = (input: { readonly params?: { id: string }; readonly body?: unknown }) => unknown;
const server = vi.hoisted(() => ({
  vault: {} as ReturnType<typeof createVault>,
  sent: [] as string[],
  unsent: [] as string[],
  answers: {} as Record<string, Answer>,
}));

const board = { board_info: { board_id: 'b' }, title: 'Harbour', time_zone: 'UTC', primary_color: '#124e52' };
const open = { suspended: false, two_factor_missing: false, opens_by: null, papers_on_devices: 'allowed', baseUrl: '' };
const start = { user: { id: 'ada', name: 'Ada', theme: 'system' }, boards: [{ ...board, ...open }] };
vi.mock('#web/api/start.ts', () => ({ currentStart: () => start, isOpen: () => true }));
vi.mock('#web/features/core/drafts/unsent-stores.ts', () => {
  const records = {
    getAllKeys: () => server.unsent,
    delete: (key: string) => void server.unsent.splice(server.unsent.indexOf(key), 1),
  };
  const run = async (_: string, work: (store: typeof records) => unknown) => work(records);
  return { unsentMarks: { isAny: async () => true, run } };
});
vi.mock('#web/features/papers/annotations/unsent-annotations.ts', () => ({
  sendUnsent: async () => {
    server.sent.push('marks');
    server.answers['marks.send']?.({});
  },
}));
vi.mock('./vault/remote-vault.ts', () => ({
  remoteVault: new Proxy({}, { get: (_, name) => Reflect.get(server.vault, name) }),
}));
vi.mock('#web/api/call.ts', async (importOriginal) => {
  const answer = async ({ name }: Endpoint, input: Parameters<Answer>[0] = {}) => {
    server.sent.push(name);
    return server.answers[name]?.(input) ?? {};
  };
  const callOnBoard = (_board: string, endpoint: Endpoint, input: Parameters<Answer>[0]) => answer(endpoint, input);
  return { ...(await importOriginal<object>()), callWith: answer, callOnBoard, pageBoard: () => 'b' };
});

const { choose, contact, removeAllOf } = await import('./keeping.ts');

let database: VaultDatabase;
const fetchFile = vi.fn<(url: string) => Promise<Response>>();
const paper = (id: string, version = 'v1') => ({
  document: { id, version_id: version, title: id },
  annotations: { xfdf: null, revision: 0 },
  can: { annotate: true },
});
const sync = (...papers: readonly object[]) => ({
  expires_at: new Date(Date.now() + 60_000).toISOString(),
  papers,
  preparing: [] as string[],
});
const contactWith = async (name: string, answer: Answer) => {
  server.answers[name] = answer;
  await contact();
};
const held = async () =>
  (await database.getAll('papers')).map((row) => `${row.documentId} ${row.versionId}`).toSorted();

beforeEach(async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  let queue = Promise.resolve();
  const request = (_name: string, work: () => Promise<void>) => {
    queue = queue.then(work);
    return queue;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  database = await openVaultDatabase();
  for (const store of database.objectStoreNames) await database.clear(store);
  const derive = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const rest = { derive: derive as never, wipeMarks: async () => undefined, onLock: () => undefined };
  const vault = createVault({ database, now: () => Date.now(), fetchFile, ...rest });
  await vault.create('ada', 'four random words');
  fetchFile.mockImplementation(async () => new Response('%PDF'));
  Object.assign(server, { vault, sent: [] });
  server.answers = {
    'keptPapers.register': () => ({ id: 'device', token: 'token' }),
    'keptPapers.check': () => ({ is_known: true, remove: [], destroyed: [] }),
    'keptPapers.sync': () => sync(paper('one'), paper('two')),
    'documents.annotationsKey': () => ({ user_id: 'ada', key: btoa('k'.repeat(32)), previous_key: null }),
    'meetings.get': ({ params }) => ({
      meeting: {
        id: params?.id,
        start: null,
        documents: [{ id: 'one' }],
        agenda_items: [{ documents: [{ id: 'two' }] }],
      },
    }),
  };
  await choose({ kind: 'meeting', id: 'm' }, true);
  await contact();
});
afterEach(async () => {
  await contact();
  database.close();
  vi.useRealTimers();
});

test('a meeting chosen for offline use is fetched with its papers, and a changed version replaces the earlier one', async () => {
  expect(await held()).toEqual(['one v1', 'two v1']);
  expect(keptHere.get()).toMatchObject({ meetings: ['m'], papers: 2, hasPasscode: true });
  fetchFile.mockClear();
  await contactWith('keptPapers.sync', () => sync(paper('one', 'v2'), paper('two')));
  expect(await held()).toEqual(['one v2', 'two v1']);
  expect(fetchFile.mock.calls).toEqual([['/document/one/versions/v2/kept?device=device', expect.any(AbortSignal)]]);
});

test('unsent marks are sent before papers that the device may no longer store are removed', async () => {
  server.sent = [];
  server.answers['keptPapers.check'] = () => ({ is_known: true, remove: ['one'], destroyed: [] });
  await contactWith('keptPapers.sync', () => sync(paper('two')));
  expect(server.sent.slice(0, 2)).toEqual(['marks', 'keptPapers.check']);
  expect(await held()).toEqual(['two v1']);
});

test('a paper is fetched again, and its unsent marks are deleted, if the server destroyed its marks', async () => {
  server.unsent = ['ada/one/v1', 'ada/two/v1', 'ben/one/v1'];
  fetchFile.mockClear();
  await contactWith('keptPapers.check', () => ({ is_known: true, remove: [], destroyed: ['one'] }));
  expect(server.unsent).toEqual(['ada/two/v1', 'ben/one/v1']);
  expect(fetchFile.mock.calls).toEqual([['/document/one/versions/v1/kept?device=device', expect.any(AbortSignal)]]);
});

test('all data of a board is removed if the server no longer knows the device', async () => {
  await contactWith('keptPapers.check', () => ({ is_known: false, remove: ['one', 'two'], destroyed: [] }));
  for (const store of database.objectStoreNames) expect(await database.count(store), store).toBe(0);
});

async function afterPause(expected: readonly string[]): Promise<void> {
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await held()).toEqual(expected));
}

test('papers that the server is still preparing are counted, and are fetched by a later attempt', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await contactWith('keptPapers.sync', () => ({ ...sync(paper('one')), preparing: ['two'] }));
  expect(keeping.get()).toEqual({ kind: 'preparing', count: 1 });
  expect(await held()).toEqual(['one v1']);
  server.answers['keptPapers.sync'] = () => sync(paper('one'), paper('two'));
  await afterPause(['one v1', 'two v1']);
  await vi.waitFor(() => expect(keeping.get()).toEqual({ kind: 'resting' }));
});

test('offline papers remain if the connection is lost, and another update attempt follows automatically', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.answers['keptPapers.check'] = () => {
    throw networkError('POST', new TypeError('Failed to fetch'));
  };
  await contact();
  expect(keeping.get()).toEqual({ kind: 'waiting' });
  expect(await held()).toHaveLength(2);
  server.answers['keptPapers.check'] = () => ({ is_known: true, remove: [], destroyed: [] });
  await afterPause(['one v1', 'two v1']);
  await vi.waitFor(() => expect(keeping.get()).toEqual({ kind: 'resting' }));
});

test('a paper that cannot be fetched is listed, and later papers are still fetched', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.answers['keptPapers.sync'] = () => sync(paper('bad'), paper('good'));
  fetchFile.mockImplementation(async (url) => new Response('%PDF', { status: url.includes('bad') ? 500 : 200 }));
  await contact();
  expect(await held()).toEqual(['good v1']);
  expect(keeping.get()).toEqual({ kind: 'incomplete', missing: ['bad'] });
  fetchFile.mockImplementation(async () => new Response('%PDF'));
  await afterPause(['bad v1', 'good v1']);
});

test('after a “too many requests” response, the remaining papers are fetched later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.answers['keptPapers.sync'] = () => sync(paper('three'), paper('four'));
  fetchFile.mockClear();
  fetchFile.mockImplementationOnce(async () => new Response('', { status: 429 }));
  await contact();
  expect(fetchFile).toHaveBeenCalledOnce();
  await afterPause(['four v1', 'three v1']);
});

const status = (code: number) => () => {
  throw errorOfStatus(code, 'POST', {});
};

test('papers of one board are removed even if sending marks and checking another board fail', async () => {
  const device = { id: 'other', token: 'other' };
  await server.vault.addBoard({ userId: 'ada', boardId: 'a', device });
  server.answers['marks.send'] = status(403);
  server.answers['keptPapers.check'] = ({ body }) =>
    (body as { token: string }).token === 'other' ? status(403)() : { is_known: true, remove: ['one'], destroyed: [] };
  await contactWith('keptPapers.sync', status(404));
  expect(await held()).toEqual(['two v1']);
});

test('a “not found” response from a proxy does not delete kept papers', async () => {
  await contactWith('keptPapers.sync', status(404));
  server.answers['keptPapers.sync'] = () => sync();
  await contactWith('meetings.get', status(404));
  await contactWith('keptPapers.check', status(404));
  await contactWith('keptPapers.check', () => ({}));
  expect(await held()).toEqual(['one v1', 'two v1']);
  expect(keptHere.get().meetings).toEqual(['m']);
});

test('the papers of a meeting are removed when the server no longer shows it, and stored again when it does', async () => {
  const { 'meetings.get': meeting, 'keptPapers.sync': papers } = server.answers;
  server.answers['meetings.get'] = () => {
    throw errorOfStatus(404, 'GET', { status: 'error', msg: '' });
  };
  await contactWith('keptPapers.sync', () => sync());
  expect(await held()).toEqual([]);
  Object.assign(server.answers, { 'meetings.get': meeting, 'keptPapers.sync': papers });
  await contact();
  expect(await held()).toEqual(['one v1', 'two v1']);
});

test('an idle page asks the server only which papers to delete, so that the session can expire', async () => {
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 600_000);
  server.sent = [];
  await contact();
  clock.mockRestore();
  expect(server.sent).toEqual(['keptPapers.check']);
});

test('contacting the server corrects a stored clock time that is in the future', async () => {
  await server.vault.updateBoard('ada', 'b', { seenAt: Date.now() + 365 * 86_400_000 });
  await contact();
  expect(await held()).toEqual(['one v1', 'two v1']);
  await contact();
  expect((await server.vault.state()).boards[0]?.seenAt).toBeLessThan(Date.now() + 60_000);
});

test('if a board stops allowing six-digit passcodes, new papers are stored only with a stronger passcode', async () => {
  await database.clear('owners');
  await server.vault.create('ada', '493027');
  await contactWith('keptPapers.sync', () => sync(paper('one'), paper('two'), paper('three')));
  expect(keeping.get()).toEqual({ kind: 'short-passcode' });
  expect(keptHere.get().hasShortPasscode).toBe(true);
  expect(await held()).toEqual(['one v1', 'two v1']);
  await removeAllOf('ada');
  await server.vault.create('ada', 'four other words');
  await choose({ kind: 'meeting', id: 'm' }, true);
  await contact();
  expect(await held()).toHaveLength(3);
});

test('turning off automatic offline papers for upcoming meetings does not register the device', async () => {
  await server.vault.removeBoard('ada', 'b');
  server.sent = [];
  await choose({ kind: 'next-meetings' }, false);
  await contact();
  expect(server.sent).not.toContain('keptPapers.register');
});

test('a full device is reported, and its existing papers remain', async () => {
  server.answers['keptPapers.sync'] = () => sync(paper('one'), paper('two'), paper('three'));
  fetchFile.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await contact();
  expect(keeping.get()).toEqual({ kind: 'full' });
  expect(await held()).toEqual(['one v1', 'two v1']);
});
