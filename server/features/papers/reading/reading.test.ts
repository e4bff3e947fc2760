import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withBoardScope } from '#server/db/board-scope.ts';
import { pictureSlots } from '#server/features/members/pictures/commands.ts';
import { copySlots } from '#server/features/papers/annotations/copies/commands.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard, type MadeMember } from '#tests/support/factories.ts';
import { countRoundTrips, type RoundTrips } from '#tests/support/round-trips.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { type Uploader, uploader } from '#tests/support/upload.ts';
import { withFailing } from '#tests/support/with-failing.ts';
import { openedDocument } from './commands.ts';

const server = testApp();
let board: MadeBoard;
let admin: TestClient;
let member: TestClient;
let reader: MadeMember;
let upload: Uploader;

let roundTrips: RoundTrips;
beforeAll(() => {
  roundTrips = countRoundTrips(server.context.pool);
});
beforeEach(async () => {
  board = await server.make.board();
  const secretary = await server.make.member({ board, isBoardAdmin: true });
  admin = await server.signIn(secretary);
  upload = await uploader(server.app, server.context, secretary);
  reader = await server.make.member({ board });
  member = await server.signIn(reader);
});

/** A PDF of one line a page. */
async function paper(...lines: readonly string[]): Promise<Buffer> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  for (const line of lines) made.addPage([612, 792]).drawText(line, { x: 60, y: 700, size: 14, font });
  return Buffer.from(await made.save());
}

/** A document of the meeting, its text read. */
async function attached(
  bytes: Buffer,
  name = 'Report.pdf',
): Promise<{ readonly id: string; readonly versionId: string }> {
  const meeting = await server.make.meeting({ board });
  const uploadId = await upload.send({ name, bytes });
  const place = { kind: 'meeting', id: meeting.id };
  const { json } = await admin.post('/ajax/documents', { upload_id: uploadId, home: place });
  await server.context.runJobs();
  return { id: json.data.document.id, versionId: json.data.document.version_id };
}

const note = (id: string, page: number) =>
  `<text name="${id}" page="${page}" rect="10,10,30,30"><contents>${id}</contents></text>`;
const marks = (...notes: readonly string[]) =>
  `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>${notes.join('')}</annots></xfdf>`;
const read = async (as: TestClient, id: string) => (await as.get(`/ajax/documents/${id}/reading`)).json.data;
const find = async (id: string, words: string) =>
  (await member.get(`/ajax/documents/${id}/find?words=${encodeURIComponent(words)}`)).json.data;

test('words are counted by page, whatever their case and accents', async () => {
  const document = await attached(await paper('The surplus and the Surplus', 'nothing', 'a SURPLÚS'));
  expect(await find(document.id, 'surplus')).toEqual({
    pages: [
      { page: 1, count: 2 },
      { page: 3, count: 1 },
    ],
    is_read: true,
    is_cut: false,
  });
  expect(await find(document.id, 'deficit')).toEqual({ pages: [], is_read: true, is_cut: false });
});

test('a paper of scans without a word is read once its pages were looked at', async () => {
  const scanned = await PDFDocument.create();
  scanned.addPage([612, 792]);
  const document = await attached(Buffer.from(await scanned.save()));
  expect(await find(document.id, 'surplus')).toEqual({ pages: [], is_read: true, is_cut: false });
});

test('M31 what stands there more than two thousand times is said to be more', async () => {
  const document = await attached(Buffer.from('tide '.repeat(2_000)), 'Tides.txt');
  expect(await find(document.id, 'tide')).toMatchObject({ is_cut: false });
  const longer = await attached(Buffer.from('tide '.repeat(2_001)), 'Tides.txt');
  expect(await find(longer.id, 'tide')).toMatchObject({ is_cut: true });
});

test('the page of last time is each member’s own', async () => {
  const document = await attached(await paper('one', 'two', 'three'));
  expect(await read(member, document.id)).toEqual({
    version_id: document.versionId,
    last_page: null,
    earlier: [],
  });
  await member.post(`/ajax/documents/${document.id}/page`, { page: 3 });
  await member.post(`/ajax/documents/${document.id}/page`, { page: 2 });
  expect(await read(member, document.id)).toMatchObject({ last_page: 2 });
  expect(await read(admin, document.id)).toMatchObject({ last_page: null });
});

