import { beforeEach, describe, expect, test } from 'vitest';
import type { Room } from '#contract/room.ts';
import { addJob } from '#server/jobs/queue.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  makeAgendaItem,
  makeBoard,
  makeGroup,
  makeInvitee,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

let board: MadeBoard;
let meeting: MadeMeeting;
let people: readonly MadeMember[];
let ada: MadeMember;
let bea: MadeMember;
let admin: TestClient;
let reader: TestClient;

const at = (time: string): void => server.context.clock.set(`2026-11-19T${time}Z`);

beforeEach(async () => {
  at('13:40:00');
  board = await makeBoard(server.context);
  ada = await makeMember(server.context, { board, isBoardAdmin: true, firstName: 'Ada' });
  bea = await makeMember(server.context, { board, firstName: 'Bea' });
  const others = await Promise.all(
    ['Cleo', 'Dora', 'Eve'].map((firstName) => makeMember(server.context, { board, firstName })),
  );
  people = [ada, bea, ...others];
  const [startsAt, endsAt] = ['2026-11-19T14:00:00Z', '2026-11-19T16:00:00Z'];
  meeting = await makeMeeting(server.context, { board, startsAt, endsAt });
  for (const member of people) await makeInvitee(server.context, { meeting, member });
  admin = await server.signIn(ada);
  reader = await server.signIn(bea);
});

async function adjournOverdueRooms(): Promise<void> {
  await addJob(server.context.db, { name: 'adjourn-rooms', payload: {} });
  await server.context.runJobs(['adjourn-rooms', 'adjourn-room']);
}

const path = (rest: string): string => `/ajax/meetings/${meeting.id}/${rest}`;
async function shown(client: TestClient = admin): Promise<Room> {
  return (await client.get(path('room'))).json.data.room;
}
const phase = (to: string, client = admin, rest = {}) => client.post(path('room/phase'), { to, ...rest });
const checkIn = (client: TestClient, mode: string | null = 'in-person') => client.post(path('presence'), { mode });
const bring = (member: MadeMember, rest = {}) =>
  admin.post(path('presences'), { member_id: member.id, mode: 'in-person', ...rest });
const figures = ({ line }: Room) => line.quorum && [line.quorum.present, line.quorum.needed, line.quorum.met];
const attendanceOf = (member: MadeMember) =>
  inBoard(server.context, board.id, (tx) =>
    tx.selectFrom('invitees').select('attendance').where('member_id', '=', member.id).executeTakeFirstOrThrow(),
  );
const logged = async () =>
  inBoard(server.context, board.id, (tx) =>
    tx.selectFrom('audit_entries').select('action').where('subject_id', '=', meeting.id).orderBy('id').execute(),
  ).then((rows) => rows.map(({ action }) => action));

describe('the desk', () => {
  test('notes apologies and guests, without being an editor; who only attends does not', async () => {
    const dora = people[3] as MadeMember;
    const excuse = (attendance: boolean | null) => reader.post(path(`invitees/${dora.id}/attendance`), { attendance });
    const addGuest = () => reader.post(path('guests'), { name: 'Gus Guest', role: 'Auditor' });
    expect((await excuse(false)).status).toBe(403);
    expect((await addGuest()).status).toBe(403);
    expect((await admin.post(path('room/desk'), { secretary_id: bea.id })).json.status).toBe('success');
    const apologies = async () => (await shown(reader)).people?.find(({ member_id: id }) => id === dora.id);
    expect((await excuse(false)).json.status).toBe('success');
    expect(await apologies()).toMatchObject({ has_apologized: true });
    expect((await excuse(null)).json.status).toBe('success');
    expect(await apologies()).toMatchObject({ has_apologized: false });
    const guest = (await addGuest()).json.data.guest;
    expect((await shown(reader)).guests).toEqual([guest]);
    const address = path(`guests/${guest.id}`);
    expect((await reader.patch(address, { name: 'Gus Guest', role: 'Adviser' })).json.data.guest).toMatchObject({
      role: 'Adviser',
    });
    expect((await reader.delete(address)).json.status).toBe('success');
    expect((await shown(reader)).guests).toEqual([]);
  });

  test('notes apologies before attendance opens, and no guest or presence yet', async () => {
    at('13:00:00');
    expect((await admin.post(path('room/desk'), { chair_id: bea.id })).json.status).toBe('success');
    const mark = (attendance: boolean) => reader.post(path(`invitees/${ada.id}/attendance`), { attendance });
    expect((await mark(false)).json.status).toBe('success');
    const notOpen = 'Attendance opens 30 minutes before the start.';
    expect((await mark(true)).json.msg).toBe(notOpen);
    expect((await reader.post(path('guests'), { name: 'Gus Guest', role: '' })).json.msg).toBe(notOpen);
  });
});

