import { expect, test } from 'vitest';
import { uploadMessages } from '#domain/messages/documents.ts';
import { purgeDocumentJobs } from '#server/features/papers/documents/deletion/jobs.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import type { TestClient } from '#tests/support/client.ts';
import { layeredPaper } from '#tests/support/layered-paper.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { eachPaperStage, linesPaper, mark, marks, note } from '#tests/support/paper-stage.ts';
import { dynamicFormPaper, encryptedPaper, filledFormPaper } from '#tests/support/papers.ts';
import { testApp } from '#tests/support/test-app.ts';
import { uploader } from '#tests/support/upload.ts';
import { inspectingSlots } from './inspecting-slots.ts';

const server = testApp();
const pdf = await linesPaper('The new version');
const marked = marks(note('a'));
const { board, admin, member, reader: director, upload, secretary, attach } = eachPaperStage(server);

const sent = (name = 'New.pdf', bytes = pdf) => upload.send({ name, bytes });
const added = async (bytes: Buffer) =>
  attach({ kind: 'category', id: (await server.make.category({ board })).id }, { name: 'Lease.pdf', bytes });
const replace = (id: string, uploadId: string) => admin.post(`/ajax/documents/${id}/versions`, { upload_id: uploadId });
const versionsOf = async ({ id }: { readonly id: string }, as = admin) =>
  (await as.get(`/ajax/documents/${id}/versions`)).json.data.versions;
const numbers = async (of: { readonly id: string }, as = admin) =>
  (await versionsOf(of, as)).map(({ number }: { number: number }) => number);
const restorable = 30 * 1440;
const purge = async () => {
  await purgeDocumentJobs(server.context)[0].handle({}, { attempt: 1, isLast: true });
  await server.context.runJobs(['purge-document']);
};

test('the response to an uploaded PDF says whether it needs a password, and a truncated PDF is rejected', async () => {
  const locked = await encryptedPaper(pdf, 'sesame');
  expect((await added(pdf)).json.data.needs_password).toBe(false);
  expect((await added(await encryptedPaper(pdf, ''))).json.data.needs_password).toBe(false);
  const { document, needs_password } = (await added(locked)).json.data;
  expect(needs_password).toBe(true);
  const again = await replace(document.id, await sent('Lease.pdf', locked));
  expect(again.json.data.needs_password).toBe(true);
  const cut = await added(pdf.subarray(0, pdf.length - 40));
  expect(cut.json).toMatchObject({ status: 'error', msg: uploadMessages.truncated });
}, 60_000);

test('a search finds the field values of a PDF form but no words of hidden layers', async () => {
  const kept = async (bytes: Buffer) => (await added(bytes)).json.data;
  expect((await kept(await dynamicFormPaper())).is_dynamic_form).toBe(true);
  const layered = await kept(await layeredPaper('ON'));
  const form = await kept(await filledFormPaper());
  const plain = await kept(pdf);
  expect(layered.is_dynamic_form).toBe(false);
  const opened = async ({ document }: { document: { id: string } }) =>
    (await admin.get(`/ajax/documents/${document.id}`)).json.data;
  expect((await opened(layered)).has_reading_copy).toBe(true);
  expect((await opened(form)).has_reading_copy).toBe(true);
  expect((await opened(plain)).has_reading_copy).toBe(false);
  await server.context.runJobs();
  const found = async (searchString: string) => {
    const { json } = await admin.post('/search', { itemType: 'documents', searchString });
    return json.data.results.map(({ id }: { readonly id: string }) => id);
  };
  expect(await found('hidden')).toEqual([]);
  expect(await found('nested')).toEqual([layered.document.id]);
  expect(await found('4711')).toEqual([form.document.id]);
  expect(await found('North pier')).toEqual([form.document.id]);
  expect(await found('Agreed')).toEqual([form.document.id]);
}, 60_000);