test('M10 marks on every earlier version stay within reach, and the date is that of the file that is there', async () => {
  const document = await attached(await paper('one'));
  const keep = (versionId: string, annotations: string) =>
    member.post(`/ajax/documents/${document.id}/annotations`, {
      ...{ annotations, version_id: versionId, base_revision: 0 },
    });
  const replace = async (text: string): Promise<{ readonly version_id: string; readonly uploaded_at: string }> => {
    server.context.clock.advance({ minutes: 5 });
    const next = await upload.send({ name: 'Report.pdf', bytes: await paper(text) });
    const answer = await admin.post(`/ajax/documents/${document.id}/versions`, { upload_id: next });
    await server.context.runJobs();
    return answer.json.data.document;
  };
  await keep(document.versionId, marks(note('a', 0), note('b', 0)));
  const second = await replace('two');
  await keep(second.version_id, marks(note('c', 0)));
  const third = await replace('three');
  expect(await read(member, document.id)).toMatchObject({
    version_id: third.version_id,
    earlier: [
      { version_id: second.version_id, annotations: 1 },
      { version_id: document.versionId, annotations: 2 },
    ],
  });
  expect(third.uploaded_at).toBe(server.context.clock.now().toISOString());
});

test('a new version tells of the marks on the earlier one, and carries over those of pages whose text is the same', async () => {
  const document = await attached(await paper('same', 'changes', 'moves'));
  const annotations = marks(note('a', 0), note('b', 1), note('c', 2));
  await member.post(`/ajax/documents/${document.id}/annotations`, {
    ...{ annotations, version_id: document.versionId, base_revision: 0 },
  });
  const next = await upload.send({
    name: 'Report.pdf',
    bytes: await paper('same', 'has changed', 'is new', 'moves'),
  });
  await admin.post(`/ajax/documents/${document.id}/versions`, { upload_id: next });
  await server.context.runJobs();
  expect(await read(member, document.id)).toMatchObject({
    version_id: expect.not.stringContaining(document.versionId),
    earlier: [{ version_id: document.versionId, annotations: 3 }],
  });
  expect(await read(admin, document.id)).toMatchObject({ earlier: [] });
  const { json } = await member.get(`/ajax/documents/${document.id}`);
  expect(json.data.annotations.xfdf).toBe(marks(note('a', 0), note('c', 3)));
  const versions = `/ajax/documents/${document.id}/versions/${document.versionId}`;
  expect((await member.get(`${versions}/annotations`)).json.data.xfdf).toBe(annotations);
  // What the member takes away does not come back.
  await member.post(`/ajax/documents/${document.id}/annotations`, {
    ...{ annotations: marks(), version_id: json.data.document.version_id, base_revision: 1 },
  });
  expect((await member.get(`/ajax/documents/${document.id}`)).json.data.annotations.xfdf).toBe(marks());
});

/** The latest first. */
const listed = (of: MadeMember) =>
  server.inBoard(board.id, (tx) =>
    tx
      .selectFrom('recent_documents')
      .select(['document_id', 'opened_at'])
      .where('member_id', '=', of.id)
      .orderBy('opened_at', 'desc')
      .execute(),
  );

test('S4.3 what was opened is listed first for whoever reloads at once, and waits for nothing else that is to be written', async () => {
  const [first, second] = [await attached(await paper('one'), 'First.pdf'), await attached(await paper('two'))];
  const cookie = `${cookieName(server.context.config, cookieNames.session)}=${await sessionOf(server.context, reader)}`;
  const get = (url: string) =>
    server.app.inject({
      method: 'GET',
      url,
      headers: { cookie, 'x-board': board.id, 'x-requested-with': 'XMLHttpRequest' },
    });
  const written = Promise.withResolvers<void>();
  server.context.deferred.add({ name: 'slow', keyOf: String, write: () => written.promise }, 1);
  void server.context.deferred.flush();
  for (const { id } of [first, second, first]) {
    server.context.clock.advance({ minutes: 1 });
    expect((await get(`/ajax/documents/${id}`)).statusCode).toBe(200);
    const { recent_documents: recent } = (await get('/ajax/start')).json().data;
    expect(recent[0].id).toBe(id);
  }
  written.resolve();
  expect((await listed(reader)).map(({ document_id }) => document_id)).toEqual([first.id, second.id]);
});