describe('the room', () => {
  test('opens with attendance, and not for drafts, cancelled meetings or who does not see the meeting', async () => {
    at('13:29:59');
    const early = await shown(reader);
    expect([early.is_open, early.opens_at]).toEqual([false, '2026-11-19T13:30:00.000Z']);
    expect((await checkIn(reader)).json.msg).toBe('Attendance opens 30 minutes before the start.');
    expect((await phase('in-session')).json.msg).toBe('Attendance opens 30 minutes before the start.');
    at('13:30:00');
    expect((await shown(reader)).is_open).toBe(true);
    for (const state of ['draft', 'cancelled'] as const) {
      const other = await makeMeeting(server.context, { board, state });
      expect((await admin.get(`/ajax/meetings/${other.id}/room`)).status).toBe(404);
      expect((await admin.post(`/ajax/meetings/${other.id}/presence`, { mode: 'remote' })).status).toBe(404);
    }
    const group = await makeGroup(server.context, { board, members: [ada] });
    const others = await makeMeeting(server.context, { board, groups: [group] });
    expect((await reader.get(`/ajax/meetings/${others.id}/room`)).status).toBe(404);
  });

  test('people check in and out, and the quorum is counted each time', async () => {
    expect(figures(await shown())).toEqual([0, 3, false]);
    expect((await checkIn(reader, 'remote')).json.data.room.own.presence).toEqual({
      mode: 'remote',
      arrived_at: '2026-11-19T13:40:00.000Z',
    });
    expect((await attendanceOf(bea)).attendance).toBe(true);
    expect(figures((await checkIn(admin)).json.data.room)).toEqual([2, 3, false]);
    expect(figures((await bring(people[2] as MadeMember)).json.data.room)).toEqual([3, 3, true]);
    at('13:50:00');
    expect(figures((await checkIn(reader, null)).json.data.room)).toEqual([2, 3, false]);
    expect((await attendanceOf(bea)).attendance).toBe(true);
    const { quorum_changes: changes, presences } = await shown();
    expect(changes?.map(({ present, met }) => [present, met])).toEqual([
      [2, false],
      [3, true],
      [2, false],
      [1, false],
    ]);
    const causes = changes?.map((change) => change.causes.map(({ kind, member_id: id }) => `${kind} ${id}`));
    expect([causes?.[0], causes?.[3]]).toEqual([[`left ${bea.id}`], [`arrived ${bea.id}`]]);
    expect(presences?.find(({ member_id: id }) => id === bea.id)?.left_at).toBe('2026-11-19T13:50:00.000Z');
  });

  test('who checks in another way is there in that way from then on', async () => {
    await checkIn(reader);
    at('13:45:00');
    await checkIn(reader, 'remote');
    await checkIn(reader, 'remote');
    const { presences } = await shown();
    expect(presences?.map(({ mode, left_at: left }) => [mode, left])).toEqual([
      ['in-person', '2026-11-19T13:45:00.000Z'],
      ['remote', null],
    ]);
  });

  test('where remote presences do not count, they make no quorum', async () => {
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('deciding_settings').set({ remote_counts: false }).execute(),
    );
    await checkIn(reader, 'remote');
    expect(figures((await checkIn(admin)).json.data.room)).toEqual([1, 3, false]);
  });

  test('where the secretary checks in for all, nobody does so themselves', async () => {
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('deciding_settings').set({ check_in: 'secretary' }).execute(),
    );
    expect((await shown(reader)).can.check_in).toBe(false);
    expect((await checkIn(reader)).status).toBe(403);
    expect(figures((await bring(bea)).json.data.room)).toEqual([1, 3, false]);
  });
});

