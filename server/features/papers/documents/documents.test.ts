import { readdir, stat } from 'node:fs/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sweepUploadsJob } from '#server/features/core/uploads/jobs.ts';
import type { OfficeConverter } from '#server/integrations/office/office-converter.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import type { TestAnswer } from '#tests/support/client.ts';
import type { MadeAgendaItem } from '#tests/support/factories.ts';
import { eachPaperStage, linesPaper } from '#tests/support/paper-stage.ts';
import { wordPaper } from '#tests/support/papers.ts';
import { testApp } from '#tests/support/test-app.ts';
import { uploader } from '#tests/support/upload.ts';

const server = testApp({ UPLOAD_MAX_MB: '1' });
const pdf = await linesPaper('Page 1', 'Page 2', 'Page 3');
const { board, secretary, admin, member, upload, signInAgain } = eachPaperStage(server);
let item: MadeAgendaItem;
beforeEach(async () => {
  item = await server.make.agendaItem({ meeting: await server.make.meeting({ board }) });
});

const place = () => ({ kind: 'agenda-item', id: item.id });
const attach = (uploadId: string, as = admin) => as.post('/ajax/documents', { upload_id: uploadId, home: place() });
const storedFiles = async () => (await server.context.storage.list(`boards/${board.id}/documents`)).length;
const documentCount = async () => (await server.sql('select from documents where board_id = $1', [board.id])).length;

test('an uploaded file is stored unchanged as a document, and its pages are counted', async () => {
  const attached = await attach(await upload.send({ name: 'Finance report.pdf', bytes: pdf }));
  const kind = { extension: 'pdf', mime_type: 'application/pdf', is_link: false };
  const shown = { title: 'Finance report.pdf', byte_size: pdf.length, page_count: null };
  expect(attached.json.data.document).toMatchObject({ ...kind, ...shown });
  const { id } = attached.json.data.document;
  const served = await member.get(`/document/${id}`);
  expect([served.status, served.bytes.equals(pdf)]).toEqual([200, true]);
  await server.context.runJobs();
  expect((await member.get(`/ajax/documents/${id}`)).json.data.document.page_count).toBe(3);
  expect(await readdir(server.context.uploads.folder)).toEqual([]);
});

test('a meeting shows that a paper has tracked changes once the paper’s preview has been created', async () => {
  const convert: OfficeConverter['convert'] = async (path, _extension, work) => {
    const { size: byteSize } = await stat(path);
    return work({ kind: 'made', path, byteSize, hasTrackedChanges: true });
  };
  Object.assign(server.context, { office: { convert } });
  onTestFinished(() => void Object.assign(server.context, { office: null }));
  await attach(await upload.send({ name: 'Lease.docx', bytes: wordPaper() }));
  const named = async () => {
    const { json } = await member.get(`/ajax/meetings/${item.meetingId}`);
    return json.data.meeting.agenda_items[0].documents[0].has_tracked_changes;
  };
  expect(await named()).toBe(false);
  await server.context.runJobs();
  expect(await named()).toBe(true);
});

test('an interrupted upload can be continued, and cannot be attached until it is complete', async () => {
  const id = await upload.begin({ name: 'paper.pdf', length: pdf.length });
  const half = Math.floor(pdf.length / 2);
  await upload.append(id, { offset: 0, bytes: pdf.subarray(0, half) });
  expect((await attach(id)).json.status).toBe('error');
  expect((await upload.inspect(id)).headers.get('upload-offset')).toBe(String(half));
  expect((await upload.append(id, { offset: 0, bytes: pdf })).status).toBe(409);
  await upload.append(id, { offset: half, bytes: pdf.subarray(half) });
  expect((await attach(id)).json.status).toBe('success');
});

test('an upload longer than announced is rejected', async () => {
  const longId = await upload.begin({ name: 'paper.pdf', length: 100 });
  const appended = await upload.append(longId, { offset: 0, bytes: pdf });
  expect(appended.status).toBeGreaterThanOrEqual(400);
  expect(Number((await upload.inspect(longId)).headers.get('upload-offset'))).toBeLessThanOrEqual(100);
  expect((await attach(longId)).json).toMatchObject({ status: 'error' });
  expect(await documentCount()).toBe(0);
});

