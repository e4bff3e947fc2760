import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { paperLimits } from '#domain/paper-requests.ts';
import { sweepFilesJob } from '#server/features/papers/documents/deletion/jobs.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestAnswer, TestClient } from '#tests/support/client.ts';
import type { MadeAgendaItem, MadeMeeting } from '#tests/support/factories.ts';
import { leaveOneTry } from '#tests/support/leave-one-try.ts';
import { linesPaper } from '#tests/support/paper-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { paperUploader } from '#tests/support/upload.ts';
import { makeWithheld } from '#tests/support/withheld.ts';
import { forgetPapers } from './commands.ts';
import { paperRequestJobs } from './jobs.ts';

const server = testApp();
const { board, adminMember, member, admin, reader, at, setBoard } = boardStage(server);
const pdf = await linesPaper('First page', 'Second page');
const priya = { name: 'Priya Raman', email: 'priya@raman.example' };
let meeting: MadeMeeting;
let item: MadeAgendaItem;
let author: TestClient;
beforeEach(async () => {
  meeting = await server.make.meeting({ board, title: 'Winter meeting', startsAt: '2026-12-03T12:00:00Z' });
  item = await server.make.agendaItem({ meeting, title: 'Budget' });
  author = server.stranger();
});

const asked = (rest: object = {}) => ({
  agenda_item_id: item.id,
  title: 'Budget 2027',
  author: priya,
  due_on: '2026-11-26',
  note: 'Ten pages at most.',
  ...rest,
});
const ask = (...papers: readonly object[]) => admin.post(`/ajax/meetings/${meeting.id}/paper-requests`, { papers });
const listed = async (as = admin) => (await as.get(`/ajax/meetings/${meeting.id}/paper-requests`)).json.data;
const act = async (id: string, given: { readonly kind: string; readonly [key: string]: unknown }, as = admin) => {
  const decides = given.kind === 'accept' || given.kind === 'send-back';
  const row = decides ? (await listed()).requests.find((each: { id: string }) => each.id === id) : null;
  const submission = decides ? { submission_id: row?.submission_id ?? randomUUID() } : {};
  return as.post(`/ajax/paper-requests/${id}`, { act: { ...submission, ...given } });
};
const mailsTo = async (address = priya.email) => {
  await server.context.runJobs();
  return server.context.sent.filter(({ to }) => to.address === address);
};
const uidIn = (mail: { readonly text: string } | undefined): string =>
  /\/paper\/(r-[a-z2-7]{52})/.exec(mail?.text ?? '')?.[1] ?? '';
const newestUid = async (address?: string) => uidIn((await mailsTo(address)).findLast((mail) => uidIn(mail) !== ''));
const page = (uid: string) => author.get(`/ajax/magic/papers/${uid}`);
const papersOf = async (uid: string) => (await page(uid)).json.data.papers;
const reply = (uid: string, id: string, given: object) =>
  author.post(`/ajax/magic/papers/${uid}/${id}/reply`, { reply: given });