describe('phases', () => {
  test('called to order, recess, resumed, adjourned with all presences, and taken back', async () => {
    await checkIn(reader);
    at('14:02:00');
    expect((await phase('recess')).json.msg).toBe('The meeting is not in session.');
    expect((await phase('in-session')).json.data.room).toMatchObject({
      called_at: '2026-11-19T14:02:00.000Z',
      line: { phase: 'in-session', since: '2026-11-19T14:02:00.000Z' },
    });
    at('15:00:00');
    await phase('recess');
    at('15:10:00');
    await phase('in-session');
    at('15:50:00');
    const over = (await phase('adjourned')).json.data.room;
    expect([over.line.phase, over.line.presences, over.presences[0].left_at]).toEqual([
      'adjourned',
      [],
      '2026-11-19T15:50:00.000Z',
    ]);
    expect((await phase('in-session')).json.msg).toBe('The meeting is not in session.');
    expect((await checkIn(reader)).json.msg).toBe('The meeting is not in session.');
    const again = (await phase('in-session', admin, { takes_back: true })).json.data.room;
    expect([again.line.phase, again.presences[0].left_at]).toEqual(['in-session', null]);
    expect(await logged()).toEqual([
      ...[
        'presence.noted',
        'minutes.begun',
        'room.in-session',
        'room.recess',
        'room.in-session',
        'room.adjourned',
        'room.in-session',
      ],
    ]);
  });

  test('once it is over everybody sees who attended, how at last, and what the desk corrects of it', async () => {
    const attended = async () =>
      (await shown(reader)).people?.flatMap(({ member_id: id, attended: mode }) => (mode === null ? [] : [[id, mode]]));
    await phase('in-session');
    expect(await attended()).toEqual([]);
    await checkIn(reader);
    await checkIn(reader, null);
    at('14:30:00');
    await checkIn(reader, 'remote');
    await phase('adjourned');
    expect(await attended()).toEqual([[bea.id, 'remote']]);
    const facts = async () => (await shown(reader)).line.facts;
    const before = await facts();
    await bring(ada, { arrived_at: '2026-11-19T14:10:00Z', left_at: '2026-11-19T14:20:00Z' });
    expect(await attended()).toEqual(expect.arrayContaining([[ada.id, 'in-person']]));
    expect(await facts()).not.toBe(before);
  });

  test('what is changed in office after the call to order counts from the next meeting', async () => {
    const body = (change: object) =>
      inBoard(server.context, board.id, (tx) =>
        tx.updateTable('bodies').set(change).where('id', '=', board.id).execute(),
      );
    await body({ chair_id: bea.id });
    await phase('in-session');
    await body({ chair_id: null, seats: 9 });
    await makeMember(server.context, { board });
    const { chair_id: chair, line } = await shown();
    expect([chair, line.quorum]).toEqual([bea.id, { present: 0, needed: 3, in_office: 5, met: false }]);
  });

  test('where the audience is no single body, an editor names it first', async () => {
    const groups = [
      await makeGroup(server.context, { board, members: [ada] }),
      await makeGroup(server.context, { board, members: [bea] }),
    ];
    meeting = await makeMeeting(server.context, { board, groups, startsAt: '2026-11-19T14:00:00Z' });
    const { bodies, line } = await shown();
    expect([bodies.length, line.quorum]).toEqual([3, null]);
    expect((await phase('in-session')).json.msg).toBe('Choose the body that decides in this meeting.');
    const desk = { chair_id: null, secretary_id: null, body_id: groups[0]?.id };
    expect((await admin.post(path('room/desk'), desk)).json.data.room.body.id).toBe(groups[0]?.id);
    expect((await phase('in-session')).json.data.room.line.quorum).toMatchObject({ in_office: 1, needed: 1 });
  });

  test('chair and secretary run the meeting, others do not; editors name them, and never themselves', async () => {
    expect((await phase('in-session', reader)).status).toBe(403);
    expect((await reader.post(path('room/desk'), { chair_id: bea.id, secretary_id: null })).status).toBe(403);
    expect((await admin.post(path('room/desk'), { chair_id: ada.id, secretary_id: null })).status).toBe(403);
    await admin.post(path('room/desk'), { chair_id: null, secretary_id: bea.id });
    expect((await shown(reader)).can.run).toBe(true);
    expect((await phase('in-session', reader)).json.status).toBe('success');
    const other = await server.signIn(people[2] as MadeMember);
    expect((await other.post(path('presences'), { member_id: ada.id, mode: 'remote' })).status).toBe(403);
  });

  test('who changes the chair leaves the secretary that somebody else has named meanwhile', async () => {
    const cleo = people[2] as MadeMember;
    await admin.post(path('room/desk'), { secretary_id: bea.id });
    const both = { chair_id: cleo.id, secretary_id: bea.id };
    expect((await admin.post(path('room/desk'), { chair_id: cleo.id })).json.data.room).toMatchObject(both);
    const { revision } = (await shown()).line;
    expect((await admin.post(path('room/desk'), both)).json.data.room.line.revision).toBe(revision);
    expect((await admin.post(path('room/desk'), { chair_id: null })).json.data.room.secretary_id).toBe(bea.id);
    expect((await logged()).filter((action) => action === 'room.desk-set')).toHaveLength(3);
  });

  test('the first change of a meeting’s desk keeps the other office of its body', async () => {
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('bodies').set({ chair_id: bea.id }).where('id', '=', board.id).execute(),
    );
    const secretary_id = people[2]?.id;
    expect((await admin.post(path('room/desk'), { secretary_id })).json.data.room).toMatchObject({
      ...{ chair_id: bea.id, secretary_id },
    });
  });

  test('the pointer moves over the agenda while the meeting is in session', async () => {
    const first = await makeAgendaItem(server.context, { meeting, title: 'Welcome' });
    const point = (id: string, client = admin) => client.post(path('room/pointer'), { agenda_item_id: id });
    expect((await point(first.id)).json.msg).toBe('The meeting is not in session.');
    await phase('in-session');
    const moved = (await point(first.id)).json.data.room;
    expect([moved.line.pointer, moved.quorum_changes[0].agenda_item_id]).toEqual([first.id, first.id]);
    expect((await point(first.id, reader)).status).toBe(403);
    // The one in between was jumped over.
    await makeAgendaItem(server.context, { meeting });
    const third = await makeAgendaItem(server.context, { meeting });
    expect((await point(third.id)).json.data.room.visited.toSorted()).toEqual([first.id, third.id].toSorted());
    const elsewhere = await makeAgendaItem(server.context, { meeting: await makeMeeting(server.context, { board }) });
    expect((await point(elsewhere.id)).status).toBe(404);
  });

  test('the server adjourns twelve hours after the planned end, and ends presences of a meeting that never began with it', async () => {
    const begun = meeting;
    await checkIn(reader);
    await phase('in-session');
    meeting = await makeMeeting(server.context, {
      board,
      startsAt: '2026-11-19T14:00:00Z',
      endsAt: '2026-11-19T16:00:00Z',
    });
    await makeInvitee(server.context, { meeting, member: bea });
    await checkIn(reader);
    at('16:01:00');
    await adjournOverdueRooms();
    expect((await shown()).line.presences).toHaveLength(1);
    expect((await shown()).has_passed).toBe(false);
    server.context.clock.set('2026-11-20T04:00:00Z');
    expect((await shown()).has_passed).toBe(true);
    expect((await phase('in-session')).json.msg).toBe('The meeting is not in session.');
    expect((await checkIn(admin)).json.msg).toBe('The meeting is not in session.');
    await adjournOverdueRooms();
    await adjournOverdueRooms();
    expect(await shown()).toMatchObject({
      line: { phase: 'not-begun' },
      presences: [{ left_at: '2026-11-19T16:00:00.000Z' }],
    });
    meeting = begun;
    expect(await shown()).toMatchObject({
      line: { phase: 'adjourned' },
      presences: [{ left_at: '2026-11-20T04:00:00.000Z' }],
    });
    expect((await logged()).filter((action) => action === 'room.adjourned')).toHaveLength(1);
  });

  test('the time stands still while the board is suspended', async () => {
    await phase('in-session');
    server.context.clock.set('2026-11-20T04:00:00Z');
    const suspend = (suspended_at: Date | null) =>
      inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ suspended_at }).execute());
    await suspend(server.context.clock.now());
    await adjournOverdueRooms();
    await suspend(null);
    admin = await server.signIn(ada);
    expect((await shown()).line.phase).toBe('in-session');
    await adjournOverdueRooms();
    expect((await shown()).line.phase).toBe('adjourned');
  });

  test('a deleted meeting keeps nobody in its room, and nobody on the board', async () => {
    await checkIn(reader);
    at('16:01:00');
    expect((await admin.delete(`/ajax/meetings/${meeting.id}`)).json.status).toBe('success');
    server.context.clock.set('2026-11-20T04:00:00Z');
    await adjournOverdueRooms();
    expect((await admin.post(`/ajax/people/${bea.id}/status`, { status: 'inactive' })).json.status).toBe('success');
    const [presence] = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('presences').select('left_at').where('member_id', '=', bea.id).execute(),
    );
    expect(presence?.left_at).toEqual(new Date('2026-11-20T04:00:00Z'));
  });

  test('who has left the board is not brought back, and runs no meeting again', async () => {
    await admin.post(path('room/desk'), { chair_id: null, secretary_id: bea.id });
    await checkIn(reader);
    await checkIn(admin);
    await phase('in-session');
    await phase('adjourned');
    expect((await admin.post(path('room/desk'), { chair_id: null, secretary_id: null })).json.msg).toBe(
      'The meeting is not in session.',
    );
    const status = (wanted: string) => admin.post(`/ajax/people/${bea.id}/status`, { status: wanted });
    await phase('in-session', admin, { takes_back: true });
    await phase('adjourned');
    await status('inactive');
    const again = (await phase('in-session', admin, { takes_back: true })).json.data.room;
    expect(again.line.presences.map((each: { member_id: string }) => each.member_id)).toEqual([ada.id]);
    meeting = await makeMeeting(server.context, { board, startsAt: '2026-11-19T14:00:00Z' });
    await status('active');
    await admin.post(path('room/desk'), { chair_id: null, secretary_id: bea.id });
    expect((await shown()).secretary_id).toBe(bea.id);
    await status('inactive');
    await status('active');
    expect((await shown()).secretary_id).toBeNull();
  });

  test('moved to another time, it has not begun, and nobody is there', async () => {
    await checkIn(reader);
    await phase('in-session');
    await phase('adjourned');
    const to = { type: 'remote', start: '2026-11-26T14:00:00Z', end: '2026-11-26T16:00:00Z' };
    expect((await admin.post(`/ajax/meetings/${meeting.id}/reschedule`, to)).json.status).toBe('success');
    server.context.clock.set('2026-11-26T14:00:00Z');
    admin = await server.signIn(ada);
    expect(await shown()).toMatchObject({ line: { phase: 'not-begun', presences: [] }, presences: [] });
    expect((await phase('in-session')).json.data.room.line.quorum).toMatchObject({ present: 0 });
    expect((await logged()).filter((action) => action === 'presence.removed')).toHaveLength(1);
  });

  test('nobody fills the room by coming and going', async () => {
    for (let turn = 0; turn < 25; turn += 1) {
      await checkIn(reader, 'remote');
      await checkIn(reader, 'in-person');
    }
    expect((await checkIn(reader, 'remote')).json.msg).toBe(
      'You have come and gone too often in this meeting. Ask its secretary.',
    );
    expect((await shown()).line.presences).toMatchObject([{ member_id: bea.id, mode: 'in-person' }]);
  });
});