test('a page that asks for the paper at the top again writes nothing, an earlier opening goes below, what is gone is left out', async () => {
  const [first, second] = [await attached(await paper('one')), await attached(await paper('two'))];
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

test('HEAD of a paper opens nothing and carries nothing over', async () => {
  const document = await attached(await paper('same'));
  await member.post(`/ajax/documents/${document.id}/annotations`, {
    ...{ annotations: marks(note('a', 0)), version_id: document.versionId, base_revision: 0 },
  });
  const next = await upload.send({ name: 'Report.pdf', bytes: await paper('same') });
  await admin.post(`/ajax/documents/${document.id}/versions`, { upload_id: next });
  await server.context.runJobs();
  const cookie = `${cookieName(server.context.config, cookieNames.session)}=${await sessionOf(server.context, reader)}`;
  const ask = (method: 'GET' | 'HEAD') =>
    server.app.inject({ method, url: `/ajax/documents/${document.id}`, headers: { cookie, 'x-board': board.id } });
  const kept = () =>
    server.inBoard(board.id, (tx) => tx.selectFrom('annotations').select(['version_id', 'revision']).execute());
  const head = await ask('HEAD');
  expect(await kept()).toEqual([{ version_id: document.versionId, revision: 1 }]);
  expect(await listed(reader)).toEqual([]);
  const get = await ask('GET');
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, get.headers['content-length']]);
  expect(await kept()).toHaveLength(2);
});

test('the copy with marks holds the reader’s own marks alone, and the original stays as it was', async () => {
  const bytes = await paper('one');
  await attached(await paper('older', 'of two pages'));
  const document = await attached(bytes);
  await attached(await paper('newer', 'of two pages'));
  const save = (as: TestClient, id: string) =>
    as.post(`/ajax/documents/${document.id}/annotations`, {
      ...{ annotations: marks(note(id, 0)), version_id: document.versionId, base_revision: 0 },
    });
  await save(admin, 'secret');
  const none = await member.get(`/download/${document.id}/annotated`);
  expect(none.json).toMatchObject({ status: 'error', msg: 'You have no marks on this document.' });
  await save(member, 'mine');
  const copy = await member.get(`/download/${document.id}/annotated`);
  const copied = await PDFDocument.load(copy.bytes);
  expect(copied.getPageCount()).toBe(1);
  const annotations = copied.getPage(0).node.Annots();
  expect(annotations?.size()).toBe(1);
  expect(String(annotations?.lookup(0))).toContain(
    Buffer.from('mine', 'utf16le').swap16().toString('hex').toUpperCase(),
  );
  expect((await member.get(`/download/${document.id}`)).bytes.equals(bytes)).toBe(true);
});