const send = async (uid: string, id: string, file: { name?: string; bytes?: Buffer } = {}): Promise<TestAnswer> => {
  const { name = 'budget-final.pdf', bytes = pdf } = file;
  const uploads = await paperUploader(server.app, server.context, { uid, id });
  return author.post(`/ajax/magic/papers/${uid}/${id}/send`, { upload_id: await uploads.send({ name, bytes }) });
};
const askOne = async (rest: object = {}) => {
  await ask(asked(rest));
  const { requests } = await listed();
  return { id: requests.at(-1).id as string, uid: await newestUid() };
};
const documents = async () =>
  (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.agenda_items[0].documents;
const mine = (query: string) => server.sql(`${query} where board_id = $1`, [board.id]);
const actions = async () => (await auditEntries(server, board.id, { action: 'paper.%' })).map(({ action }) => action);

describe('asking for papers', () => {
  test('one message and one page list everything that an author is asked for', async () => {
    const second = await server.make.agendaItem({ meeting, title: 'Audit' });
    const otherSpelling = { ...priya, email: 'Priya@Raman.example' };
    await ask(asked(), asked({ agenda_item_id: second.id, title: 'Audit report', author: otherSpelling, note: '' }));
    const [mail, ...others] = await mailsTo();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Please send 2 papers: Winter meeting',
      replyTo: { address: adminMember.email },
    });
    for (const text of ['Budget 2027', 'Audit report', 'Ten pages at most.', 'Thursday, November 26, 2026'])
      expect(mail?.text).toContain(text);
    const answer = await page(uidIn(mail));
    expect(answer.json.data).toMatchObject({
      author_name: 'Priya Raman',
      meeting: { title: 'Winter meeting', day: '2026-12-03' },
      papers: [
        { title: 'Budget 2027', item_title: 'Budget', due_on: '2026-11-26', state: 'asked', submission: null },
        { title: 'Audit report', item_title: 'Audit' },
      ],
    });
    for (const hidden of ['Adler', 'Moser', meeting.id, board.id]) expect(answer.text).not.toContain(hidden);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(await listed()).toMatchObject({
      default_due_on: '2026-11-26',
      requests: [{ author_name: 'Priya Raman' }, {}],
    });
  });

  test('only editors can make, list and change requests, and a request needs an item of the meeting and a future due date', async () => {
    const { id } = await askOne();
    const path = `/ajax/meetings/${meeting.id}/paper-requests`;
    expect((await reader.post(path, { papers: [asked()] })).status).toBe(403);
    expect((await reader.get(path)).status).toBe(403);
    expect((await act(id, { kind: 'remind' }, reader)).status).toBe(403);
    const elsewhere = await server.make.agendaItem({ meeting: await server.make.meeting({ board }) });
    expect((await ask(asked({ agenda_item_id: elsewhere.id }))).status).toBe(404);
    expect((await ask(asked({ due_on: '2026-11-15' }))).status).toBe(422);
  });

  test('a board can limit requests to members or turn them off, and the links of excluded authors stop working at once', async () => {
    const { uid } = await askOne();
    await setBoard({ paper_links: 'members' });
    expect((await page(uid)).status).toBe(404);
    expect((await ask(asked())).json.status).toBe('error');
    expect((await ask(asked({ author: { member_id: member.id } }))).json.status).toBe('success');
    const own = await newestUid(member.email);
    expect((await page(own)).status).toBe(200);
    await setBoard({ paper_links: 'off' });
    expect([(await page(own)).status, (await listed()).can.ask]).toEqual([404, false]);
  });

  test('dates in messages and on the author’s page follow the board’s date style', async () => {
    await setBoard({ date_style: 'dmy' });
    const { uid } = await askOne();
    expect((await mailsTo()).at(-1)?.text).toContain('Due Thursday 26 November 2026');
    expect((await page(uid)).json.data.board.date_style).toBe('dmy');
  });

  test('an editor can request papers for a draft, and requests for an item are hidden from members who cannot see it', async () => {
    await server.sql(`update meetings set state = 'draft' where id = $1`, [meeting.id]);
    const other = await server.make.agendaItem({ meeting, title: 'Rents' });
    await ask(asked({ author: { member_id: member.id } }), asked({ agenda_item_id: other.id }));
    const [{ id }] = (await listed()).requests;
    const uid = await newestUid(member.email);
    const second = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
    await makeWithheld(server.context, { item, from: adminMember, by: member });
    await makeWithheld(server.context, { item, from: member, by: adminMember });
    expect((await listed()).requests).toMatchObject([{ agenda_item_id: other.id }]);
    expect((await listed(second)).requests).toHaveLength(2);
    expect((await act(id, { kind: 'remind' })).status).toBe(404);
    expect(await papersOf(uid)).toEqual([]);
    const before = (await mailsTo(member.email)).length;
    await act(id, { kind: 'remind' }, second);
    expect(await mailsTo(member.email)).toHaveLength(before);
    expect((await admin.get('/ajax/audit')).text).not.toContain(id);
  });
});