test('an upload one byte over the limit is rejected with 413 before any data is sent', async () => {
  const limit = 1024 * 1024;
  expect((await upload.announce({ name: 'paper.pdf', length: limit + 1 })).status).toBe(413);
  expect((await upload.announce({ name: 'paper.pdf', length: limit })).status).toBe(201);
  expect((await upload.announce({ name: 'paper.pdf', length: 0 })).status).toBe(422);
});

test.each(['program.exe', 'noextension', 'page.svg'])('%s is not an accepted file type', async (name) => {
  expect((await upload.announce({ name, length: 10 })).status).toBe(422);
});

test.each([
  ['invoice.pdf', 'MZ\u0090\u0000 this is a program'],
  ['invoice.pdf.png', '%PDF-1.7 this is a pdf'],
  ['letter.docx', 'PK\u0003\u0004 this is any zip'],
  ['list.csv', 'a;b\u0000c'],
  ['photo.jpg', '\u00ff\u00d8\u00ff no picture'],
])('%s with content of another type is rejected', async (name, content) => {
  const id = await upload.send({ name, bytes: Buffer.from(content, 'latin1') });
  const refused = await attach(id);
  expect(refused.json).toEqual({ status: 'error', msg: 'The content of this file does not match its name.' });
  expect(await documentCount()).toBe(0);
});

test('path separators and line breaks are removed from a file name', async () => {
  const id = await upload.send({ name: '../../etc/passwd\r\nX: y.pdf', bytes: pdf });
  const { document } = (await attach(id)).json.data;
  expect(document.filename).not.toMatch(/[/\\\r\n]/);
});

test('an upload address with another upload’s id appended accesses only the first upload', async () => {
  const id = await upload.begin({ name: 'paper.pdf', length: pdf.length });
  const theirs = await uploader(server.app, server.context, await server.make.member({ isBoardAdmin: true }));
  const own = await theirs.send({ name: 'mine.txt', bytes: Buffer.from('mine') });
  const both = `${own}?/${id}`;
  expect((await theirs.inspect(both)).headers.get('upload-offset')).toBe('4');
  await theirs.append(both, { offset: 0, bytes: Buffer.from('other bytes') });
  await theirs.drop(both);
  expect((await upload.inspect(id)).headers.get('upload-offset')).toBe('0');
  expect((await theirs.inspect(own)).status).toBe(404);
});

test('a member can have at most fifty waiting uploads, with a total size of at most ten times the maximum file size', async () => {
  const tiny = { name: 'a.pdf', length: 5 };
  const answers = await Promise.all(Array.from({ length: 55 }, () => upload.announce(tiny)));
  const made = answers.filter(({ status }) => status === 201);
  expect([made.length, answers.filter(({ status }) => status === 429).length]).toEqual([50, 5]);
  const dropped = made[0]?.headers.get('location')?.split('/').at(-1) ?? '';
  expect((await upload.drop(dropped)).status).toBe(204);
  expect((await upload.announce(tiny)).status).toBe(201);
  expect((await upload.announce(tiny)).status).toBe(429);
  const other = await server.make.member({ board, isBoardAdmin: true });
  const theirs = await uploader(server.app, server.context, other);
  const large = { name: 'a.pdf', length: server.context.config.uploadBytesMax };
  for (let nth = 0; nth < 10; nth += 1) expect((await theirs.announce(large)).status).toBe(201);
  expect((await theirs.announce(tiny)).status).toBe(429);
});

test('an upload that was never attached cannot be attached after it expires, and is then deleted with its bytes', async () => {
  const id = await upload.send({ name: 'forgotten.pdf', bytes: pdf });
  expect(await readdir(server.context.uploads.folder)).toContain(id);
  server.context.clock.advance({ minutes: 24 * 60 + 1 });
  expect((await attach(id, await server.signIn(secretary))).status).toBe(404);
  await sweepUploadsJob(server.context).handle({}, { attempt: 1, isLast: true });
  expect(await readdir(server.context.uploads.folder)).toEqual([]);
  expect(await server.sql('select from uploads where id = $1', [id])).toEqual([]);
});

