import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#tests/support/audit-entries.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { MadeMeeting, MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

const times = { startsAt: '2026-11-23T14:00:00Z', endsAt: '2026-11-23T16:00:00Z' };
const {
  board,
  adminMember: chair,
  member,
  admin,
  reader,
  at,
  setBoard,
} = boardStage(server, {
  now: '2026-11-23T13:40:00Z',
});
let meeting: MadeMeeting;
beforeEach(async () => {
  meeting = await server.make.meeting({ board, ...times });
  await server.make.invitee({ meeting, member });
  await server.make.invitee({ meeting, member: chair });
});

const mark = (attendance: boolean | null, client = admin, who = member) =>
  client.post(`/ajax/meetings/${meeting.id}/invitees/${who.id}/attendance`, { attendance });
const shown = async (client = admin) => (await client.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
const markOf = async (who: MadeMember) =>
  (await shown()).invitees.find((each: { member_id: string }) => each.member_id === who.id).meeting_status.attendance;

describe('attendance marks', () => {
  test('attendance is unmarked at first, and can be recorded, changed and removed', async () => {
    expect([await markOf(member), await markOf(chair)]).toEqual([null, null]);
    expect((await mark(true, admin, await server.make.member({ board }))).status).toBe(404);
    expect((await mark(true)).json.data).toEqual({ attendance: true });
    expect([await markOf(member), await markOf(chair)]).toEqual([true, null]);
    await mark(false);
    expect(await markOf(member)).toBe(false);
    await mark(null);
    expect(await markOf(member)).toBeNull();
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
    expect(await markOf(member)).toBe(false);
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
    for (const { json } of [marked, invited]) {
      expect(json).toMatchObject({
        status: 'error',
        msg: 'This meeting has no date yet. Reply to the proposed dates instead.',
      });
    }
  });

  test('all marks are saved if two people record attendance at the same time', async () => {
    const second = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
    const people = await Promise.all(Array.from({ length: 25 }, () => server.make.member({ board })));
    for (const who of people) await server.make.invitee({ meeting, member: who });
    await Promise.all(people.map((who, nth) => mark(nth % 2 === 0, nth % 3 === 0 ? admin : second, who)));
    const kept = new Map(
      (await shown()).invitees.map((each: { member_id: string; meeting_status: { attendance: boolean } }) => [
        each.member_id,
        each.meeting_status.attendance,
      ]),
    );
    expect(people.map((who) => kept.get(who.id))).toEqual(people.map((_, nth) => nth % 2 === 0));
  });
});

describe('guests of a meeting', () => {
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