describe('a paper', () => {
  test('is visible only to editors until it is accepted, and its file is then added to the item unchanged', async () => {
    const { id, uid } = await askOne();
    expect((await send(uid, id)).json.data).toMatchObject({
      needs_password: false,
      papers: [
        { state: 'received', submission: { filename: 'budget-final.pdf', byte_size: pdf.length, page_count: 2 } },
      ],
    });
    await reply(uid, id, { kind: 'note', note: 'Figures as of October.' });
    expect((await listed()).requests).toMatchObject([
      { state: 'received', can: { accept: true }, submission: { note: 'Figures as of October.' } },
    ]);
    expect(await documents()).toEqual([]);
    const file = `/ajax/paper-requests/${id}/file?board=${board.id}`;
    expect((await admin.get(file)).bytes.equals(pdf)).toBe(true);
    for (const who of [reader, author]) expect((await who.get(file)).status).toBeGreaterThanOrEqual(403);
    await act(id, { kind: 'accept' });
    const [document] = await documents();
    expect(document).toMatchObject({ title: 'Budget 2027', filename: 'budget-final.pdf', byte_size: pdf.length });
    expect((await reader.get(`/document/${document.id}`)).bytes.equals(pdf)).toBe(true);
    expect(await papersOf(uid)).toMatchObject([{ state: 'accepted', submission: { page_count: 2 } }]);
    expect((await admin.get(file)).status).toBe(404);
    expect((await act(id, { kind: 'accept' })).json.status).toBe('error');
    expect(await actions()).toEqual(['paper.asked', 'paper.received', 'paper.noted', 'paper.accepted']);
  });

  test('sent after the first one was accepted is proposed as a new version', async () => {
    const { id, uid } = await askOne();
    await send(uid, id);
    await act(id, { kind: 'accept' });
    const revised = await linesPaper('Revised');
    await send(uid, id, { bytes: revised });
    expect((await listed()).requests).toMatchObject([{ state: 'received', is_new_version: true }]);
    const [{ id: documentId }] = await documents();
    expect((await reader.get(`/document/${documentId}`)).bytes.equals(pdf)).toBe(true);
    await act(id, { kind: 'accept' });
    expect(await documents()).toHaveLength(1);
    expect((await reader.get(`/document/${documentId}`)).bytes.equals(revised)).toBe(true);
  });

  test('cannot be accepted or sent back if the author has replaced it since the editor loaded it', async () => {
    const { id, uid } = await askOne();
    await send(uid, id);
    const [{ submission_id }] = (await listed()).requests;
    await send(uid, id, { name: 'budget-2.pdf' });
    for (const given of [{ kind: 'accept' }, { kind: 'send-back', reason: 'No' }]) {
      const answer = await act(id, { ...given, submission_id });
      expect(answer.json.msg).toBe('The author has replaced this file in the meantime. Look at the new one first.');
    }
    expect((await listed()).requests).toMatchObject([{ state: 'received', submission: { filename: 'budget-2.pdf' } }]);
    expect(await documents()).toEqual([]);
  });

  test('can be sent back with a reason and replaced, and only the last file is stored', async () => {
    const { id, uid } = await askOne();
    await send(uid, id);
    await act(id, { kind: 'send-back', reason: 'Please add the forecast.' });
    const mail = (await mailsTo()).at(-1);
    expect(mail).toMatchObject({ subject: 'Please revise 1 paper: Winter meeting' });
    expect(mail?.text).toContain('Please add the forecast.');
    expect(await papersOf(uid)).toMatchObject([
      { state: 'sent-back', sent_back: 'Please add the forecast.', submission: null },
    ]);
    await send(uid, id, { name: 'second.pdf' });
    await reply(uid, id, { kind: 'note', note: 'With forecast.' });
    await send(uid, id, { name: 'third.pdf' });
    const submission = { filename: 'third.pdf', note: 'With forecast.' };
    expect((await listed()).requests).toMatchObject([{ state: 'received', submission }]);
    expect(await mine('select filename from paper_submissions')).toEqual([{ filename: 'third.pdf' }]);
  });

  test('is rejected like other uploads if its type, content or size is wrong, and cannot be accessed by another author', async () => {
    const { id, uid } = await askOne();
    const uploads = await paperUploader(server.app, server.context, { uid, id });
    expect((await uploads.announce({ name: 'tool.exe', length: 10 })).status).toBe(422);
    const tooLarge = server.context.config.uploadBytesMax + 1;
    expect((await uploads.announce({ name: 'big.pdf', length: tooLarge })).status).toBe(413);
    const polyglot = Buffer.from(`MZ\x90${'x'.repeat(2000)}%PDF-1.7`);
    expect((await send(uid, id, { bytes: polyglot })).json.status).toBe('error');
    const begun = await uploads.begin({ name: 'cut.pdf', length: pdf.length });
    await uploads.append(begun, { offset: 0, bytes: pdf.subarray(0, 100) });
    const sent = (upload_id: string) => author.post(`/ajax/magic/papers/${uid}/${id}/send`, { upload_id });
    expect((await sent(begun)).json.status).toBe('error');
    expect((await uploads.inspect(begun)).headers.get('upload-offset')).toBe('100');
    await ask(asked({ author: { name: 'Tom Okafor', email: 'tom@okafor.example' } }));
    const tom = await newestUid('tom@okafor.example');
    const [{ id: ofTom }] = await papersOf(tom);
    const foreign = await paperUploader(server.app, server.context, { uid: tom, id: ofTom });
    expect((await foreign.inspect(begun)).status).toBe(404);
    expect((await page(tom)).text).not.toContain('Priya');
    expect((await reply(tom, id, { kind: 'decline' })).status).toBe(404);
    await uploads.append(begun, { offset: 100, bytes: pdf.subarray(100) });
    expect((await sent(begun)).json.status).toBe('success');
  });

  test('can be uploaded at most 20 times, even if ten uploads start at once', async () => {
    const { id, uid } = await askOne();
    await server.sql('update paper_requests set files_sent = $1', [paperLimits.filesMax - 6]);
    const uploads = await paperUploader(server.app, server.context, { uid, id });
    const begun = await Promise.all(
      Array.from({ length: 10 }, () => uploads.announce({ name: 'a.pdf', length: pdf.length })),
    );
    expect(begun.map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(201), ...Array(4).fill(422)]);
    await server.sql('update paper_requests set files_sent = 0, bytes_sent = $1', [paperLimits.bytesMax - 10]);
    expect((await uploads.announce({ name: 'a.pdf', length: 11 })).status).toBe(422);
  });
});

