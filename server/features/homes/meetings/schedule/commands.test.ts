import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  makeAgendaItem,
  makeBoard,
  makeDocument,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { makePoll } from '#tests/support/polls.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

let board: MadeBoard;
let chair: MadeMember;
let member: MadeMember;
let pending: MadeMember;
let admin: TestClient;
let meeting: MadeMeeting;
beforeEach(async () => {
  const { context } = server;
  context.clock.set('2026-11-16T12:00:00Z');
  board = await makeBoard(context, { title: 'Harbour Trust', timeZone: 'America/Halifax' });
  chair = await makeMember(context, { board, isBoardAdmin: true, firstName: 'Zoë', lastName: 'Adler' });
  member = await makeMember(context, { board, firstName: 'Ben', lastName: 'Moser' });
  pending = await makeMember(context, { board, status: 'invited' });
  admin = await server.signIn(chair);
  meeting = await makeMeeting(context, { board, state: 'draft', startsAt: '2026-11-30T13:30:00Z' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  await context.runJobs();
});

const later = { type: 'hybrid', start: '2026-12-02T13:30:00Z', end: '2026-12-02T16:00:00Z' };
const reschedule = (to: object = later, client = admin) =>
  client.post(`/ajax/meetings/${meeting.id}/reschedule`, { ...later, ...to });
const mailTo = (who: MadeMember, what: string) =>
  server.context.sent.filter((mail) => mail.to.address === who.email && mail.subject.startsWith(what));
const rows = () =>
  server.inBoard(board.id, (tx) =>
    tx.selectFrom('meetings').selectAll().where('id', '=', meeting.id).executeTakeFirstOrThrow(),
  );

test('S2.6 it changes start, end and type, resets every answer, and keeps everything else', async () => {
  const { context } = server;
  const item = await makeAgendaItem(context, { meeting });
  await makeDocument(context, { item, title: 'paper.pdf' });
  const reader = await server.signIn(member);
  await reader.post(`/attendance/${meeting.id}/p`);
  await admin.post(`/ajax/meetings/${meeting.id}/invitees/${pending.id}/acceptance`, { letter: 'r' });
  const before = (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  const { data } = (await reschedule({ type: 'remote' })).json;
  expect(data.meeting).toMatchObject({
    type: 'remote',
    start: '2026-12-02T13:30:00.000Z',
    end: '2026-12-02T16:00:00.000Z',
  });
  const answers = data.meeting.invitees.map((each: { meeting_status: unknown }) => each.meeting_status);
  expect(answers).toEqual(Array(3).fill({ acceptance: 'none', attendance: null, answered_at: null }));
  expect(data.meeting.agenda_items).toEqual(before.agenda_items);
  expect(data.meeting.title).toBe(before.title);
});

test('M13 S2.6 where only the end moves, replies stay, and everybody is told of the new end', async () => {
  const reader = await server.signIn(member);
  await reader.post(`/attendance/${meeting.id}/p`);
  const asked = (await rows()).asked_at;
  server.context.clock.advance({ minutes: 5 });
  const { data } = (await reschedule({ start: '2026-11-30T13:30:00Z', end: '2026-11-30T16:30:00Z' })).json;
  expect(data.meeting).toMatchObject({ start: '2026-11-30T13:30:00.000Z', end: '2026-11-30T16:30:00.000Z' });
  const own = (await reader.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  const mine = own.invitees.find((each: { member_id: string }) => each.member_id === member.id);
  expect(mine.meeting_status.acceptance).toBe('accepted-in-person');
  expect((await rows()).asked_at).toEqual(asked);
  await server.context.runJobs();
  expect(mailTo(member, 'Rescheduled')[0]?.text).toContain('Your earlier reply still counts.');
  // The chair has not replied: nothing of theirs was reset.
  const [silent] = mailTo(chair, 'Rescheduled');
  expect(silent?.text).toContain('This meeting has been rescheduled. You can still reply.');
  expect(silent?.text).not.toMatch(/reply again|no longer count/);
  await reschedule();
  await server.context.runJobs();
  expect(mailTo(member, 'Rescheduled')[1]?.text).toContain('Earlier replies no longer count: please reply again.');
});

test('M16 an apology is counted before a move, goes with a move of the whole, and stays where only the end moves', async () => {
  const counts = async () => (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.counts;
  const attendance = async () => {
    const { invitees } = (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
    return invitees.find((each: { member_id: string }) => each.member_id === member.id).meeting_status;
  };
  await admin.post(`/ajax/meetings/${meeting.id}/invitees/${member.id}/attendance`, { attendance: false });
  expect(await counts()).toMatchObject({ replied: 0, marked: 1 });
  expect(await attendance()).toMatchObject({ acceptance: 'none', attendance: false });
  await reschedule({ start: '2026-11-30T13:30:00Z', end: '2026-11-30T16:30:00Z' });
  expect(await attendance()).toMatchObject({ attendance: false });
  await reschedule();
  expect(await attendance()).toMatchObject({ attendance: null });
  expect(await counts()).toMatchObject({ marked: 0 });
});

test('M16 a poll that closes when the meeting begins moves along, and the log says so; others stay, closed ones too', async () => {
  const { context } = server;
  const atStart = { meeting, closesAt: '2026-11-30T13:30:00Z' };
  const [named, anonymous, closed, other] = [
    await makePoll(context, atStart),
    await makePoll(context, { ...atStart, isAnonymous: true }),
    await makePoll(context, atStart),
    await makePoll(context, { meeting, closesAt: '2026-11-30T13:00:00Z' }),
  ];
  await admin.post(`/ajax/polls/${closed.id}/close`);
  const closings = async () => {
    const { polls } = (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.polls;
    return new Map(polls.map((poll: { id: string; closes_at: string }) => [poll.id, poll.closes_at]));
  };
  const closedAt = (await closings()).get(closed.id);
  await reschedule();
  const after = await closings();
  expect(after.get(named.id)).toBe('2026-12-02T13:30:00.000Z');
  expect(after.get(anonymous.id)).toBe('2026-12-02T13:30:00.000Z');
  expect(after.get(closed.id)).toBe(closedAt);
  expect(after.get(other.id)).toBe('2026-11-30T13:00:00.000Z');
  const { lines } = (await admin.get('/ajax/audit?kind=polls')).json.data;
  const set = lines.filter((line: { action: string }) => line.action === 'poll.closing-set');
  expect(set).toHaveLength(2);
});

test('M13 S2.6 a word to members stands in the mail of a move and of a cancelling, as it was written', async () => {
  await reschedule({ note: '  The hall is taken.\nSorry! <b>Zoë</b>  ' });
  await server.context.runJobs();
  expect(mailTo(member, 'Rescheduled')[0]?.text).toContain('The hall is taken.');
  expect(mailTo(member, 'Rescheduled')[0]?.html).toContain('Sorry! &lt;b&gt;Zoë&lt;/b&gt;');
  await admin.post(`/ajax/meetings/${meeting.id}/cancel`, { note: 'No quorum.' });
  await server.context.runJobs();
  const [mail] = mailTo(member, 'Cancelled');
  expect(mail?.text).toContain('No quorum.');
  expect(mail?.text).not.toContain('The hall is taken.');
  const tooLong = await reschedule({ note: 'x'.repeat(2_001) });
  expect(tooLong.status).toBe(422);
});

test('everybody active is told once, with the calendar entry’s next version; pending invitees get no mail', async () => {
  await reschedule();
  await server.context.runJobs();
  const [mail, ...more] = mailTo(member, 'Rescheduled');
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Rescheduled: Autumn meeting, Wednesday, December 2, 2026');
  expect(mail?.text).toContain('It was on Monday, November 30, 2026, 9:30 AM – 11:30 AM AST');
  expect(mail?.text).toMatch(/Going remote:\s+https:\/\/dais\.example\/attendance\/m-b[a-z2-7]{52}\/r\n/);
  const event = new ICAL.Component(ICAL.parse(String(mail?.attachments?.[0]?.content))).getFirstSubcomponent('vevent');
  expect(event?.getFirstPropertyValue('sequence')).toBe(1);
  expect(new ICAL.Event(event ?? undefined).startDate.toJSDate().toISOString()).toBe('2026-12-02T13:30:00.000Z');
  expect(server.context.sent.filter((each) => each.to.address === pending.email)).toEqual([]);
});

test('rescheduled twice before the mail went out, members are told of the last time alone', async () => {
  await reschedule();
  // Another server's clock is behind: the order is that of the meeting's lock.
  server.context.clock.set('2026-11-16T11:59:55Z');
  await reschedule({ start: '2026-12-03T13:30:00Z', end: '2026-12-03T15:00:00Z' });
  await server.context.runJobs();
  const reported = mailTo(member, 'Rescheduled');
  expect(reported.map((mail) => mail.subject)).toEqual(['Rescheduled: Autumn meeting, Thursday, December 3, 2026']);
  expect(reported[0]?.text).toContain('It was on Wednesday, December 2, 2026');
  expect((await rows()).sequence).toBe(2);
});

test('S5.6 a meeting cannot end before it begins; over several days it can last', async () => {
  const backwards = await reschedule({ end: '2026-12-02T13:29:00Z' });
  expect(backwards.status).toBe(422);
  expect(backwards.json.errors).toEqual({ end: 'The meeting cannot end before it begins' });
  const days = await reschedule({ end: '2026-12-04T16:00:00Z' });
  expect(days.json.data.meeting.end).toBe('2026-12-04T16:00:00.000Z');
});

describe('refusals', () => {
  test('nothing moves: nobody is asked anew', async () => {
    const same = { start: '2026-11-30T13:30:00Z', end: '2026-11-30T15:30:00Z' };
    expect((await reschedule(same)).json.msg).toBe('Nothing changes: these are its type and times already.');
  });

  test('a draft, a cancelled meeting, one that is read-only; members and strangers', async () => {
    expect((await reschedule({}, await server.signIn(member))).status).toBe(403);
    await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
    expect((await reschedule()).json.msg).toBe('This meeting is cancelled.');
    await admin.post(`/ajax/meetings/${meeting.id}/restore`);
    server.context.clock.set('2027-01-16T12:00:00Z');
    admin = await server.signIn(chair);
    expect((await reschedule()).json.msg).toBe('This meeting is over and has become read-only.');
  });
});

test('ten parallel moves to the same time: one is made, and everybody is told once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => reschedule()));
  expect(answers.map(({ json }) => json.status).toSorted()).toEqual([...Array(9).fill('error'), 'success']);
  await server.context.runJobs();
  expect(mailTo(member, 'Rescheduled')).toHaveLength(1);
  expect((await rows()).sequence).toBe(1);
});

test('ten parallel moves to ten times: each is a version of its own, and one mail tells of the one that stands', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, day) => {
      const date = `2026-12-${String(day + 10)}`;
      return reschedule({ start: `${date}T13:30:00Z`, end: `${date}T15:30:00Z` });
    }),
  );
  expect(answers.map(({ json }) => json.status)).toEqual(Array(10).fill('success'));
  const row = await rows();
  expect(row.sequence).toBe(10);
  await server.context.runJobs();
  const reported = mailTo(member, 'Rescheduled');
  expect(reported).toHaveLength(1);
  expect(reported[0]?.subject).toContain(`December ${row.starts_at?.getUTCDate()},`);
});

test('an answer and a move at once: never an answer to times that nobody has been asked about', async () => {
  const reader = await server.signIn(member);
  for (let day = 10; day < 15; day += 1) {
    const date = `2026-12-${day}`;
    await Promise.all([
      reader.post(`/attendance/${meeting.id}/p`),
      reschedule({ start: `${date}T13:30:00Z`, end: `${date}T15:30:00Z` }),
    ]);
    const log = await server.inBoard(board.id, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select('action')
        .where('subject_id', '=', meeting.id)
        .orderBy('id', 'desc')
        .limit(2)
        .execute(),
    );
    const [own] = (await reader.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.invitees.filter(
      (each: { member_id: string }) => each.member_id === member.id,
    );
    const answeredLast = log[0]?.action === 'meeting.answered';
    expect(own.meeting_status.acceptance).toBe(answeredLast ? 'accepted-in-person' : 'none');
    await reader.post(`/attendance/${meeting.id}/m`);
  }
});

test('cancelling and moving at once end in one order or the other, never between', async () => {
  await Promise.all([reschedule(), admin.post(`/ajax/meetings/${meeting.id}/cancel`)]);
  const row = await rows();
  expect(row.state).toBe('cancelled');
  await server.context.runJobs();
  expect(mailTo(member, 'Cancelled')).toHaveLength(1);
  expect(mailTo(member, 'Rescheduled')).toEqual([]);
});

test('one that was over and is moved ahead invites who has joined since, and lets go who has left', async () => {
  const { context } = server;
  context.clock.set('2026-11-30T16:00:00Z');
  admin = await server.signIn(chair);
  const newcomer = await makeMember(context, { board });
  await reschedule();
  await context.runJobs();
  const { invitees } = (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  expect(invitees.map((each: { member_id: string }) => each.member_id)).toContain(newcomer.id);
  const [invitation, ...more] = context.sent.filter((mail) => mail.to.address === newcomer.email);
  expect(more).toEqual([]);
  expect(invitation?.text).toMatch(/\/meeting\/m-b[a-z2-7]+/);
  expect(mailTo(newcomer, 'Rescheduled')).toEqual([]);
  expect(mailTo(member, 'Rescheduled')).toHaveLength(1);
});
