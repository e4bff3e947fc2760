import { beforeEach, describe, expect, test } from 'vitest';
import type { Invitee } from '#contract/meetings.ts';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, adminMember: chair, member, admin, reader, at, setBoard } = boardStage(server);
let meeting: MadeMeeting;
let uid: string;
let visitor: TestClient;
beforeEach(async () => {
  meeting = await server.make.meeting({ board, type: 'hybrid' });
  ({ uid } = await server.make.invitee({ meeting, member }));
  visitor = server.stranger();
});

async function stored(of: MadeMeeting = meeting, by: MadeMember = member) {
  const select = 'select acceptance, answered_at from invitees where meeting_id = $1 and member_id = $2';
  return (await server.sql(select, [of.id, by.id]))[0] ?? {};
}

describe('replying with a one-letter code', () => {
  test.each([
    ['hybrid', { p: 'accepted-in-person', r: 'accepted-remote', n: 'declined', m: 'none' }],
    ['remote', { y: 'accepted', n: 'declined' }],
    ['in-person', { y: 'accepted', n: 'declined' }],
  ] as const)('each code for a %s meeting stores and returns its reply', async (type, letters) => {
    const of = await server.make.meeting({ board, type });
    const link = await server.make.invitee({ meeting: of, member });
    for (const [letter, acceptance] of Object.entries(letters)) {
      const answer = await visitor.post(`/attendance/${link.uid}/${letter}`);
      expect([answer.status, answer.json]).toEqual([200, { status: 'success', data: acceptance }]);
      const answered_at = letter === 'm' ? null : server.context.clock.now();
      expect(await stored(of)).toEqual({ acceptance, answered_at });
    }
  });

  test('a signed-in member can reply at a URL with the meeting’s id, even while another board is open', async () => {
    const elsewhere = await server.make.member({ user: { ...member, id: member.userId ?? '' } });
    const client = await server.signIn(elsewhere);
    expect((await client.post(`/attendance/${meeting.id}/r`)).json.data).toBe('accepted-remote');
    expect(await stored()).toEqual({ acceptance: 'accepted-remote', answered_at: server.context.clock.now() });
  });

  test('only invitees can reply, and only while the meeting is published and not read-only', async () => {
    const uninvited = await server.signIn(await server.make.member({ board }));
    expect((await uninvited.post(`/attendance/${meeting.id}/p`)).json.status).toBe('error');
    const draft = await server.make.meeting({ board, state: 'draft' });
    const link = await server.make.invitee({ meeting: draft, member });
    for (const sent of [visitor.post(`/attendance/${link.uid}/y`), reader.post(`/attendance/${draft.id}/y`)]) {
      expect((await sent).status).toBe(404);
    }
    expect((await stored(draft)).acceptance).toBe('none');
    expect((await reader.post('/attendance/not-an-address/y')).status).not.toBe(500);
    server.context.clock.set('2026-12-23T12:00:00Z');
    expect((await visitor.post(`/attendance/${uid}/p`)).json.status).toBe('error');
    await server.sql('update meetings set reopened_at = now() where id = $1', [meeting.id]);
    expect((await visitor.post(`/attendance/${uid}/p`)).json.status).toBe('success');
    const invitees = await server.sql('select acceptance from invitees where meeting_id = $1', [meeting.id]);
    expect(invitees).toEqual([{ acceptance: 'accepted-in-person' }]);
  });

  test('ten simultaneous replies by one invitee all succeed, and one of them is stored', async () => {
    const letters = ['p', 'r', 'n', 'm', 'p', 'r', 'n', 'm', 'p', 'r'];
    const answers = await Promise.all(letters.map((letter) => visitor.post(`/attendance/${uid}/${letter}`)));
    expect(answers.map(({ json }) => json.status)).toEqual(Array(10).fill('success'));
    const log = await auditEntries(server, board.id, { subject: meeting.id });
    expect(log.map(({ detail }) => detail)).toContainEqual({ acceptance: (await stored()).acceptance, via: 'magic' });
  });
});

test('a board admin can reply for pending invitees, but can only reset the replies of active members', async () => {
  const pending = await server.make.member({ board, status: 'invited' });
  const uninvited = await server.make.member({ board, status: 'invited' });
  await server.make.invitee({ meeting, member: pending });
  const answerFor = ({ id }: MadeMember, letter: string) =>
    admin.post(`/ajax/meetings/${meeting.id}/invitees/${id}/acceptance`, { letter });
  expect((await answerFor(pending, 'r')).json.data).toEqual({ acceptance: 'accepted-remote' });
  expect((await stored(meeting, pending)).acceptance).toBe('accepted-remote');
  expect((await answerFor(pending, 'y')).status).toBe(422);
  expect((await answerFor(uninvited, 'p')).status).toBe(404);

  await reader.post(`/attendance/${meeting.id}/p`);
  expect((await answerFor(member, 'n')).status).toBe(403);
  expect((await stored()).acceptance).toBe('accepted-in-person');
  expect((await answerFor(member, 'm')).json.data).toEqual({ acceptance: 'none' });
  expect((await stored()).acceptance).toBe('none');
});

const times = { startsAt: '2026-11-23T14:00:00Z', endsAt: '2026-11-23T16:00:00Z' };
const beginMeeting = async () => {
  await at('2026-11-23T13:40:00Z');
  meeting = await server.make.meeting({ board, ...times });
  for (const who of [member, chair]) await server.make.invitee({ meeting, member: who });
};
const mark = (attendance: boolean | null, client = admin, who = member) =>
  client.post(`/ajax/meetings/${meeting.id}/invitees/${who.id}/attendance`, { attendance });