test('a document can be requested in byte ranges', async () => {
  const document = await server.make.document({ item, bytes: Buffer.from('%PDF-0123456789') });
  const part = await member.get(`/document/${document.id}`, { range: 'bytes=5-9' });
  expect(part.status).toBe(206);
  expect(part.text).toBe('01234');
  expect(part.headers['content-range']).toBe('bytes 5-9/15');
  expect((await member.get(`/document/${document.id}`, { range: 'bytes=99-' })).status).toBe(416);
});

test('an HTML document can only be downloaded, and other documents open in a sandbox', async () => {
  const bytes = Buffer.from('<script>alert(1)</script>');
  const html = await server.make.document({ item, extension: 'html', bytes });
  const served = await member.get(`/document/${html.id}`);
  expect(served.headers['content-type']).toBe('application/octet-stream');
  expect(served.headers['content-disposition']).toMatch(/^attachment/);
  expect(served.headers['x-content-type-options']).toBe('nosniff');
  const paper = await server.make.document({ item });
  const shown = await member.get(`/document/${paper.id}`);
  expect(shown.headers['content-disposition']).toMatch(/^inline/);
  expect(shown.headers['content-security-policy']).toContain('sandbox');
  expect((await member.get(`/download/${paper.id}`)).headers['content-disposition']).toMatch(/^attachment/);
});

test('a range request is logged as opening the document, but consecutive ranges are logged only once', async () => {
  const document = await server.make.document({ item, bytes: Buffer.from('%PDF-1.4 bytes!') });
  const openings = async () => (await auditEntries(server, board.id, { subject: document.id })).length;
  await admin.get(`/download/${document.id}`, { range: 'bytes=1-' });
  expect(await openings()).toBe(1);
  for (const range of ['bytes=0-3', 'bytes=4-7', 'bytes=8-']) await member.get(`/document/${document.id}`, { range });
  expect(await openings()).toBe(2);
  await member.get(`/document/${document.id}`, { range: 'bytes=-15' });
  expect(await openings()).toBe(3);
});

test('editors can restore a deleted document to its place within 30 days', async () => {
  const document = await server.make.document({ item });
  const restore = (client = admin) => client.post(`/ajax/documents/${document.id}/restore`);
  expect((await restore()).status).toBe(404);
  await admin.delete(`/ajax/documents/${document.id}`);
  for (const path of ['/ajax/documents', '/document'])
    expect((await member.get(`${path}/${document.id}`)).status).toBe(404);
  expect((await restore(member)).status).toBe(403);
  server.context.clock.advance({ minutes: 30 * 24 * 60 });
  await signInAgain();
  expect((await restore()).status).toBe(404);
  server.context.clock.advance({ minutes: -1 });
  expect((await restore()).json.status).toBe('success');
  expect((await member.get(`/ajax/documents/${document.id}`)).json.data.document.id).toBe(document.id);
});

test('editors see which documents of a meeting can be restored, with their place and who deleted them', async () => {
  const first = await server.make.document({ item, title: 'Budget' });
  const second = await server.make.document({ item, title: 'Minutes' });
  const other = await server.make.agendaItem({ meeting: await server.make.meeting({ board }) });
  const elsewhere = await server.make.document({ item: other });
  const deleted = () => admin.get(`/ajax/documents/deleted/meeting/${item.meetingId}`);
  expect((await deleted()).json.data.documents).toEqual([]);
  const firstDeletedAt = server.context.clock.now().toISOString();
  for (const { id } of [first, elsewhere, second]) {
    await admin.delete(`/ajax/documents/${id}`);
    server.context.clock.advance({ minutes: 1 });
  }
  const { documents } = (await deleted()).json.data;
  const where = { agenda_item_title: expect.any(String), deleted_by: expect.any(String) };
  expect(documents).toMatchObject([
    { title: 'Minutes' },
    { title: 'Budget', id: first.id, deleted_at: firstDeletedAt, ...where },
  ]);
  await admin.post(`/ajax/documents/${first.id}/restore`);
  server.context.clock.advance({ minutes: 30 * 24 * 60 });
  await signInAgain();
  expect((await deleted()).json.data.documents).toEqual([]);
});

