import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard, type MadeMeeting, type MadeMember } from '#tests/support/factories.ts';
import { pdfPaper, wordPaper } from '#tests/support/papers.ts';
import { countRoundTrips, type RoundTrips } from '#tests/support/round-trips.ts';
import { testApp } from '#tests/support/test-app.ts';
import { type Uploader, uploader } from '#tests/support/upload.ts';
import { makeWithheld } from '#tests/support/withheld.ts';

const run = promisify(execFile);
const product = testApp();
let folder: string;
let board: MadeBoard;
let secretary: MadeMember;
let meeting: MadeMeeting;
let admin: TestClient;
let member: TestClient;
let upload: Uploader;

let roundTrips: RoundTrips;
beforeAll(async () => {
  roundTrips = countRoundTrips(product.context.pool);
  folder = await mkdtemp(join(tmpdir(), 'dais-books-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  board = await product.make.board();
  secretary = await product.make.member({ board, isBoardAdmin: true });
  meeting = await product.make.meeting({ board, title: 'November meeting' });
  admin = await product.signIn(secretary);
  member = await product.signIn(await product.make.member({ board, firstName: 'Elena', lastName: 'Łoś' }));
  upload = await uploader(product.app, product.context, secretary);
});

async function attach(name: string, bytes: Buffer, itemId?: string): Promise<{ id: string; versionId: string }> {
  const place = itemId === undefined ? { kind: 'meeting', id: meeting.id } : { kind: 'agenda-item', id: itemId };
  const { json } = await admin.post('/ajax/documents', { upload_id: await upload.send({ name, bytes }), home: place });
  return { id: json.data.document.id, versionId: json.data.document.version_id };
}

const path = () => `/ajax/meetings/${meeting.id}/board-book`;
const stateOf = async (as: TestClient, marks = '0') => (await as.get(`${path()}?annotations=${marks}`)).json.data.book;
async function made(as: TestClient, withMarks = false) {
  await as.post(path(), { with_annotations: withMarks });
  await product.context.runJobs();
  return stateOf(as, withMarks ? '1' : '0');
}
const fetched = (as: TestClient, marks = '0') => as.get(`/meetings/${meeting.id}/board-book?annotations=${marks}`);
async function pagesOf(as: TestClient, marks = '0'): Promise<readonly string[]> {
  const file = join(folder, `${crypto.randomUUID()}.pdf`);
  await writeFile(file, (await fetched(as, marks)).bytes);
  await run('qpdf', ['--check', file]);
  return (await run('pdftotext', ['-layout', file, '-'])).stdout.split('\f');
}

const note =
  '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>' +
  '<freetext name="t" page="0" rect="100,200,300,240"><contents>Ask Priya</contents></freetext></annots></xfdf>';
const mark = (as: TestClient, document: { readonly id: string; readonly versionId: string }) =>
  as.post(`/ajax/documents/${document.id}/annotations`, {
    annotations: note,
    version_id: document.versionId,
    base_revision: 0,
  });

test('the papers come in the agenda’s order, those that have no pages are named', async () => {
  const first = await product.make.agendaItem({ meeting, title: 'Opening' });
  const second = await product.make.agendaItem({ meeting, title: 'Budget' });
  await attach('Loose.pdf', await pdfPaper(1));
  await attach('Budget.pdf', await pdfPaper(2), second.id);
  await attach('Minutes.pdf', await pdfPaper(3), first.id);
  await attach('Figures.csv', Buffer.from('a,b\n1,2\n'), first.id);
  await attach('Letter.docx', wordPaper(), second.id);

  expect(await stateOf(member)).toMatchObject({ state: 'none', paper_count: 5, has_annotations: false });
  await member.post(path(), { with_annotations: false });
  expect(await stateOf(admin)).toMatchObject({ state: 'waiting' });
  await product.context.runJobs();
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

test('a change makes it out of date, and nothing else does', async () => {
  const document = await attach('Report.pdf', await pdfPaper(1));
  const { made_at: madeAt } = await made(member);
  product.context.clock.advance({ minutes: 5 });
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

test('whose only withheld paper was moved to another item has a book of their own', async () => {
  const [first, second] = [
    await product.make.agendaItem({ meeting, title: 'Wharf Road' }),
    await product.make.agendaItem({ meeting, title: 'Other business' }),
  ];
  const paper = await attach('Offer.pdf', await pdfPaper(1), first.id);
  await attach('Budget.pdf', await pdfPaper(1), second.id);
  const reader = await product.make.member({ board });
  await makeWithheld(product.context, { item: first, from: reader, by: secretary });
  await product.asSuperuser(async (db) => {
    await db.query('update documents set agenda_item_id = $2 where id = $1', [paper.id, second.id]);
    await db.query('delete from agenda_items where id = $1', [first.id]);
  });
  const withheld = await product.signIn(reader);
  expect(await made(admin)).toMatchObject({ state: 'made' });
  expect(await stateOf(member)).toMatchObject({ state: 'made' });
  expect(await stateOf(withheld)).toMatchObject({ state: 'none' });
  expect((await fetched(withheld)).status).toBe(404);
  await made(withheld);
  const own = (await pagesOf(withheld)).join();
  expect(own).toContain('Budget.pdf');
  expect(own).not.toContain('Offer.pdf');
  expect((await pagesOf(member)).join()).toContain('Offer.pdf');
});

test('marks stand in their owner’s book alone', async () => {
  const document = await attach('Report.pdf', await pdfPaper(1));
  expect((await mark(member, document)).status).toBe(200);
  expect(await made(member, true)).toMatchObject({ state: 'made', has_annotations: true });
  const [cover, , paper] = await pagesOf(member, '1');
  expect(cover).toContain('With the marks of Elena Łoś');
  expect(paper).toContain('Ask Priya');

  expect(await stateOf(admin, '1')).toMatchObject({ state: 'none', has_annotations: false });
  expect((await fetched(admin, '1')).status).toBe(404);
  await made(admin, true);
  expect((await pagesOf(admin, '1')).join()).not.toContain('Ask Priya');
  await made(member);
  expect((await pagesOf(member)).join()).not.toContain('Ask Priya');
});

test('a book that failed is made anew some minutes later, or once something in it changed', async () => {
  await attach('Report.pdf', await pdfPaper(1));
  const fail = async () => {
    await made(member);
    const failed = { state: 'failed', storage_key: null, byte_size: null, page_count: null, made_at: null };
    await product.inBoard(board.id, (tx) => tx.updateTable('board_books').set(failed).execute());
  };
  const press = async () => (await member.post(path(), { with_annotations: false })).json;
  await fail();
  expect(await press()).toMatchObject({ status: 'error', msg: expect.stringContaining('Try again in ten minutes') });
  product.context.clock.advance({ minutes: 10 });
  expect((await press()).data.book.state).toBe('waiting');
  await fail();
  await attach('Another.pdf', await pdfPaper(1));
  expect((await press()).data.book.state).toBe('waiting');
});

test('only who sees the meeting has its book', async () => {
  const chair = await product.make.member({ board });
  const group = await product.make.group({ board, members: [chair] });
  meeting = await product.make.meeting({ board, groups: [group] });
  await attach('Secret.pdf', await pdfPaper(1));
  const inGroup = await product.signIn(chair);
  expect(await made(inGroup)).toMatchObject({ state: 'made' });
  expect((await fetched(inGroup)).status).toBe(200);
  for (const refused of [member.get(path()), member.post(path(), { with_annotations: false }), fetched(member)])
    expect((await refused).status).toBe(404);
});

test('M16 the log names every paper that was taken home with the book; nobody has opened them by that', async () => {
  const report = await attach('Report.pdf', await pdfPaper(1));
  await attach('Figures.csv', Buffer.from('a,b\n1,2\n'));
  await made(member);
  await fetched(member);
  const entries = await product.inBoard(board.id, (tx) =>
    tx.selectFrom('audit_entries').select(['action', 'subject_id']).where('action', 'like', '%downloaded').execute(),
  );
  expect(entries).toEqual(
    expect.arrayContaining([
      { action: 'document.downloaded', subject_id: report.id },
      { action: 'meeting.book-downloaded', subject_id: meeting.id },
    ]),
  );
  expect(entries).toHaveLength(2);
  const { data } = (await admin.get('/ajax/reports/documents')).json;
  expect(data.documents.map((each: { read_by: number; openings: number }) => [each.read_by, each.openings])).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('a download in ranges is one in the log; a book that was made anew is another', async () => {
  const report = await attach('Report.pdf', await pdfPaper(1));
  await made(member);
  const range = (from: number) =>
    member.get(`/meetings/${meeting.id}/board-book?annotations=0`, { range: `bytes=${from}-${from + 99}` });
  const logged = async () => {
    const entries = await product.inBoard(board.id, (tx) =>
      tx.selectFrom('audit_entries').select('subject_id').where('action', 'like', '%downloaded').execute(),
    );
    return [report.id, meeting.id].map((id) => entries.filter((entry) => entry.subject_id === id).length);
  };
  // In the middle first: no spelling of a range takes papers home unseen.
  const trips: number[] = [];
  for (const from of [100, 200, 300]) {
    const before = roundTrips.count();
    expect((await range(from)).status).toBe(206);
    trips.push(roundTrips.count() - before);
  }
  expect(await logged()).toEqual([1, 1]);
  // One reads; the first records besides.
  expect(trips).toEqual([2, 1, 1]);
  await range(0);
  await range(100);
  expect(await logged()).toEqual([2, 2]);
  await attach('Another.pdf', await pdfPaper(1));
  product.context.clock.advance({ minutes: 1 });
  await made(member);
  await range(100);
  expect(await logged()).toEqual([3, 3]);
});

test('two who ask at once get one book, and its bytes go with it', async () => {
  await attach('Report.pdf', await pdfPaper(1));
  await Promise.all([admin, member, admin, member].map((each) => each.post(path(), { with_annotations: false })));
  await product.context.runJobs();
  const stored = async () =>
    (await product.context.storage.list('boards')).filter(({ key }) => key.includes(`${board.id}/books/`));
  expect(await stored()).toHaveLength(1);
  expect(await stateOf(member)).toMatchObject({ state: 'made' });
});

test('a member waits for three books at a time, and for another once one is there', async () => {
  const paths: string[] = [];
  for (const title of ['One', 'Two', 'Three', 'Four'])
    paths.push(`/ajax/meetings/${(await product.make.meeting({ board, title })).id}/board-book`);
  const ask = async (at: number, as = member) => (await as.post(paths[at] ?? '', { with_annotations: false })).json;
  const answers = await Promise.all([0, 1, 2, 3].map((at) => ask(at)));
  const refused = answers.flatMap(({ status }, at) => (status === 'error' ? [at] : []));
  expect(refused).toHaveLength(1);
  const [left = 0] = refused;
  expect(answers[left].msg).toBe(
    '3 board books of yours are still being made. Ask for another once one of them is there.',
  );
  // Whoever waits for none gets theirs, and what is asked for again is no other.
  expect((await ask(left, admin)).status).toBe('success');
  expect((await ask((left + 1) % 4)).status).toBe('success');
  await product.context.runJobs();
  const own = (await member.post(path(), { with_annotations: false })).json;
  expect(own.data.book.state).toBe('waiting');
});

test('a book whose meeting was deleted before it was made can be asked for once the meeting is back', async () => {
  await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
  await member.post(path(), { with_annotations: false });
  expect((await admin.delete(`/ajax/meetings/${meeting.id}`)).json.status).toBe('success');
  await product.context.runJobs();
  expect((await admin.post(`/ajax/meetings/${meeting.id}/undelete`)).status).toBe(200);
  expect(await stateOf(member)).toMatchObject({ state: 'none' });
  expect(await made(member)).toMatchObject({ state: 'made' });
});

test('a book on which the server was killed in every attempt has failed, and can be asked for again', async () => {
  await member.post(path(), { with_annotations: false });
  expect(await stateOf(member)).toMatchObject({ state: 'waiting' });
  await product.asSuperuser((client) =>
    client.query(`update graphile_worker._private_jobs set attempts = max_attempts where key like 'board-book:%'`),
  );
  expect(await stateOf(member)).toMatchObject({ state: 'failed' });
  product.context.clock.advance({ minutes: 10 });
  expect(await made(member)).toMatchObject({ state: 'made' });
});