const shown = async (client = admin) => (await client.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
const marksOf = async (...people: readonly MadeMember[]) => {
  const { invitees } = await shown();
  const marks = new Map(invitees.map((each: Invitee) => [each.member_id, each.meeting_status.attendance]));
  return people.map(({ id }) => marks.get(id));
};

describe('attendance marks', () => {
  beforeEach(beginMeeting);

  test('attendance is unmarked at first, and can be recorded, changed and removed', async () => {
    expect(await marksOf(member, chair)).toEqual([null, null]);
    expect((await mark(true, admin, await server.make.member({ board }))).status).toBe(404);
    expect((await mark(true)).json.data).toEqual({ attendance: true });
    expect(await marksOf(member, chair)).toEqual([true, null]);
    await mark(false);
    expect(await marksOf(member)).toEqual([false]);
    await mark(null);
    expect(await marksOf(member)).toEqual([null]);
    const log = await auditEntries(server, board.id, { action: 'meeting.attendance-recorded' });
    expect(log.map((each) => each.detail)).toEqual(
      [true, false, null].map((attendance) => ({ attendance, for_member_id: member.id })),
    );
  });

  test('attendance can be recorded from 30 minutes before the meeting until the meeting becomes read-only', async () => {
    server.context.clock.set('2026-11-23T13:29:59Z');
    expect((await mark(true)).json.msg).toBe('Attendance can be recorded from 30 minutes before the start.');
    expect((await shown()).can.take_attendance).toBe(false);
    server.context.clock.set('2026-11-23T13:30:00Z');
    expect((await mark(true)).json.status).toBe('success');
    expect((await shown()).can.take_attendance).toBe(true);
    await at('2026-11-30T15:59:00Z');
    expect((await mark(false)).json.status).toBe('success');
    server.context.clock.set('2026-11-30T16:00:00Z');
    expect((await mark(true)).json.msg).toBe('This meeting is over and is now read-only.');
    await admin.post(`/ajax/meetings/${meeting.id}/reopen`);
    expect((await mark(true)).json.status).toBe('success');
  });

  test('editors can record apologies more than 30 minutes before the start, unless the meeting is cancelled', async () => {
    await at('2026-11-20T09:00:00Z');
    expect((await shown()).can).toMatchObject({ take_attendance: false, note_apologies: true });
    expect((await mark(false)).json.data).toEqual({ attendance: false });
    expect(await marksOf(member)).toEqual([false]);
    expect((await mark(true)).json.msg).toBe('Attendance can be recorded from 30 minutes before the start.');
    expect((await mark(null)).json.status).toBe('success');
    await admin.post(`/ajax/meetings/${meeting.id}/cancel`);
    expect((await mark(false)).json.msg).toBe('This meeting is cancelled.');
  });

  test('attendance and guests cannot be recorded for a meeting without a fixed date', async () => {
    const search = await server.make.dateSearch({ board, days: [0, 7] });
    await server.make.invitee({ meeting: search, member });
    expect((await admin.get(`/ajax/meetings/${search.id}`)).json.data.meeting.can.take_attendance).toBe(false);
    const path = `/ajax/meetings/${search.id}`;
    const marked = await admin.post(`${path}/invitees/${member.id}/attendance`, { attendance: true });
    const invited = await admin.post(`${path}/guests`, { name: 'Hannah Reid', role: '' });
    for (const { json } of [marked, invited])
      expect(json.msg).toBe('This meeting has no date yet. Reply to the proposed dates instead.');
  });

  test('all marks are saved if two people record attendance at the same time', async () => {
    const second = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
    const people = await Promise.all(Array.from({ length: 25 }, () => server.make.member({ board })));
    for (const who of people) await server.make.invitee({ meeting, member: who });
    await Promise.all(people.map((who, nth) => mark(nth % 2 === 0, nth % 3 === 0 ? admin : second, who)));
    expect(await marksOf(...people)).toEqual(people.map((_, nth) => nth % 2 === 0));
  });
});

describe('guests of a meeting', () => {
  beforeEach(beginMeeting);

  const guestsOf = ({ id }: MadeMeeting) => `/ajax/meetings/${id}/guests`;
  const add = (name: string, role = '') => admin.post(guestsOf(meeting), { name, role });

  test('can be added, changed and removed', async () => {
    const { guest } = (await add(' Hannah Reid ', 'Executive Director')).json.data;
    expect((await shown()).guests).toEqual([{ id: guest.id, name: 'Hannah Reid', role: 'Executive Director' }]);
    const path = `${guestsOf(meeting)}/${guest.id}`;
    expect((await admin.patch(path, { name: 'Hannah Reid', role: 'Auditor' })).json.data.guest.role).toBe('Auditor');
    const elsewhere = await server.make.meeting({ board, startsAt: '2026-11-23T14:00:00Z' });
    expect((await admin.delete(`${guestsOf(elsewhere)}/${guest.id}`)).status).toBe(404);
    expect((await admin.delete(path)).json.status).toBe('success');
    expect((await shown()).guests).toEqual([]);
    expect((await admin.delete(path)).status).toBe(404);
  });

  test('are visible only to admins if the board hides its members from each other', async () => {
    await add('Hannah Reid');
    await setBoard({ people_hidden: true });
    const seen = await shown(reader);
    expect([seen.guests, seen.invitees]).toEqual([null, null]);
    expect(await shown()).toMatchObject({ guests: [{ name: 'Hannah Reid' }], invitees: [{}, {}] });
  });
});
