import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { withBoardScope } from '#server/db/board-scope.ts';
import { pictureSlots } from '#server/features/members/pictures/commands.ts';
import { copySlots } from '#server/features/papers/annotations/copies/annotated-copy.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { eachPaperStage, linesPaper, mark, marks, note } from '#tests/support/paper-stage.ts';
import { countRoundTrips, type RoundTrips } from '#tests/support/round-trips.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { withFailing } from '#tests/support/with-failing.ts';
import { openedDocument } from './commands.ts';

const server = testApp();
const { board, admin, member, reader, ...stage } = eachPaperStage(server);
let roundTrips: RoundTrips;
beforeAll(() => {
  roundTrips = countRoundTrips(server.context.pool);
});

async function attached(bytes: Buffer, name = 'Report.pdf') {
  const meeting = await server.make.meeting({ board });
  const { json } = await stage.attach({ kind: 'meeting', id: meeting.id }, { name, bytes });
  await server.context.runJobs();
  const { id, version_id: versionId }: Record<'id' | 'version_id', string> = json.data.document;
  return { id, versionId };
}
async function replaced({ id }: { readonly id: string }, ...lines: readonly string[]) {
  const answer = await stage.replace(id, { name: 'Report.pdf', bytes: await linesPaper(...lines) });
  const { version_id: versionId, uploaded_at: uploadedAt } = answer.json.data.document;
  return { id, versionId, uploadedAt };
}
async function bareRequest(method: 'GET' | 'HEAD', url: string) {
  const cookie = `${cookieName(server.context.config, cookieNames.session)}=${await sessionOf(server.context, reader)}`;
  const headers = { cookie, 'x-board': board.id, 'x-requested-with': 'XMLHttpRequest' };
  return server.app.inject({ method, url, headers });
}
function occupyCopies(users: readonly string[] = ['one', 'another']): () => Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = users.map((userId) => copySlots(server.context)(userId, () => promise));
  return () => {
    resolve();
    return Promise.all(busy);
  };
}
const copyOf = ({ id }: { readonly id: string }, headers = {}) => member.get(`/download/${id}/annotated`, headers);
const markedBy = async (as: TestClient, { id }: { readonly id: string }) =>
  (await as.get(`/ajax/documents/${id}`)).json.data.annotations;
const read = async (as: TestClient, id: string) => (await as.get(`/ajax/documents/${id}/reading`)).json.data;
const find = async (id: string, words: string) =>
  (await member.get(`/ajax/documents/${id}/find?words=${encodeURIComponent(words)}`)).json.data;

test('a search in a document counts the matches on each page, regardless of case and accents', async () => {
  const document = await attached(await linesPaper('The surplus and the Surplus', 'nothing', 'a SURPLÚS'));
  const [first, third] = [
    { page: 1, count: 2 },
    { page: 3, count: 1 },
  ];
  expect(await find(document.id, 'surplus')).toEqual({ pages: [first, third], is_read: true, is_cut: false });
  expect(await find(document.id, 'deficit')).toEqual({ pages: [], is_read: true, is_cut: false });
});

test('the text of a scan without words counts as fully extracted', async () => {
  const scanned = await PDFDocument.create();
  scanned.addPage([612, 792]);
  const document = await attached(Buffer.from(await scanned.save()));
  expect(await find(document.id, 'surplus')).toEqual({ pages: [], is_read: true, is_cut: false });
});

test('a search with more than two thousand matches is reported as truncated', async () => {
  const document = await attached(Buffer.from('tide '.repeat(2_000)), 'Tides.txt');
  expect(await find(document.id, 'tide')).toMatchObject({ is_cut: false });
  const longer = await attached(Buffer.from('tide '.repeat(2_001)), 'Tides.txt');
  expect(await find(longer.id, 'tide')).toMatchObject({ is_cut: true });
});

test('the last page read is stored separately for each member', async () => {
  const document = await attached(await linesPaper('one', 'two', 'three'));
  expect(await read(member, document.id)).toMatchObject({ last_page: null, earlier: [] });
  await member.post(`/ajax/documents/${document.id}/page`, { page: 3 });
  await member.post(`/ajax/documents/${document.id}/page`, { page: 2 });
  expect(await read(member, document.id)).toMatchObject({ last_page: 2 });
  expect(await read(admin, document.id)).toMatchObject({ last_page: null });
});

