import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMeeting } from '#tests/support/factories.ts';
import { eachPaperStage, linesPaper, mark, marks, note } from '#tests/support/paper-stage.ts';
import { pdfPaper, signedPaper, wordPaper } from '#tests/support/papers.ts';
import { countRoundTrips, type RoundTrips } from '#tests/support/round-trips.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const run = promisify(execFile);
const server = testApp();
const { board, secretary, admin, member, ...stage } = eachPaperStage(server);
let folder: string;
let meeting: MadeMeeting;
let roundTrips: RoundTrips;
beforeAll(async () => {
  roundTrips = countRoundTrips(server.context.pool);
  folder = await mkdtemp(join(tmpdir(), 'dais-books-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  meeting = await server.make.meeting({ board, title: 'November meeting' });
});

async function attach(name: string, bytes: Buffer, itemId?: string): Promise<{ id: string; versionId: string }> {
  const home = itemId === undefined ? { kind: 'meeting', id: meeting.id } : { kind: 'agenda-item', id: itemId };
  const { json } = await stage.attach(home, { name, bytes });
  return { id: json.data.document.id, versionId: json.data.document.version_id };
}
const attachPdf = async (name: string, pages = 1, itemId?: string) => attach(name, await pdfPaper(pages), itemId);

const path = () => `/ajax/meetings/${meeting.id}/board-book`;
const request = async (as: TestClient, withMarks = false) =>
  (await as.post(path(), { with_annotations: withMarks })).json;
const stateOf = async (as: TestClient, marked = '0') =>
  (await as.get(`${path()}?annotations=${marked}`)).json.data.book;
async function made(as: TestClient, withMarks = false) {
  await request(as, withMarks);
  await server.context.runJobs();
  return stateOf(as, withMarks ? '1' : '0');
}
const fetched = (as: TestClient, marked = '0', headers = {}) =>
  as.get(`/meetings/${meeting.id}/board-book?annotations=${marked}`, headers);
async function saved(bytes: Buffer): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.pdf`);
  await writeFile(file, bytes);
  return file;
}
async function pagesOf(as: TestClient, marked = '0'): Promise<readonly string[]> {
  const file = await saved((await fetched(as, marked)).bytes);
  await run('qpdf', ['--check', file]);
  return (await run('pdftotext', ['-layout', file, '-'])).stdout.split('\f');
}
const textOf = async (as: TestClient, marked = '0') => (await pagesOf(as, marked)).join();
const downloads = () =>
  server.sql(`select action, subject_id from audit_entries where board_id = $1 and action like '%downloaded'`, [
    board.id,
  ]);

test('a board book contains the papers in agenda order, and papers that cannot be included are listed', async () => {
  const first = await server.make.agendaItem({ meeting, title: 'Opening' });
  const second = await server.make.agendaItem({ meeting, title: 'Budget' });
  await attachPdf('Loose.pdf');
  await attachPdf('Budget.pdf', 2, second.id);
  await attachPdf('Minutes.pdf', 3, first.id);
  await attach('Figures.csv', Buffer.from('a,b\n1,2\n'), first.id);
  await attach('Letter.docx', wordPaper(), second.id);

  expect(await stateOf(member)).toMatchObject({ state: 'none', paper_count: 5, has_annotations: false });
  await request(member);
  expect(await stateOf(admin)).toMatchObject({ state: 'waiting' });
  await server.context.runJobs();
  const book = await stateOf(member);
  expect(book).toMatchObject({ state: 'made', page_count: 8 });
  expect(book.left_out.map((each: { title: string; why: string }) => `${each.title}: ${each.why}`)).toEqual([
    'Figures.csv: kind',
    'Letter.docx: unconverted',
  ]);
  const pages = await pagesOf(member);
  expect(pages[0]).toContain('November meeting');
  expect(pages[1]).toMatch(
    /1 +Opening[\s\S]*Minutes\.pdf +3[\s\S]*2 +Budget[\s\S]*Budget\.pdf +6[\s\S]*Meeting documents[\s\S]*Loose\.pdf +8/,
  );
  expect(pages[6]).toMatch(/2 ?· ?7/);
});

test('a board book is created again only after its papers have changed', async () => {
  const document = await attachPdf('Report.pdf');
  const { made_at: madeAt } = await made(member);
  server.context.clock.advance({ minutes: 5 });
  expect(await made(admin)).toMatchObject({ state: 'made', made_at: madeAt });

  await admin.patch(`/ajax/documents/${document.id}`, { title: 'Annual report' });
  expect(await stateOf(member)).toMatchObject({ state: 'none', page_count: null });
  expect((await fetched(member)).status).toBe(404);
  expect((await made(member)).made_at).not.toBe(madeAt);
  expect((await pagesOf(member))[1]).toContain('Annual report');

  await admin.delete(`/ajax/documents/${document.id}`);
  expect(await stateOf(member)).toMatchObject({ state: 'none', paper_count: 0 });
  expect(await made(member)).toMatchObject({ state: 'made', page_count: 2 });
});

test('a member from whom a paper is withheld gets a separate board book, even if the paper was moved to another item', async () => {
  const [first, second] = [
    await server.make.agendaItem({ meeting, title: 'Wharf Road' }),
    await server.make.agendaItem({ meeting, title: 'Other business' }),
  ];
  const paper = await attachPdf('Offer.pdf', 1, first.id);
  await attachPdf('Budget.pdf', 1, second.id);
  const reader = await server.make.member({ board });
  await makeWithheld(server.context, { item: first, from: reader, by: secretary });
  await server.sql('update documents set agenda_item_id = $2 where id = $1', [paper.id, second.id]);
  await server.sql('delete from agenda_items where id = $1', [first.id]);
  const withheld = await server.signIn(reader);
  expect(await made(admin)).toMatchObject({ state: 'made' });
  expect(await stateOf(member)).toMatchObject({ state: 'made' });
  expect(await stateOf(withheld)).toMatchObject({ state: 'none' });
  expect((await fetched(withheld)).status).toBe(404);
  await made(withheld);
  const own = await textOf(withheld);
  expect(own).toContain('Budget.pdf');
  expect(own).not.toContain('Offer.pdf');
  expect(await textOf(member)).toContain('Offer.pdf');
});

test('the agenda PDF lists items and papers, and an attendance sheet lists invitees unless members cannot see each other', async () => {
  const item = await server.make.agendaItem({ meeting, title: 'Budget' });
  await attachPdf('Budget 2027.pdf', 1, item.id);
  await server.make.invitee({ meeting, member: stage.reader });
  const sheet = async (kind: string) => {
    const { status, headers, bytes } = await member.get(`/meetings/${meeting.id}/${kind}`);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    const file = await saved(bytes);
    expect((await run('pdfinfo', [file])).stdout).toMatch(/Tagged: +yes/);
    return (await run('pdftotext', ['-layout', file, '-'])).stdout;
  };
  expect(await sheet('agenda/file')).toMatch(/November meeting[\s\S]+1 +Budget[\s\S]+Budget 2027/);
  const { firstName } = stage.reader;
  expect(await sheet('attendance/pdf')).toMatch(new RegExp(`Name +Attendance +Signature[\\s\\S]+${firstName}`));
  await stage.setBoard({ people_hidden: true });
  expect((await member.get(`/meetings/${meeting.id}/attendance/pdf`)).status).toBe(404);
});

test('a board book contains only its reader’s own marks', async () => {
  await server.sql(`update users set last_name = 'Łoś' where id = $1`, [stage.reader.userId]);
  const document = await attachPdf('Report.pdf');
  const freetext = '<freetext name="t" page="0" rect="100,200,300,240"><contents>Ask Priya</contents></freetext>';
  expect((await mark(member, document, marks(freetext))).status).toBe(200);
  expect(await made(member, true)).toMatchObject({ state: 'made', has_annotations: true });
  const [cover, , paper] = await pagesOf(member, '1');
  expect(cover).toContain(`With marks by ${stage.reader.firstName} Łoś`);
  expect(paper).toContain('Ask Priya');

  expect(await stateOf(admin, '1')).toMatchObject({ state: 'none', has_annotations: false });
  expect((await fetched(admin, '1')).status).toBe(404);
  await made(admin, true);
  expect(await textOf(admin, '1')).not.toContain('Ask Priya');
  await made(member);
  expect(await textOf(member)).not.toContain('Ask Priya');
});

test('a failed board book can be requested again after ten minutes or after a change', async () => {
  await attachPdf('Report.pdf');
  const fail = async () => {
    await made(member);
    const failed = { state: 'failed', storage_key: null, byte_size: null, page_count: null, made_at: null };
    await server.inBoard(board.id, (tx) => tx.updateTable('board_books').set(failed).execute());
  };
  await fail();
  const msg = expect.stringContaining('Try again in ten minutes');
  expect(await request(member)).toMatchObject({ status: 'error', msg });
  server.context.clock.advance({ minutes: 10 });
  expect((await request(member)).data.book.state).toBe('waiting');
  await fail();
  await attachPdf('Another.pdf');
  expect((await request(member)).data.book.state).toBe('waiting');
});

test('a finished board book is available only to members who see its meeting', async () => {
  const chair = await server.make.member({ board });
  meeting = await server.make.meeting({ board, groups: [await server.make.group({ board, members: [chair] })] });
  await attachPdf('Secret.pdf');
  const inGroup = await server.signIn(chair);
  expect(await made(inGroup)).toMatchObject({ state: 'made' });
  expect([(await fetched(inGroup)).status, (await fetched(member)).status]).toEqual([200, 404]);
});

test('downloading a board book in several ranges logs one download of the book and of each paper, but no views', async () => {
  const report = await attachPdf('Report.pdf');
  await attach('Figures.csv', Buffer.from('a,b\n1,2\n'));
  await made(member);
  const recorded = [
    { action: 'document.downloaded', subject_id: report.id },
    { action: 'meeting.book-downloaded', subject_id: meeting.id },
  ];
  const range = async (from: number) =>
    expect((await fetched(member, '0', { range: `bytes=${from}-${from + 99}` })).status).toBe(206);
  const trips: number[] = [];
  for (const from of [100, 200, 300]) {
    const before = roundTrips.count();
    await range(from);
    trips.push(roundTrips.count() - before);
  }
  expect(trips).toEqual([2, 1, 1]);
  const first = await downloads();
  expect(first).toHaveLength(2);
  expect(first).toEqual(expect.arrayContaining(recorded));
  const { data } = (await admin.get('/ajax/reports/documents')).json;
  const read = data.documents.map((each: { read_by: number; openings: number }) => [each.read_by, each.openings]);
  expect(read).toEqual([
    [0, 0],
    [0, 0],
  ]);
  for (const from of [0, 100]) await range(from);
  expect(await downloads()).toHaveLength(4);
  await attachPdf('Another.pdf');
  server.context.clock.advance({ minutes: 1 });
  await made(member);
  await range(100);
  const counts = [report, meeting].map(async ({ id }) => (await downloads()).filter((each) => each.subject_id === id));
  expect((await Promise.all(counts)).map((each) => each.length)).toEqual([3, 3]);
});

test('concurrent requests create one board book with one file', async () => {
  await attachPdf('Report.pdf');
  await Promise.all([admin, member, admin, member].map((each) => request(each)));
  await server.context.runJobs();
  const stored = await server.context.storage.list('boards');
  expect(stored.filter(({ key }) => key.includes(`${board.id}/books/`))).toHaveLength(1);
  expect(await stateOf(member)).toMatchObject({ state: 'made' });
});

test('a member can wait for at most three board books at a time', async () => {
  const paths: string[] = [];
  for (const title of ['One', 'Two', 'Three', 'Four'])
    paths.push(`/ajax/meetings/${(await server.make.meeting({ board, title })).id}/board-book`);
  const ask = async (at: number, as = member) => (await as.post(paths[at] ?? '', { with_annotations: false })).json;
  const answers = await Promise.all([0, 1, 2, 3].map((at) => ask(at)));
  const rejected = answers.flatMap(({ status }, at) => (status === 'error' ? [at] : []));
  expect(rejected).toHaveLength(1);
  const [left = 0] = rejected;
  expect(answers[left].msg).toBe('3 of your files are still being created. Wait until one of them is ready.');
  expect((await ask(left, admin)).status).toBe('success');
  expect((await ask((left + 1) % 4)).status).toBe('success');
  await server.context.runJobs();
  expect((await request(member)).data.book.state).toBe('waiting');
});

test('a board book can be requested again after its meeting was deleted and restored', async () => {
  await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
  await request(member);
  expect((await admin.delete(`/ajax/meetings/${meeting.id}`)).json.status).toBe('success');
  await server.context.runJobs();
  expect((await admin.post(`/ajax/meetings/${meeting.id}/undelete`)).status).toBe(200);
  expect(await stateOf(member)).toMatchObject({ state: 'none' });
  expect(await made(member)).toMatchObject({ state: 'made' });
});

test('a board book fails if the server was killed in every attempt, and can be requested again', async () => {
  await request(member);
  expect(await stateOf(member)).toMatchObject({ state: 'waiting' });
  await server.sql(`update graphile_worker._private_jobs set attempts = max_attempts where key like 'board-book:%'`);
  expect(await stateOf(member)).toMatchObject({ state: 'failed' });
  server.context.clock.advance({ minutes: 10 });
  expect(await made(member)).toMatchObject({ state: 'made' });
});

describe('on a board with a watermark', () => {
  let reader: TestClient;
  beforeEach(async () => {
    reader = await server.signIn(await server.make.member({ board, firstName: 'สมชาย', lastName: 'Łoś' }));
    await stage.setBoard({ watermark: 'downloads', title: 'Harbour House', date_style: 'dmy' });
  });
  const pathOf = ({ id }: { id: string }) => `/ajax/documents/${id}/copy`;
  async function made(paper: { id: string }, as = reader, withMarks = false) {
    await as.post(pathOf(paper), { with_annotations: withMarks });
    await server.context.runJobs();
    return (await as.get(`${pathOf(paper)}?annotations=${withMarks ? 1 : 0}`)).json.data.book;
  }
  const fetched = (paper: { id: string }, marked = '0', as = reader) =>
    as.get(`/download/${paper.id}/copy?annotations=${marked}`);
  const pagesOf = async (bytes: Buffer) => (await readPdf(await saved(bytes)))?.texts ?? [];
  const mine = /สมชาย Łoś.*Harbour House.*16\/11\/2026 at/s;

  test('every page of a downloaded copy names the reader, the board and the time', async () => {
    const paper = await attach('Report.pdf', await linesPaper('one', 'two'));
    const leading = await reader.get(`/download/${paper.id}`);
    expect([leading.status, leading.headers.location]).toEqual([303, `/download/${paper.id}/copy`]);
    expect((await fetched(paper)).json.msg).toContain('carry a watermark');
    expect(await made(paper)).toMatchObject({ state: 'made', page_count: 2, left_out: [] });
    const copy = await fetched(paper);
    expect(copy.headers['content-disposition']).toMatch(/^attachment.*Report\.pdf$/);
    const pages = await pagesOf(copy.bytes);
    expect(pages.map((page) => page.includes('one'))).toEqual([true, false]);
    for (const page of pages) expect(page).toMatch(mine);
    const range = { range: 'bytes=5-14' };
    expect((await reader.get(`/download/${paper.id}/copy`, range)).bytes).toEqual(copy.bytes.subarray(5, 15));
    expect((await reader.head(`/download/${paper.id}/copy`)).headers['content-length']).toBe(String(copy.bytes.length));
    const logged = "select 1 from audit_entries where subject_id = $1 and action = 'document.downloaded'";
    expect(await server.sql(logged, [paper.id])).toHaveLength(1);
    expect((await fetched(paper, '0', member)).bytes.subarray(0, 5).toString()).not.toBe('%PDF-');
  });

  test('board books and copies with marks contain the watermark of the member who requested them', async () => {
    const paper = await attach('Report.pdf', await linesPaper('one'));
    await mark(reader, paper, marks(note('Ask', 0, 'Ask again')));
    expect((await reader.get(`/download/${paper.id}/annotated`)).headers.location).toBe(
      `/download/${paper.id}/copy?annotations=1`,
    );
    expect(await made(paper, reader, true)).toMatchObject({ state: 'made' });
    const marked = (await fetched(paper, '1')).bytes;
    expect((await pagesOf(marked))[0]).toMatch(mine);
    const path = `/meetings/${meeting.id}/board-book`;
    for (const each of [reader, member]) await each.post(`/ajax${path}`, { with_annotations: false });
    await server.context.runJobs();
    const pages = await pagesOf((await reader.get(path)).bytes);
    expect(pages).toHaveLength(3);
    for (const page of pages) expect(page).toMatch(mine);
    expect((await pagesOf((await member.get(path)).bytes)).join()).not.toMatch(mine);
  });

  test('signed PDFs and files without pages are downloaded unchanged, and the download of a damaged PDF fails with the reason', async () => {
    const signed = await attach('Signed.pdf', signedPaper());
    expect(await made(signed)).toMatchObject({ state: 'failed', left_out: [{ why: 'signed' }] });
    expect((await fetched(signed)).bytes).toEqual(signedPaper());
    const csv = await attach('Figures.csv', Buffer.from('a,b\n'));
    expect(await made(csv)).toMatchObject({ left_out: [{ why: 'kind' }] });
    expect((await reader.get(`/download/${csv.id}`)).text).toBe('a,b\n');
    const item = await server.make.agendaItem({ meeting });
    const damaged = await server.make.document({ item, bytes: (await linesPaper('one')).subarray(0, 300) });
    expect(await made(damaged)).toMatchObject({ state: 'failed', left_out: [{ why: 'unreadable' }] });
    expect((await fetched(damaged)).json.msg).toContain('its pages cannot be read');
  });

  test('an original without a watermark can be opened in the viewer but cannot be downloaded from any URL', async () => {
    const paper = await attach('Report.pdf', await linesPaper('one'));
    const { uid } = await server.make.invitee({ meeting, member: stage.reader });
    const addresses = [`/document/${paper.id}`, `/document/${paper.id}/versions/${paper.versionId}`];
    for (const address of addresses)
      expect((await reader.get(address)).headers['content-disposition'], address).toMatch(/^inline/);
    const word = await attach('Letter.docx', wordPaper());
    expect((await reader.get(`/document/${word.id}`)).status).toBe(303);
    expect((await reader.get(`/document/${word.id}/versions/${word.versionId}`)).json.msg).toContain(
      'carry a watermark',
    );
    const magic = `/meeting/${uid}/document/${paper.id}`;
    expect((await server.stranger().get(magic)).headers['content-disposition']).toMatch(/^inline/);
    expect((await server.stranger().get(`${magic}?download=1`)).json.msg).toContain('carry a watermark');
  });
});