test('the queue for examining encrypted uploads is limited and does not delay other uploads', async () => {
  const category = await server.make.category({ board });
  const attach = (uploadId: string) =>
    admin.post('/ajax/documents', { upload_id: uploadId, home: { kind: 'category', id: category.id } });
  const uploadId = await sent('Lease.pdf', await encryptedPaper(pdf, 'sesame'));
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = Array<string>(18).fill(secretary.userId ?? '');
  const busy = ['one', 'another', ...waiting].map((userId) => inspectingSlots(server.context)(userId, () => promise));
  let answered = 0;
  const waitingCalls = Array.from({ length: 6 }, async () => {
    const { status } = await attach(uploadId);
    answered += 1;
    return status;
  });
  await expect.poll(() => answered, { timeout: 10_000 }).toBe(4);
  expect((await attach(await sent('Budget.pdf'))).status).toBe(200);
  expect(answered).toBe(4);
  resolve();
  await Promise.all(busy);
  expect((await Promise.all(waitingCalls)).toSorted()).toEqual([200, 404, 429, 429, 429, 429]);
}, 60_000);

test('replacing a file creates a new version, and the earlier version keeps its marks', async () => {
  const category = await server.make.category({ board });
  const paper = await server.make.document({ category, title: 'Budget', extension: 'docx' });
  const png = await server.make.document({ category, title: 'Picture' });
  await mark(member, png, marked);
  const answer = await replace(paper.id, await sent('Budget 2027.pdf'));
  expect(answer.json.data.document).toMatchObject({ title: 'Budget', extension: 'pdf', filename: 'Budget 2027.pdf' });
  expect((await member.get(`/document/${paper.id}`)).bytes.equals(pdf)).toBe(true);
  const versions = await versionsOf(paper);
  expect(versions).toMatchObject([
    { number: 2, filename: 'Budget 2027.pdf', extension: 'pdf' },
    { number: 1, extension: 'docx' },
  ]);
  const earlier = await admin.get(`/document/${paper.id}/versions/${versions[1].id}`);
  expect(earlier.headers['content-type']).toBe('application/octet-stream');
  expect(earlier.headers['content-disposition']).toContain('.docx');
  await replace(png.id, await sent());
  const opened = (await member.get(`/ajax/documents/${png.id}`)).json.data;
  expect(opened.annotations.xfdf).toBeNull();
  expect((await member.get('/ajax/documents/annotated')).json.data.documents).toMatchObject([{ id: png.id }]);
});

test('an earlier version can be opened and marked by editors and by members who opened or marked it, but not by others', async () => {
  const paper = await server.make.document({ category: await server.make.category({ board }) });
  const another = async () => server.signIn(await server.make.member({ board }));
  const [reader, listedOnly, early] = [await another(), await another(), await another()];
  const earlier = `/document/${paper.id}/versions/${paper.versionId}`;
  expect((await reader.get(earlier)).status).toBe(200);
  await mark(early, paper, marks());
  await mark(member, paper, marked);
  await replace(paper.id, await sent());
  for (const annotations of [marks(), marked]) {
    expect((await mark(listedOnly, paper, annotations)).status).toBe(404);
    expect((await mark(early, paper, annotations, 1)).status).toBe(404);
  }
  expect((await listedOnly.get(earlier)).status).toBe(404);
  expect((await early.get(earlier)).status).toBe(404);
  expect((await mark(reader, paper, marked)).json.data.result).toBe('saved');
  expect((await reader.get(earlier)).status).toBe(200);
  expect((await mark(admin, paper, marked)).json.data.result).toBe('saved');
  for (const as of [admin, member])
    expect([await numbers(paper, as), (await as.get(earlier)).status]).toEqual([[2, 1], 200]);
  expect(await numbers(paper, listedOnly)).toEqual([2]);
});

test('a link cannot be replaced by a file', async () => {
  const place = { kind: 'category', id: (await server.make.category({ board })).id };
  const link = await admin.post('/ajax/library/links', { home: place, title: 'Guide', url: 'https://example.org/' });
  expect((await replace(link.json.data.id, await sent())).json).toMatchObject({ status: 'error' });
});

test('versions of a document that are uploaded at the same time get different numbers', async () => {
  const paper = await server.make.document({ category: await server.make.category({ board }) });
  const uploads = [];
  for (let nth = 0; nth < 4; nth += 1) uploads.push(await sent(`${nth}.pdf`));
  await Promise.all(uploads.map((id) => replace(paper.id, id)));
  expect(await numbers(paper)).toEqual([5, 4, 3, 2, 1]);
});