test('all earlier versions with marks are listed with the number of marks', async () => {
  const document = await attached(await linesPaper('one'));
  const replacedLater = async (text: string) => {
    server.context.clock.advance({ minutes: 5 });
    const version = await replaced(document, text);
    await server.context.runJobs();
    return version;
  };
  await mark(member, document, marks(note('a'), note('b')));
  const second = await replacedLater('two');
  await mark(member, second, marks(note('c')));
  const third = await replacedLater('three');
  expect(await read(member, document.id)).toMatchObject({
    version_id: third.versionId,
    earlier: [
      { version_id: second.versionId, annotations: 1 },
      { version_id: document.versionId, annotations: 2 },
    ],
  });
  expect(await read(admin, document.id)).toMatchObject({ earlier: [] });
  expect(third.uploadedAt).toBe(server.context.clock.now().toISOString());
});

const listed = ({ id }: MadeMember) =>
  server.sql('select document_id, opened_at from recent_documents where member_id = $1 order by opened_at desc', [id]);

test('an opened document is first in the recent documents at once, without waiting for other deferred writes', async () => {
  const first = await attached(await linesPaper('one'), 'First.pdf');
  const second = await attached(await linesPaper('two'));
  const written = Promise.withResolvers<void>();
  server.context.deferred.add({ name: 'slow', keyOf: String, write: () => written.promise }, 1);
  void server.context.deferred.flush();
  for (const { id } of [first, second, first]) {
    server.context.clock.advance({ minutes: 1 });
    expect((await bareRequest('GET', `/ajax/documents/${id}`)).statusCode).toBe(200);
    const { recent_documents: recent } = (await bareRequest('GET', '/ajax/start')).json().data;
    expect(recent[0].id).toBe(id);
  }
  written.resolve();
  expect((await listed(reader)).map(({ document_id }) => document_id)).toEqual([first.id, second.id]);
});

test('the recent documents do not change if the latest one is reopened or an earlier view is saved late', async () => {
  const [first, second] = [await attached(await linesPaper('one')), await attached(await linesPaper('two'))];
  await member.get(`/ajax/documents/${first.id}`);
  const before = await listed(reader);
  server.context.clock.advance({ minutes: 1 });
  const trips = roundTrips.count();
  await member.get(`/ajax/documents/${first.id}`);
  expect(roundTrips.count() - trips).toBe(1);
  expect(await listed(reader)).toEqual(before);
  const now = server.context.clock.now();
  const open = (id: string, at: Date) =>
    withBoardScope(server.context, { boardId: board.id, userId: reader.userId ?? '' }, ({ tx }) =>
      openedDocument.run(tx, { id }, at),
    );
  await open(second.id, now);
  await open(second.id, new Date(now.getTime() - 60_000));
  await open(randomUUID(), now);
  const others = await server.make.member();
  expect(await listed(reader)).toEqual([{ document_id: second.id, opened_at: now }, ...before]);
  expect(await listed(others)).toEqual([]);
});

test('a HEAD request does not add a document to the recent documents', async () => {
  const document = await attached(await linesPaper('same'));
  await mark(member, document, marks(note('a')));
  await replaced(document, 'same');
  await server.context.runJobs();
  const head = await bareRequest('HEAD', `/ajax/documents/${document.id}`);
  expect(await listed(reader)).toEqual([]);
  const get = await bareRequest('GET', `/ajax/documents/${document.id}`);
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, get.headers['content-length']]);
});

test('a copy with marks contains only the reader’s marks, and the original is unchanged', async () => {
  const bytes = await linesPaper('one');
  await attached(await linesPaper('older', 'of two pages'));
  const document = await attached(bytes);
  await attached(await linesPaper('newer', 'of two pages'));
  const none = { status: 'error', msg: 'You have no marks on this document.' };
  await mark(admin, document, marks(note('secret')));
  expect((await copyOf(document)).json).toMatchObject(none);
  await mark(member, document, marks(note('mine')));
  const copied = await PDFDocument.load((await copyOf(document)).bytes);
  expect(copied.getPageCount()).toBe(1);
  const annotations = copied.getPage(0).node.Annots();
  expect(annotations?.size()).toBe(1);
  const mine = Buffer.from('mine', 'utf16le').swap16().toString('hex').toUpperCase();
  expect(String(annotations?.lookup(0))).toContain(mine);
  expect((await member.get(`/download/${document.id}`)).bytes.equals(bytes)).toBe(true);
  await mark(member, document, marks(), 1);
  expect((await copyOf(document)).json).toMatchObject(none);
});