test('attaching an upload whose file has just been deleted returns 404', async () => {
  const { context } = server;
  const { putFile } = context.storage;
  const storing = vi.spyOn(context.storage, 'putFile');
  onTestFinished(() => storing.mockRestore());
  const id = await upload.send({ name: 'paper.pdf', bytes: pdf });
  storing.mockImplementation(async (key, path) => {
    await context.uploads.remove(id);
    return putFile(key, path);
  });
  expect((await attach(id)).status).toBe(404);
  expect(await documentCount()).toBe(0);
});

test('adding the same file to the same place again requires a confirmation', async () => {
  const send = async (home = place(), more = {}) => {
    const upload_id = await upload.send({ name: 'Budget.pdf', bytes: pdf });
    return admin.post('/ajax/documents', { upload_id, home, title: 'Budget 2027', refuse_same_file: true, ...more });
  };
  expect((await send()).json.status).toBe('success');
  const twice = await send();
  expect(twice.json).toMatchObject({ status: 'error', msg: 'This file has already been added as “Budget 2027”.' });
  expect(await documentCount()).toBe(1);
  expect((await send(place(), { refuse_same_file: false })).json.status).toBe('success');
  const other = await server.make.agendaItem({ meeting: await server.make.meeting({ board }) });
  expect((await send({ kind: 'agenda-item', id: other.id })).json.status).toBe('success');
  const different = await upload.send({ name: 'Budget.pdf', bytes: Buffer.concat([pdf, Buffer.from('\n')]) });
  const added = { upload_id: different, home: place(), refuse_same_file: true };
  expect((await admin.post('/ajax/documents', added)).json.status).toBe('success');
});

test('a file that is already present is not stored again, even after several attempts', async () => {
  const send = (uploadId: string) =>
    admin.post('/ajax/documents', { upload_id: uploadId, home: place(), refuse_same_file: true });
  expect((await send(await upload.send({ name: 'Budget.pdf', bytes: pdf }))).json.status).toBe('success');
  const storing = vi.spyOn(server.context.storage, 'putFile');
  onTestFinished(() => storing.mockRestore());
  const again = await upload.send({ name: 'Budget.pdf', bytes: pdf });
  for (let time = 0; time < 3; time += 1) expect((await send(again)).json.status).toBe('error');
  expect(storing).not.toHaveBeenCalled();
  expect(await storedFiles()).toBe(1);
});

test('only one of ten simultaneous requests can attach an upload, and the others store nothing', async () => {
  const onceOf = async (call: () => Promise<TestAnswer>) => {
    const answers = await Promise.all(Array.from({ length: 10 }, call));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
    return answers.find(({ status }) => status === 200)?.json.data.document;
  };
  const first = await upload.send({ name: 'paper.pdf', bytes: pdf });
  const { id } = await onceOf(() => attach(first));
  expect([await documentCount(), await storedFiles()]).toEqual([1, 1]);
  const next = await upload.send({ name: 'paper.pdf', bytes: pdf });
  await onceOf(() => admin.post(`/ajax/documents/${id}/versions`, { upload_id: next }));
  expect((await admin.get(`/ajax/documents/${id}/versions`)).json.data.versions).toHaveLength(2);
  expect(await storedFiles()).toBe(2);
});

test('a file that is stored but cannot be attached is left for the cleanup to delete', async () => {
  const { context } = server;
  const { putFile } = context.storage;
  const storing = vi.spyOn(context.storage, 'putFile').mockImplementation(async (key, path) => {
    await putFile(key, path);
    const clock = vi.spyOn(context.clock, 'now').mockImplementation(() => {
      clock.mockRestore();
      throw new Error('The connection was lost.');
    });
  });
  onTestFinished(() => storing.mockRestore());
  expect((await attach(await upload.send({ name: 'paper.pdf', bytes: pdf }))).status).toBe(500);
  expect(await documentCount()).toBe(0);
  expect(await storedFiles()).toBe(1);
});