test('an editor can rename a document, forbid printing, and hide it if it is in the library', async () => {
  const category = await server.make.category({ board });
  const paper = await server.make.document({ category });
  const change = (body: object) => admin.patch(`/ajax/documents/${paper.id}`, body);
  await change({ title: 'Rent roll', printing_disabled: true });
  const { document } = (await member.get(`/ajax/documents/${paper.id}`)).json.data;
  expect(document).toMatchObject({ title: 'Rent roll', printing_disabled: true });
  expect((await change({ title: ' ' })).json.errors.title).toBe('This field is required.');
  await change({ hidden: true });
  expect((await member.get(`/ajax/documents/${paper.id}`)).status).toBe(404);
  const ofMeeting = await server.make.document({ meeting: await server.make.meeting({ board }) });
  const refused = await admin.patch(`/ajax/documents/${ofMeeting.id}`, { hidden: true });
  expect(refused.json).toEqual({ status: 'error', msg: 'Only documents in the library can be hidden.' });
});

test('a member’s list of marked documents contains only visible ones, latest first', async () => {
  const category = await server.make.category({ board, name: 'Finance' });
  const first = await server.make.document({ category, title: 'First' });
  const second = await server.make.document({ meeting: await server.make.meeting({ board, title: 'Autumn' }) });
  const emptied = await server.make.document({ category });
  await mark(member, first, marked);
  server.context.clock.advance({ minutes: 1 });
  await mark(member, second, marked);
  await mark(member, emptied, marked);
  await mark(member, emptied, marks(), 1);
  await mark(admin, await server.make.document({ category }), marked);
  const listed = async () => (await member.get('/ajax/documents/annotated')).json.data.documents;
  expect(await listed()).toMatchObject([
    { id: second.id, home_name: 'Autumn' },
    { id: first.id, home_name: 'Finance', home: { kind: 'library', category_id: category.id, folder_id: null } },
  ]);
  await admin.patch(`/ajax/library/categories/${category.id}`, { hidden: true });
  expect((await listed()).map(({ id }: { id: string }) => id)).toEqual([second.id]);
});