test('a user with too many waiting requests for copies with marks gets 429', async () => {
  const document = await attached(await linesPaper('one'));
  await mark(member, document, marks(note('a')));
  const finish = occupyCopies(Array(21).fill(reader.userId));
  expect((await copyOf(document)).status).toBe(429);
  await finish();
  const before = roundTrips.count();
  expect((await copyOf(document)).status).toBe(200);
  expect(roundTrips.count() - before).toBe(2);
});

test('a request that is waiting for a copy gets 404 if the document is deleted', async () => {
  const document = await attached(await linesPaper('one'));
  await mark(member, document, marks(note('a')));
  const finish = occupyCopies();
  const before = roundTrips.count();
  const waiting = copyOf(document);
  await expect.poll(() => roundTrips.count() - before).toBe(1);
  await admin.delete(`/ajax/documents/${document.id}`);
  await finish();
  expect((await waiting).status).toBe(404);
});

test('a picture has no copy with marks', async () => {
  const pixels = sharp({ create: { width: 20, height: 20, channels: 3, background: '#225544' } });
  const picture = await attached(await pixels.png().toBuffer(), 'Chart.png');
  expect((await copyOf(picture)).status).toBe(404);
});

test('slow copies with marks do not block the processing of profile pictures', async () => {
  const finish = occupyCopies();
  const isPictureDone = pictureSlots(server.context)('third', () => Promise.resolve('done'));
  expect(await Promise.race([isPictureDone, setImmediate('waits')])).toBe('done');
  await Promise.all([finish(), isPictureDone]);
});

test('earlier marks are added to the marks already made on a new version once the text of both versions is extracted', async () => {
  const document = await attached(await linesPaper('same', 'moves'));
  await mark(member, document, marks(note('a', 0), note('b', 1)));
  const next = await replaced(document, 'same', '', 'moves');
  Object.assign(server.context, { textReader: { readPage: () => Promise.resolve('') } });
  await server.context.runJobs(['prepare-version']);
  expect(await markedBy(member, document)).toEqual({ xfdf: null, revision: 0, base: 0 });
  const mine = marks(note('mine', 1));
  await mark(member, next, mine);
  expect((await markedBy(member, document)).xfdf).toBe(mine);
  await server.context.runJobs();
  Object.assign(server.context, { textReader: null });
  const both = marks(note('mine', 1), note('a', 0), note('b', 2));
  expect(await markedBy(member, document)).toEqual({ xfdf: both, revision: 2, base: 0 });
  await mark(member, next, mine, 2);
  expect((await markedBy(member, document)).xfdf).toBe(mine);
});

test('a mark is not copied if its page has no text, or if the page has moved and is identical to another page', async () => {
  Object.assign(server.context, { textReader: { readPage: () => Promise.resolve('') } });
  const document = await attached(await linesPaper('', 'Notes', 'Notes', 'first'));
  await mark(member, document, marks(note('scan', 0), note('notes', 1), note('more', 2), note('first', 3)));
  await replaced(document, '', 'first', 'Notes');
  await server.context.runJobs();
  Object.assign(server.context, { textReader: null });
  expect((await markedBy(member, document)).xfdf).toBe(marks(note('more', 2), note('first', 1)));
});

test('a copy that cannot be sent leaves no temporary file behind', async () => {
  const document = await attached(await linesPaper('one'));
  await mark(member, document, marks(note('a', 0)));
  const folder = await mkdtemp(join(tmpdir(), 'dais-unsent-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    const range = { range: 'bytes=99999999-' };
    expect((await copyOf(document, range)).status).toBe(416);
    expect(await readdir(folder)).toEqual([]);
    const isDownload = { table: 'audit_entries', on: 'insert', when: `new.action = 'document.downloaded'` } as const;
    await withFailing(server.context, isDownload, async () => {
      expect((await copyOf(document)).status).toBe(500);
    });
    expect(await readdir(folder)).toEqual([]);
    const held = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    expect(held.filter((path) => path.startsWith(folder))).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

test('each user has their own key for encrypting unsent marks, and the key does not change', async () => {
  const key = async (as: TestClient) => (await as.get('/ajax/annotations-key')).json.data.key;
  expect(Buffer.from(await key(member), 'base64')).toHaveLength(32);
  expect(await key(member)).toBe(await key(member));
  expect(await key(member)).not.toBe(await key(admin));
  expect((await member.get('/ajax/annotations-key')).json.data.previous_key).toBeNull();
});
