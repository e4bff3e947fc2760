import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { uploadMessages } from '#domain/messages/documents.ts';
import { purgeDocumentJobs } from '#server/features/papers/documents/deletion/jobs.ts';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard } from '#tests/support/factories.ts';
import { encryptedPaper } from '#tests/support/papers.ts';
import { testApp } from '#tests/support/test-app.ts';
import { type Uploader, uploader } from '#tests/support/upload.ts';
import { lockedSlots } from './commands.ts';

const server = testApp();
let board: MadeBoard;
let admin: TestClient;
let member: TestClient;
let upload: Uploader;
let pdf: Buffer;

beforeAll(async () => {
  const made = await PDFDocument.create();
  made.addPage().drawText('The new version');
  pdf = Buffer.from(await made.save());
});
beforeEach(async () => {
  server.context.clock.set('2026-11-16T12:00:00Z');
  board = await server.make.board();
  const secretary = await server.make.member({ board, isBoardAdmin: true });
  admin = await server.signIn(secretary);
  upload = await uploader(server.app, server.context, secretary);
  member = await server.signIn(await server.make.member({ board }));
});

const marks = (contents: string) =>
  `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>${contents}</annots></xfdf>`;
const note = marks('<text name="a" page="0" rect="10,10,30,30"><contents>Mine</contents></text>');
const mark = (
  as: TestClient,
  document: { readonly id: string; readonly versionId: string },
  annotations = note,
  base = 0,
) =>
  as.post(`/ajax/documents/${document.id}/annotations`, {
    ...{ annotations, version_id: document.versionId, base_revision: base },
  });
const replace = (id: string, uploadId: string, as = admin) =>
  as.post(`/ajax/documents/${id}/versions`, { upload_id: uploadId });
const restorable = 30 * 1440;
const purge = async () => {
  await purgeDocumentJobs(server.context)[0].handle({}, { attempt: 1, isLast: true });
  await server.context.runJobs(['purge-document']);
};

test('M26 an upload that nobody opens without a password says so, and one whose end is missing is refused in its own words', async () => {
  const category = await server.make.category({ board });
  const attach = async (bytes: Buffer) => {
    const uploadId = await upload.send({ name: 'Lease.pdf', bytes });
    return admin.post('/ajax/documents', { upload_id: uploadId, home: { kind: 'category', id: category.id } });
  };
  const locked = await encryptedPaper(pdf, 'sesame');
  expect((await attach(pdf)).json.data.needs_password).toBe(false);
  expect((await attach(await encryptedPaper(pdf, ''))).json.data.needs_password).toBe(false);
  const { document, needs_password } = (await attach(locked)).json.data;
  expect(needs_password).toBe(true);
  expect((await replace(document.id, await upload.send({ name: 'Lease.pdf', bytes: locked }))).json.data).toMatchObject(
    {
      needs_password: true,
    },
  );
  const cut = await attach(pdf.subarray(0, pdf.length - 40));
  expect(cut.json).toMatchObject({ status: 'error', msg: uploadMessages.truncated });
}, 60_000);

test('encrypted uploads are looked into in turn, two at once: 429 for who has too many waiting; others are attached meanwhile', async () => {
  const category = await server.make.category({ board });
  const secretary = await server.make.member({ board, isBoardAdmin: true });
  const as = await server.signIn(secretary);
  const own = await uploader(server.app, server.context, secretary);
  const attach = (uploadId: string) =>
    as.post('/ajax/documents', { upload_id: uploadId, home: { kind: 'category', id: category.id } });
  const uploadId = await own.send({ name: 'Lease.pdf', bytes: await encryptedPaper(pdf, 'sesame') });
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = Array<string>(18).fill(secretary.userId ?? '');
  const busy = ['one', 'another', ...waiting].map((userId) => lockedSlots(server.context)(userId, () => promise));
  let answered = 0;
  const sent = Array.from({ length: 6 }, async () => {
    const { status } = await attach(uploadId);
    answered += 1;
    return status;
  });
  await expect.poll(() => answered, { timeout: 10_000 }).toBe(4);
  expect((await attach(await own.send({ name: 'Budget.pdf', bytes: pdf }))).status).toBe(200);
  expect(answered).toBe(4);
  resolve();
  await Promise.all(busy);
  expect((await Promise.all(sent)).toSorted()).toEqual([200, 404, 429, 429, 429, 429]);
}, 60_000);