test('documents are purged with their folders, files and marks 30 days after they are deleted', async () => {
  const [gone, kept] = [await server.make.category({ board }), await server.make.category({ board })];
  const folder = await server.make.folder({ category: gone, groups: [] });
  const inside = await server.make.document({ folder });
  const alone = await server.make.document({ category: kept });
  const younger = await server.make.document({ category: kept });
  const topFolder = await server.make.folder({ category: kept });
  const below = await server.make.document({ folder: await server.make.folder({ parent: topFolder }) });
  await mark(member, inside, marked);
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

test('replacing and renaming a document are logged, and only editors of its place can do either', async () => {
  const finance = await server.make.group({ board, admins: [director] });
  const own = await server.make.document({ meeting: await server.make.meeting({ board, groups: [finance] }) });
  const ofBoard = await server.make.document({ meeting: await server.make.meeting({ board }) });
  const uploads = await uploader(server.app, server.context, director);
  for (const [{ id }, status] of [
    [own, 200],
    [ofBoard, 403],
  ] as const) {
    const upload_id = await uploads.send({ name: 'New.pdf', bytes: pdf });
    expect((await member.post(`/ajax/documents/${id}/versions`, { upload_id })).status).toBe(status);
    expect((await member.patch(`/ajax/documents/${id}`, { title: 'Rent roll' })).status).toBe(status);
    const actions = status === 200 ? ['document.replaced', 'document.updated'] : [];
    const logged = actions.map((action) => ({ action, member_id: director.id }));
    expect(await auditEntries(server, board.id, { subject: id })).toMatchObject(logged);
  }
});

test('a document of a read-only meeting can be replaced and renamed', async () => {
  const times = { startsAt: '2026-10-01T12:00:00Z', endsAt: '2026-10-01T13:00:00Z' };
  const paper = await server.make.document({ meeting: await server.make.meeting({ board, ...times }) });
  expect((await replace(paper.id, await sent())).status).toBe(200);
  expect((await admin.patch(`/ajax/documents/${paper.id}`, { title: 'Signed' })).json.status).toBe('success');
});

test('a document replaced during a visit is marked as a new version only for members who had opened it', async () => {
  const meeting = await server.make.meeting({ board });
  await server.make.invitee({ meeting, member: director });
  const paper = await server.make.document({ meeting, createdAt: '2026-09-01T12:00:00Z' });
  const other = await server.make.document({ meeting, createdAt: '2026-09-01T12:00:00Z' });
  const isNew = async () => {
    const { documents } = (await member.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
    return [paper, other].map(({ id }) => {
      const { is_new, is_new_version } = documents.find((each: { id: string }) => each.id === id);
      return is_new_version ? 'new version' : is_new;
    });
  };
  expect(await isNew()).toEqual([false, false]);
  await member.get(`/ajax/documents/${paper.id}`);
  server.context.clock.advance({ minutes: 2 });
  for (const { id } of [paper, other]) expect((await replace(id, await sent())).status).toBe(200);
  server.context.clock.advance({ minutes: 2 });
  expect(await isNew()).toEqual(['new version', false]);
  await member.get(`/ajax/documents/${paper.id}`);
  expect(await isNew()).toEqual([false, false]);
});

test('a replaced document is marked as new only for members who had already opened its announcement', async () => {
  const announcement = await server.make.announcement({ board, state: 'published' });
  const paper = await server.make.document({ announcement, createdAt: '2026-09-01T12:00:00Z' });
  const newcomer = await server.signIn(await server.make.member({ board }));
  const isNew = async (as: TestClient) => {
    const { documents } = (await as.get(`/ajax/announcements/${announcement.id}`)).json.data.announcement;
    return documents.map(({ is_new }: { is_new: boolean }) => is_new);
  };
  expect(await isNew(member)).toEqual([false]);
  server.context.clock.advance({ minutes: 60 });
  expect((await replace(paper.id, await sent())).status).toBe(200);
  server.context.clock.advance({ minutes: 60 });
  expect([await isNew(member), await isNew(newcomer)]).toEqual([[true], [false]]);
});

test('changing a link’s address updates the link’s kind and logs both addresses', async () => {
  const announcement = await server.make.announcement({ board, state: 'published' });
  const place = { kind: 'announcement', id: announcement.id };
  const added = await admin.post('/ajax/library/links', { home: place, title: 'Guide', url: 'https://example.org/' });
  const { id } = added.json.data;
  const change = (url: string) => admin.patch(`/ajax/documents/${id}`, { url });
  expect((await change('http://127.0.0.1/')).json.errors.url).toBe('This field must be in url format');
  expect((await change('https://vimeo.com/76979871')).json.status).toBe('success');
  const { document } = (await member.get(`/ajax/documents/${id}`)).json.data;
  expect(document).toMatchObject({ title: 'Guide', link_url: 'https://vimeo.com/76979871', mime_type: 'vimeo' });
  const detail = { fields: 'url', from: 'https://example.org/', to: 'https://vimeo.com/76979871' };
  const log = await auditEntries(server, board.id, { subject: id, action: 'document.updated' });
  expect(log).toEqual([{ action: 'document.updated', member_id: secretary.id, detail }]);
  const paper = await server.make.document({ announcement });
  const refused = await admin.patch(`/ajax/documents/${paper.id}`, { url: 'https://example.org/' });
  expect(refused.json).toEqual({ status: 'error', msg: 'Only links have an address that can be changed.' });
});

test('an editor cannot rename a document that is moved out of their group while the request waits', async () => {
  const group = await server.make.group({ board, admins: [director] });
  const meeting = await server.make.meeting({ board, groups: [group] });
  const common = await server.make.meeting({ board });
  const paper = await server.make.document({ meeting, title: 'Roof.pdf' });
  await server.asSuperuser(async (db) => {
    await db.query('begin');
    await db.query('select from meetings where id = $1 for update', [meeting.id]);
    const renaming = member.patch(`/ajax/documents/${paper.id}`, { title: 'Mine.pdf' });
    await untilLockWaiter(server.context);
    await db.query('update documents set meeting_id = $1 where id = $2', [common.id, paper.id]);
    await db.query('commit');
    expect((await renaming).status).toBe(403);
  });
  const read = await member.get(`/ajax/documents/${paper.id}`);
  expect(read.json.data.document.title).toBe('Roof.pdf');
});
