import { beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, adminMember: chair, member, admin, reader, at, mailTo } = boardStage(server);
let pending: MadeMember;
let meeting: MadeMeeting;
beforeEach(async () => {
  pending = await server.make.member({ board, status: 'invited' });
  meeting = await server.make.meeting({ board, state: 'draft', startsAt: '2026-11-30T13:30:00Z' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  await server.context.runJobs();
});

const later = { type: 'hybrid', start: '2026-12-02T13:30:00Z', end: '2026-12-02T16:00:00Z' };
const reschedule = (to: object = later) => admin.post(`/ajax/meetings/${meeting.id}/reschedule`, { ...later, ...to });
const statusOf = async (client: TestClient) =>
  (await client.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.invitees.find(
    (each: { member_id: string }) => each.member_id === member.id,
  ).meeting_status;
const row = async () => (await server.sql('select * from meetings where id = $1', [meeting.id]))[0] ?? {};

test('rescheduling a meeting resets every reply and leaves the title and agenda unchanged', async () => {
  const item = await server.make.agendaItem({ meeting });
  await server.make.document({ item, title: 'paper.pdf' });
  await reader.post(`/attendance/${meeting.id}/p`);
  await admin.post(`/ajax/meetings/${meeting.id}/invitees/${pending.id}/acceptance`, { letter: 'r' });
  const before = (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  const { data } = (await reschedule({ type: 'remote' })).json;
  const times = { start: '2026-12-02T13:30:00.000Z', end: '2026-12-02T16:00:00.000Z' };
  expect(data.meeting).toMatchObject({ type: 'remote', ...times });
  const answers = data.meeting.invitees.map((each: { meeting_status: unknown }) => each.meeting_status);
  expect(answers).toEqual(Array(3).fill({ acceptance: 'none', attendance: null, answered_at: null }));
  expect(data.meeting.agenda_items).toEqual(before.agenda_items);
  expect(data.meeting.title).toBe(before.title);
});

test('replies are kept if only the end changes, and everybody is notified of the new end', async () => {
  await reader.post(`/attendance/${meeting.id}/p`);
  const asked = (await row()).asked_at;
  server.context.clock.advance({ minutes: 5 });
  const { data } = (await reschedule({ start: '2026-11-30T13:30:00Z', end: '2026-11-30T16:30:00Z' })).json;
  expect(data.meeting).toMatchObject({ start: '2026-11-30T13:30:00.000Z', end: '2026-11-30T16:30:00.000Z' });
  expect((await statusOf(reader)).acceptance).toBe('accepted-in-person');
  expect((await row()).asked_at).toEqual(asked);
  await server.context.runJobs();
  expect(mailTo(member, 'Rescheduled')[0]?.text).toContain('Your earlier reply still counts.');
  const [silent] = mailTo(chair, 'Rescheduled');
  expect(silent?.text).toContain('This meeting has been rescheduled. You can still reply.');
  expect(silent?.text).not.toMatch(/reply again|no longer count/);
  await reschedule();
  await server.context.runJobs();
  expect(mailTo(member, 'Rescheduled')[1]?.text).toContain('Earlier replies no longer count. Please reply again.');
});

test('apologies are kept if only the end changes, and are reset if the start changes', async () => {
  const counts = async () => (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.counts;
  const attendance = () => statusOf(admin);
  await admin.post(`/ajax/meetings/${meeting.id}/invitees/${member.id}/attendance`, { attendance: false });
  expect(await counts()).toMatchObject({ replied: 0, marked: 1 });
  expect(await attendance()).toMatchObject({ acceptance: 'none', attendance: false });
  await reschedule({ start: '2026-11-30T13:30:00Z', end: '2026-11-30T16:30:00Z' });
  expect(await attendance()).toMatchObject({ attendance: false });
  await reschedule();
  expect(await attendance()).toMatchObject({ attendance: null });
  expect(await counts()).toMatchObject({ marked: 0 });
});

test('rescheduling a meeting moves the closing time of an open poll that closes when the meeting starts', async () => {
  const atStart = { meeting, closesAt: '2026-11-30T13:30:00Z' };
  const named = await server.make.poll(atStart);
  const anonymous = await server.make.poll({ ...atStart, isAnonymous: true });
  const closed = await server.make.poll(atStart);
  const other = await server.make.poll({ meeting, closesAt: '2026-11-30T13:00:00Z' });
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

test('the editor’s note is included in the email about a move or cancellation, with HTML escaped', async () => {
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

test('ten simultaneous identical moves of a meeting send one message with the next version of the calendar entry', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => reschedule()));
  expect(answers.map(({ json }) => json.status).toSorted()).toEqual([...Array(9).fill('error'), 'success']);
  await server.context.runJobs();
  const [mail, ...more] = mailTo(member, 'Rescheduled');
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Rescheduled: Autumn meeting, Wednesday, December 2, 2026');
  expect(mail?.text).toContain('It was on Monday, November 30, 2026, 9:30 AM – 11:30 AM AST');
  expect(mail?.text).toMatch(/Going remote:\s+https:\/\/dais\.example\/attendance\/m-b[a-z2-7]{52}\/r\n/);
  const event = String(mail?.attachments?.[0]?.content);
  for (const line of ['SEQUENCE:1', 'DTSTART;TZID=America/Halifax:20261202T093000']) expect(event).toContain(line);
  expect(mailTo(pending)).toEqual([]);
});

test('two moves of a meeting before the email is sent result in one message with the final time', async () => {
  await reschedule();
  server.context.clock.set('2026-11-16T11:59:55Z');
  await reschedule({ start: '2026-12-03T13:30:00Z', end: '2026-12-03T15:00:00Z' });
  await server.context.runJobs();
  const reported = mailTo(member, 'Rescheduled');
  expect(reported.map((mail) => mail.subject)).toEqual(['Rescheduled: Autumn meeting, Thursday, December 3, 2026']);
  expect(reported[0]?.text).toContain('It was on Wednesday, December 2, 2026');
  expect((await row()).sequence).toBe(2);
});

test('a meeting cannot be rescheduled to its current times, or while it is cancelled or read-only', async () => {
  const same = { start: '2026-11-30T13:30:00Z', end: '2026-11-30T15:30:00Z' };
  expect((await reschedule(same)).json.msg).toBe(
    'There is nothing to change: the meeting already has this type and these times.',
  );
  await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
  expect((await reschedule()).json.msg).toBe('This meeting is cancelled.');
  await admin.post(`/ajax/meetings/${meeting.id}/restore`);
  await at('2027-01-16T12:00:00Z');
  expect((await reschedule()).json.msg).toBe('This meeting is over and is now read-only.');
});

test('ten simultaneous moves of a meeting to different times all succeed, and one message is sent with the final time', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, day) => {
      const date = `2026-12-${String(day + 10)}`;
      return reschedule({ start: `${date}T13:30:00Z`, end: `${date}T15:30:00Z` });
    }),
  );
  expect(answers.map(({ json }) => json.status)).toEqual(Array(10).fill('success'));
  const { sequence, starts_at: start } = await row();
  expect(sequence).toBe(10);
  await server.context.runJobs();
  const reported = mailTo(member, 'Rescheduled');
  expect(reported).toHaveLength(1);
  expect(reported[0]?.subject).toContain(`December ${start.getUTCDate()},`);
});

test('a reply sent while a meeting is being moved is kept only if it was saved after the move', async () => {
  for (let day = 10; day < 15; day += 1) {
    const date = `2026-12-${day}`;
    await Promise.all([
      reader.post(`/attendance/${meeting.id}/p`),
      reschedule({ start: `${date}T13:30:00Z`, end: `${date}T15:30:00Z` }),
    ]);
    const log = await auditEntries(server, board.id, { subject: meeting.id });
    const answeredLast = log.at(-1)?.action === 'meeting.answered';
    expect((await statusOf(reader)).acceptance).toBe(answeredLast ? 'accepted-in-person' : 'none');
    await reader.post(`/attendance/${meeting.id}/m`);
  }
});

test('a meeting that is cancelled and moved at the same time is cancelled, and members are notified only of the cancellation', async () => {
  await Promise.all([reschedule(), admin.post(`/ajax/meetings/${meeting.id}/cancel`)]);
  expect((await row()).state).toBe('cancelled');
  await server.context.runJobs();
  expect(mailTo(member, 'Cancelled')).toHaveLength(1);
  expect(mailTo(member, 'Rescheduled')).toEqual([]);
});

test('moving a past meeting into the future invites members who have joined since', async () => {
  await at('2026-11-30T16:00:00Z');
  const newcomer = await server.make.member({ board });
  await reschedule();
  await server.context.runJobs();
  const { invitees } = (await admin.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
  expect(invitees.map((each: { member_id: string }) => each.member_id)).toContain(newcomer.id);
  const [invitation, ...more] = mailTo(newcomer);
  expect(more).toEqual([]);
  expect(invitation?.text).toMatch(/\/meeting\/m-b[a-z2-7]+/);
  expect(mailTo(newcomer, 'Rescheduled')).toEqual([]);
  expect(mailTo(member, 'Rescheduled')).toHaveLength(1);
});