describe('replies and reminders', () => {
  test('an editor can give an author more time, and an author can decline a request', async () => {
    const { id, uid } = await askOne();
    await reply(uid, id, { kind: 'more-time', until: '2026-11-28', reason: 'The auditors are late.' });
    const more_time = { until: '2026-11-28', reason: 'The auditors are late.' };
    expect((await listed()).requests).toMatchObject([{ state: 'asked', more_time }]);
    await act(id, { kind: 'set-due', due_on: '2026-11-28' });
    expect(await papersOf(uid)).toMatchObject([{ due_on: '2026-11-28', more_time: null }]);
    expect((await mailsTo()).at(-1)?.text).toContain('Saturday, November 28, 2026');
    await reply(uid, id, { kind: 'decline' });
    expect((await listed()).requests).toMatchObject([{ state: 'declined', is_late: false, can: { remind: false } }]);
    expect((await reply(uid, id, { kind: 'more-time', until: '2026-11-30', reason: 'No' })).json.status).toBe('error');
  });

  test('reminders are sent 3 days before the due date, on that date and daily for 3 days after it, until the paper arrives', async () => {
    const email = 'kofi@mensah.example';
    await ask(asked({ author: { name: 'Kofi Mensah', email } }));
    const [{ id }] = (await listed()).requests;
    const uid = await newestUid(email);
    const [finder] = paperRequestJobs(server.context);
    const days: string[] = [];
    for (let day = 17; day <= 30; day += 1) {
      await at(`2026-11-${day}T15:00:00Z`);
      const before = (await mailsTo(email)).length;
      for (let run = 0; run < 2; run += 1) {
        await finder?.handle({}, { attempt: 1, isLast: true });
        await server.context.runJobs();
      }
      if ((await mailsTo(email)).length > before) days.push(`${day}`);
      if (day === 28) {
        expect((await listed()).requests).toMatchObject([{ is_late: true }]);
        expect((await send(uid, id)).json).toMatchObject({ status: 'success' });
      }
    }
    expect(days).toEqual(['23', '26', '27', '28']);
  });

  test('an editor can send a reminder at once and renew the link, and the earlier link stops working', async () => {
    const { id, uid } = await askOne();
    await act(id, { kind: 'remind' });
    expect((await mailsTo()).at(-1)).toMatchObject({ subject: 'Reminder: 1 paper due for Winter meeting' });
    await act(id, { kind: 'renew-link' });
    const renewed = await newestUid();
    expect([renewed === uid, (await page(uid)).status, (await page(renewed)).status]).toEqual([false, 404, 200]);
  });

  test.each([
    ['the request is cancelled', (id: string) => act(id, { kind: 'cancel' })],
    ['the item is removed', () => admin.delete(`/ajax/agenda-items/${item.id}?revision=1`)],
    ['the meeting is cancelled', () => admin.post(`/ajax/meetings/${meeting.id}/cancel`, { note: '' })],
  ])('the link stops working and the author is informed when %s', async (_what, end) => {
    const { id, uid } = await askOne();
    expect((await end(id)).status).toBe(200);
    const mail = (await mailsTo()).at(-1);
    expect(mail?.subject).toBe('No longer needed: 1 paper for Winter meeting');
    expect(mail?.text).not.toContain('The meeting is on');
    expect((await page(uid)).status).toBe(404);
    expect((await act(id, { kind: 'remind' })).status).toBe(404);
  });

  test('the message about ended requests omits requests that were cancelled earlier', async () => {
    await ask(asked(), asked({ title: 'Forecast' }));
    const [{ id, title }] = (await listed()).requests;
    await act(id, { kind: 'cancel' });
    await mailsTo();
    await at('2026-11-16T12:10:00Z');
    await admin.post(`/ajax/meetings/${meeting.id}/cancel`, { note: '' });
    const mail = (await mailsTo()).at(-1);
    expect(mail?.subject).toBe('No longer needed: 1 paper for Winter meeting');
    expect(mail?.text).toContain(title === 'Forecast' ? 'Budget 2027' : 'Forecast');
    expect(mail?.text).not.toContain(title);
  });

  test('an author’s email address, link and unaccepted papers are deleted 30 days after the meeting', async () => {
    const { id, uid } = await askOne();
    await send(uid, id);
    await at('2027-01-01T12:00:00Z');
    await forgetPapers(server.context);
    expect((await page(uid)).status).toBe(200);
    await at('2027-01-03T12:00:00Z');
    await forgetPapers(server.context);
    expect(await mine('select email, uid_hash from paper_authors')).toEqual([{ email: null, uid_hash: null }]);
    expect(await mine('select id from paper_submissions')).toEqual([]);
    expect((await page(uid)).status).toBe(404);
  });

  test('the cleanup keeps the file of a paper that awaits acceptance and deletes the file of a paper that was sent back', async () => {
    const { id, uid } = await askOne();
    await send(uid, id);
    const [row] = await mine('select storage_key from paper_submissions');
    const key = String(row?.storage_key);
    const isStored = async () =>
      (await server.context.storage.list(`boards/${board.id}`)).some((each) => each.key === key);
    const longAgo = new Date('2020-01-01T00:00:00Z');
    await utimes(join(server.context.config.dataDir, 'files', key), longAgo, longAgo);
    const sweep = () => sweepFilesJob(server.context).handle({}, { attempt: 1, isLast: true });
    await sweep();
    expect(await isStored()).toBe(true);
    await act(id, { kind: 'send-back', reason: 'No' });
    await sweep();
    expect(await isStored()).toBe(false);
  });
});

test('authors’ replies are rate-limited per network', async () => {
  const { id, uid } = await askOne();
  const moreTime = { kind: 'more-time', until: '2026-11-30', reason: 'Audit' };
  await reply(uid, id, moreTime);
  await leaveOneTry(server.context, { name: 'paper-replies', points: 120 });
  expect((await reply(uid, id, moreTime)).status).toBe(200);
  expect((await reply(uid, id, moreTime)).status).toBe(429);
});

test('attempts to guess an author’s link are rate-limited per network', async () => {
  const guess = () => page(`r-${'q'.repeat(52)}`);
  const statuses = new Set<number>();
  for (let tries = 0; tries < 31; tries += 1) statuses.add((await guess()).status);
  expect([...statuses]).toEqual([404, 429]);
});