test('a replaced file is a new version; the earlier one stays with the marks on it', async () => {
  const category = await server.make.category({ board });
  const paper = await server.make.document({ category, title: 'Budget', extension: 'docx' });
  const png = await server.make.document({ category, title: 'Picture' });
  await mark(member, png);
  const answer = await replace(paper.id, await upload.send({ name: 'Budget 2027.pdf', bytes: pdf }));
  expect(answer.json.data.document).toMatchObject({ title: 'Budget', extension: 'pdf', filename: 'Budget 2027.pdf' });
  expect(Buffer.compare((await member.get(`/document/${paper.id}`)).bytes, pdf)).toBe(0);
  const { versions } = (await admin.get(`/ajax/documents/${paper.id}/versions`)).json.data;
  expect(versions.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  expect(versions[0]).toMatchObject({ filename: 'Budget 2027.pdf', extension: 'pdf' });
  expect(versions[1]).toMatchObject({ extension: 'docx' });
  // The earlier file is what it was: no PDF, so it runs nowhere.
  const earlier = await admin.get(`/document/${paper.id}/versions/${versions[1].id}`);
  expect(earlier.headers['content-type']).toBe('application/octet-stream');
  expect(earlier.headers['content-disposition']).toContain('.docx');
  await replace(png.id, await upload.send({ name: 'New.pdf', bytes: pdf }));
  const opened = (await member.get(`/ajax/documents/${png.id}`)).json.data;
  expect(opened.annotations.xfdf).toBeNull();
  expect((await member.get('/ajax/documents/annotated')).json.data.documents).toMatchObject([{ id: png.id }]);
});

test('a replaced file is open to editors, and to members who have marks on it', async () => {
  const paper = await server.make.document({ category: await server.make.category({ board }) });
  const other = await server.signIn(await server.make.member({ board }));
  await mark(member, paper);
  await replace(paper.id, await upload.send({ name: 'New.pdf', bytes: pdf }));
  const numbers = async (as: TestClient) =>
    (await as.get(`/ajax/documents/${paper.id}/versions`)).json.data.versions.map(
      ({ number }: { number: number }) => number,
    );
  expect([await numbers(admin), await numbers(member), await numbers(other)]).toEqual([[2, 1], [2, 1], [2]]);
  const earlier = `/document/${paper.id}/versions/${paper.versionId}`;
  expect((await admin.get(earlier)).status).toBe(200);
  expect((await member.get(earlier)).status).toBe(200);
  expect((await other.get(earlier)).status).toBe(404);
});

test('marking a file that was taken back does not open it to who never saw it; who had it open still saves their marks', async () => {
  const paper = await server.make.document({ category: await server.make.category({ board }) });
  const reader = await server.signIn(await server.make.member({ board }));
  const listedOnly = await server.signIn(await server.make.member({ board }));
  const early = await server.signIn(await server.make.member({ board }));
  const earlier = `/document/${paper.id}/versions/${paper.versionId}`;
  expect((await reader.get(earlier)).status).toBe(200);
  await mark(early, paper, marks(''));
  await replace(paper.id, await upload.send({ name: 'New.pdf', bytes: pdf }));
  for (const annotations of [marks(''), note]) {
    expect((await mark(listedOnly, paper, annotations)).status).toBe(404);
    expect((await mark(early, paper, annotations, 1)).status).toBe(404);
  }
  expect((await listedOnly.get(earlier)).status).toBe(404);
  expect((await early.get(earlier)).status).toBe(404);
  // No marks, no access: as it is for who opened it and drew nothing.
  expect((await mark(reader, paper, marks(''))).json.data.result).toBe('saved');
  expect((await reader.get(earlier)).status).toBe(404);
  expect((await mark(reader, paper, note, 1)).json.data.result).toBe('saved');
  expect((await reader.get(earlier)).status).toBe(200);
  expect((await mark(admin, paper)).json.data.result).toBe('saved');
});

test('ten who replace a file with one upload: one version; links have none', async () => {
  const category = await server.make.category({ board });
  const paper = await server.make.document({ category });
  const uploadId = await upload.send({ name: 'New.pdf', bytes: pdf });
  const answers = await Promise.all(Array.from({ length: 10 }, () => replace(paper.id, uploadId)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  expect((await admin.get(`/ajax/documents/${paper.id}/versions`)).json.data.versions).toHaveLength(2);
  const place = { kind: 'category', id: category.id };
  const link = await admin.post('/ajax/library/links', { home: place, title: 'Guide', url: 'https://example.org/' });
  const another = await upload.send({ name: 'New.pdf', bytes: pdf });
  expect((await replace(link.json.data.id, another)).json).toMatchObject({ status: 'error' });
});

test('versions of several uploads at once each get a number of their own', async () => {
  const paper = await server.make.document({ category: await server.make.category({ board }) });
  const uploads = [];
  for (let nth = 0; nth < 4; nth += 1) uploads.push(await upload.send({ name: `${nth}.pdf`, bytes: pdf }));
  await Promise.all(uploads.map((id) => replace(paper.id, id)));
  const { versions } = (await admin.get(`/ajax/documents/${paper.id}/versions`)).json.data;
  expect(versions.map(({ number }: { number: number }) => number)).toEqual([5, 4, 3, 2, 1]);
});

test('an editor renames, hides and forbids printing; what is hidden is gone for others, and only the library hides', async () => {
  const category = await server.make.category({ board });
  const paper = await server.make.document({ category });
  const change = (body: object, as = admin) => as.patch(`/ajax/documents/${paper.id}`, body);
  await change({ title: 'Rent roll', printing_disabled: true });
  const { document } = (await member.get(`/ajax/documents/${paper.id}`)).json.data;
  expect(document).toMatchObject({ title: 'Rent roll', printing_disabled: true });
  expect((await change({ title: 'Mine' }, member)).status).toBe(403);
  expect((await change({ title: ' ' })).json.errors.title).toBe('This field is required.');
  await change({ hidden: true });
  expect((await member.get(`/ajax/documents/${paper.id}`)).status).toBe(404);
  const ofMeeting = await server.make.document({ meeting: await server.make.meeting({ board }) });
  const refused = await admin.patch(`/ajax/documents/${ofMeeting.id}`, { hidden: true });
  expect(refused.json).toEqual({ status: 'error', msg: 'Only documents in the library can be hidden.' });
});

test('S4.3 recently opened documents lead to where they stand, newest first and each once, as far as they are in sight', async () => {
  const folder = await server.make.folder({ category: await server.make.category({ board }) });
  const stored = await server.make.document({ folder, title: 'Stored' });
  const meeting = await server.make.meeting({ board });
  const paper = await server.make.document({ meeting, title: 'Paper' });
  for (const { id } of [stored, paper, stored]) {
    server.context.clock.advance({ minutes: 1 });
    await member.get(`/ajax/documents/${id}`);
  }
  const recent = async () => (await member.get('/ajax/start')).json.data.recent_documents;
  expect(await recent()).toMatchObject([
    { id: stored.id, home: { kind: 'library', category_id: folder.categoryId, folder_id: folder.id } },
    { id: paper.id, home: { kind: 'meeting', id: meeting.id } },
  ]);
  await admin.patch(`/ajax/documents/${stored.id}`, { hidden: true });
  expect((await recent()).map(({ id }: { id: string }) => id)).toEqual([paper.id]);
});

test('my marks are the documents that I marked, marked last first; nobody else’s, none without a mark left, none out of sight', async () => {
  const category = await server.make.category({ board, name: 'Finance' });
  const first = await server.make.document({ category, title: 'First' });
  const second = await server.make.document({
    meeting: await server.make.meeting({ board, title: 'Autumn' }),
  });
  const emptied = await server.make.document({ category });
  await mark(member, first);
  server.context.clock.advance({ minutes: 1 });
  await mark(member, second);
  await mark(member, emptied);
  await mark(member, emptied, marks(''), 1);
  await mark(admin, await server.make.document({ category }));
  const marked = async () => (await member.get('/ajax/documents/annotated')).json.data.documents;
  expect(await marked()).toMatchObject([
    { id: second.id, home_name: 'Autumn' },
    { id: first.id, home_name: 'Finance', home: { kind: 'library', category_id: category.id, folder_id: null } },
  ]);
  await admin.patch(`/ajax/library/categories/${category.id}`, { hidden: true });
  expect((await marked()).map(({ id }: { id: string }) => id)).toEqual([second.id]);
});

test('what was deleted 30 days ago is purged with all that stood in it, its bytes and marks; nothing younger is', async () => {
  const [gone, kept] = [await server.make.category({ board }), await server.make.category({ board })];
  const folder = await server.make.folder({ category: gone, groups: [] });
  const inside = await server.make.document({ folder });
  const alone = await server.make.document({ category: kept });
  const younger = await server.make.document({ category: kept });
  const topFolder = await server.make.folder({ category: kept });
  const below = await server.make.document({ folder: await server.make.folder({ parent: topFolder }) });
  await mark(member, inside);
  await admin.delete(`/ajax/library/categories/${gone.id}`);
  await admin.delete(`/ajax/documents/${alone.id}`);
  await admin.post('/ajax/library/delete', { items: [{ kind: 'folder', id: topFolder.id }] });
  server.context.clock.advance({ minutes: 60 });
  await admin.delete(`/ajax/documents/${younger.id}`);
  await purge();
  const rows = async (table: 'categories' | 'folders' | 'documents' | 'annotations' | 'audiences') =>
    (await server.inBoard(board.id, (tx) => tx.selectFrom(table).select('board_id').execute())).length;
  expect(await rows('documents')).toBe(4);
  server.context.clock.advance({ minutes: restorable - 30 });
  await purge();
  expect([await rows('categories'), await rows('folders'), await rows('documents')]).toEqual([1, 0, 1]);
  expect([await rows('annotations'), await rows('audiences')]).toEqual([0, 1]);
  const left = (await server.context.storage.list(`boards/${board.id}`)).map(({ key }) => key);
  for (const { versionId } of [inside, alone, below]) expect(left.join(' ')).not.toContain(versionId);
  expect(left.join(' ')).toContain(younger.versionId);
});