test('copies with marks are made in turn: 429 for who has too many waiting', async () => {
  const document = await attached(await paper('one'));
  await member.post(`/ajax/documents/${document.id}/annotations`, {
    ...{ annotations: marks(note('a', 0)), version_id: document.versionId, base_revision: 0 },
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = Array.from({ length: 21 }, () => copySlots(server.context)(reader.userId ?? '', () => promise));
  expect((await member.get(`/download/${document.id}/annotated`)).status).toBe(429);
  resolve();
  await Promise.all(busy);
  // One reads, the other records.
  const before = roundTrips.count();
  expect((await member.get(`/download/${document.id}/annotated`)).status).toBe(200);
  expect(roundTrips.count() - before).toBe(2);
});

test('who waits for a copy gets none of a document that is deleted meanwhile', async () => {
  const document = await attached(await paper('one'));
  await member.post(`/ajax/documents/${document.id}/annotations`, {
    ...{ annotations: marks(note('a', 0)), version_id: document.versionId, base_revision: 0 },
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = ['one', 'another'].map((userId) => copySlots(server.context)(userId, () => promise));
  const before = roundTrips.count();
  const waiting = member.get(`/download/${document.id}/annotated`);
  await expect.poll(() => roundTrips.count() - before).toBe(1);
  await admin.delete(`/ajax/documents/${document.id}`);
  resolve();
  await Promise.all(busy);
  expect((await waiting).status).toBe(404);
});

test('marks that were all taken away again make no copy', async () => {
  const document = await attached(await paper('one'));
  const save = (annotations: string, base: number) =>
    member.post(`/ajax/documents/${document.id}/annotations`, {
      ...{ annotations, version_id: document.versionId, base_revision: base },
    });
  await save(marks(note('a', 0)), 0);
  await save(marks(), 1);
  const none = await member.get(`/download/${document.id}/annotated`);
  expect(none.json).toMatchObject({ status: 'error', msg: 'You have no marks on this document.' });
});

test('a picture, which the viewer marks too, has no copy as a PDF', async () => {
  const pixels = sharp({ create: { width: 20, height: 20, channels: 3, background: '#225544' } });
  const picture = await attached(await pixels.png().toBuffer(), 'Chart.png');
  expect((await member.get(`/download/${picture.id}/annotated`)).status).toBe(404);
});

test('copies that take their time hold up no profile picture', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = ['one', 'another'].map((userId) => copySlots(server.context)(userId, () => promise));
  const isPictureDone = pictureSlots(server.context)('third', () => Promise.resolve('done'));
  expect(await Promise.race([isPictureDone, setImmediate('waits')])).toBe('done');
  resolve();
  await Promise.all([...busy, isPictureDone]);
});

test('a new version gets the earlier marks only once both texts are read to the end, beside those made meanwhile', async () => {
  const document = await attached(await paper('same', 'moves'));
  const save = (as: string, versionId: string, base = 0) =>
    member.post(`/ajax/documents/${document.id}/annotations`, {
      ...{ annotations: as, version_id: versionId, base_revision: base },
    });
  await save(marks(note('a', 0), note('b', 1)), document.versionId);
  const next = await upload.send({ name: 'Report.pdf', bytes: await paper('same', '', 'moves') });
  const { json } = await admin.post(`/ajax/documents/${document.id}/versions`, { upload_id: next });
  const versionId = json.data.document.version_id;
  const opened = async () => (await member.get(`/ajax/documents/${document.id}`)).json.data.annotations;
  // The second page waits to be read from its picture; the third stands behind it.
  const textReader = { readPage: () => Promise.resolve('') };
  Object.assign(server.context, { textReader });
  await server.context.runJobs(['prepare-version']);
  expect(await opened()).toEqual({ xfdf: null, revision: 0 });
  await save(marks(note('mine', 1)), versionId);
  expect((await opened()).xfdf).toBe(marks(note('mine', 1)));
  await server.context.runJobs(['read-scans']);
  Object.assign(server.context, { textReader: null });
  expect(await opened()).toEqual({ xfdf: marks(note('mine', 1), note('a', 0), note('b', 2)), revision: 2 });
  // Once: what is taken away now stays away.
  await save(marks(note('mine', 1)), versionId, 2);
  expect((await opened()).xfdf).toBe(marks(note('mine', 1)));
});

test('marks on a page without words stay where they are, and so do those of pages that are alike', async () => {
  const textReader = { readPage: () => Promise.resolve('') };
  Object.assign(server.context, { textReader });
  const document = await attached(await paper('', 'Notes', 'Notes', 'first'));
  const annotations = marks(note('scan', 0), note('notes', 1), note('more', 2), note('first', 3));
  await member.post(`/ajax/documents/${document.id}/annotations`, {
    ...{ annotations, version_id: document.versionId, base_revision: 0 },
  });
  const next = await upload.send({ name: 'Report.pdf', bytes: await paper('', 'first', 'Notes') });
  await admin.post(`/ajax/documents/${document.id}/versions`, { upload_id: next });
  await server.context.runJobs();
  Object.assign(server.context, { textReader: null });
  const { json } = await member.get(`/ajax/documents/${document.id}`);
  expect(json.data.annotations.xfdf).toBe(marks(note('more', 2), note('first', 1)));
});

test('a copy of which nothing is sent stays nowhere', async () => {
  const document = await attached(await paper('one'));
  await member.post(`/ajax/documents/${document.id}/annotations`, {
    ...{ annotations: marks(note('a', 0)), version_id: document.versionId, base_revision: 0 },
  });
  const folder = await mkdtemp(join(tmpdir(), 'dais-unsent-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    const range = { range: 'bytes=99999999-' };
    expect((await member.get(`/download/${document.id}/annotated`, range)).status).toBe(416);
    expect(await readdir(folder)).toEqual([]);
    const held = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    expect(held.filter((path) => path.startsWith(folder))).toEqual([]);
    const isDownload = { table: 'audit_entries', on: 'insert', when: `new.action = 'document.downloaded'` } as const;
    await withFailing(server.context, isDownload, async () => {
      expect((await member.get(`/download/${document.id}/annotated`)).status).toBe(500);
    });
    expect(await readdir(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

test('each user has a key of their own for marks that wait, the same every time', async () => {
  const key = async (as: TestClient) => (await as.get('/ajax/annotations-key')).json.data.key;
  expect(Buffer.from(await key(member), 'base64')).toHaveLength(32);
  expect(await key(member)).toBe(await key(member));
  expect(await key(member)).not.toBe(await key(admin));
  expect((await member.get('/ajax/annotations-key')).json.data.previous_key).toBeNull();
});