describe('presence and attendance are one', () => {
  const mark = (member: MadeMember, attendance: boolean | null) =>
    admin.post(path(`invitees/${member.id}/attendance`), { attendance });

  test('a tick makes a presence, and taking it back removes it', async () => {
    await mark(bea, true);
    expect((await shown()).line.presences?.map(({ member_id: id }) => id)).toEqual([bea.id]);
    await mark(bea, null);
    expect(await shown()).toMatchObject({ line: { presences: [] }, presences: [] });
    await checkIn(reader);
    await mark(bea, false);
    expect((await shown()).presences).toEqual([]);
  });

  test('a tick after the meeting makes a presence from its beginning to its end', async () => {
    at('18:00:00');
    await mark(bea, true);
    expect((await shown()).presences).toMatchObject([
      { arrived_at: '2026-11-19T14:00:00.000Z', left_at: '2026-11-19T16:00:00.000Z' },
    ]);
  });

  test('the desk corrects times; each row of the quorum then equals the presences of its time', async () => {
    for (const member of people.slice(0, 3)) await bring(member);
    at('15:00:00');
    const [first] = (await shown()).presences ?? [];
    const change = (body: object) =>
      admin.patch(`/ajax/presences/${first?.id}`, { revision: first?.revision, ...body });
    for (const [body, field] of [
      [{ arrived_at: '2026-11-19T13:29:00Z' }, 'arrived_at'],
      [{ arrived_at: '2026-11-19T15:01:00Z' }, 'arrived_at'],
      [{ left_at: '2026-11-19T13:31:00Z' }, 'left_at'],
      [{ left_at: '2026-11-19T15:30:00Z' }, 'left_at'],
    ] as const) {
      const { status, json } = await change(body);
      expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
    }
    const corrected = await change({ left_at: '2026-11-19T14:30:00Z' });
    expect([corrected.json.data.has_conflict, figures(corrected.json.data.room)]).toEqual([false, [2, 3, false]]);
    expect(corrected.json.data.room.quorum_changes.slice(0, 2)).toMatchObject([
      { at: '2026-11-19T14:30:00.000Z', present: 2 },
      { present: 3 },
    ]);
    const late = await change({ left_at: null });
    expect([late.json.data.has_conflict, figures(late.json.data.room)]).toEqual([true, [2, 3, false]]);
    expect((await admin.delete(`/ajax/presences/${first?.id}`)).json.data.room.presences).toHaveLength(2);
    expect((await attendanceOf(people.find(({ id }) => id === first?.member_id) as MadeMember)).attendance).toBe(null);
  });

  test('nobody is there twice at one time', async () => {
    await bring(bea);
    at('14:30:00');
    const again = await bring(bea, { arrived_at: '2026-11-19T13:50:00Z', left_at: '2026-11-19T14:00:00Z' });
    expect(again.json.errors).toEqual({ arrived_at: 'They were there at this time already.' });
  });

  test('nobody was there after it was adjourned, so that who comes back with it is there once', async () => {
    await checkIn(reader);
    await phase('in-session');
    at('15:00:00');
    await phase('adjourned');
    at('15:20:00');
    const wasThere = (member: MadeMember, from: string, until: string) =>
      bring(member, { arrived_at: `2026-11-19T${from}:00Z`, left_at: `2026-11-19T${until}:00Z` });
    expect((await wasThere(bea, '15:05', '15:10')).json.errors).toEqual({
      arrived_at: 'The meeting was over at this time.',
    });
    const cleo = people[2] as MadeMember;
    expect((await wasThere(cleo, '14:10', '15:01')).json.errors).toEqual({
      left_at: 'The meeting was over at this time.',
    });
    expect((await wasThere(cleo, '14:10', '15:00')).json.status).toBe('success');
    const again = (await phase('in-session', admin, { takes_back: true })).json.data.room as Room;
    expect(again.presences?.map(({ member_id, left_at }) => [member_id, left_at])).toEqual([
      [bea.id, null],
      [cleo.id, '2026-11-19T15:00:00.000Z'],
    ]);
  });

  test('who leaves the board has left the room', async () => {
    await checkIn(reader);
    await admin.post(`/ajax/people/${bea.id}/status`, { status: 'inactive' });
    expect((await shown()).line.presences).toEqual([]);
  });
});

test('of a board that hides its people, a plain member is told numbers alone', async () => {
  await checkIn(admin);
  await inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
  const seen = await shown(reader);
  expect([seen.people, seen.line.presences, seen.chair_id, seen.guests]).toEqual([null, null, null, null]);
  expect(seen.line.quorum).toMatchObject({ present: 1 });
  for (const { firstName, id } of [ada, people[2] as MadeMember]) {
    expect(JSON.stringify(seen)).not.toContain(firstName);
    expect(JSON.stringify(seen)).not.toContain(id);
  }
});
