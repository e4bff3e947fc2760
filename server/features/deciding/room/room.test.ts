import { describe, expect, test } from 'vitest';
import type { Room } from '#contract/room.ts';
import { addJob } from '#server/jobs/queue.ts';
import { type Actor, boardroom, idsOf, message } from '#tests/support/boardroom.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const stage = boardroom(server, { chair: null, isConfirmed: false, now: () => '2026-11-19T13:40:00Z' });
const { ada, bea, cleo, dora, at, path, room, phase, point, takeBack, arrive, leave, settings } = stage;
const start = '2026-11-19T14:00:00Z';
const twelveHoursAfter = '2026-11-20T04:00:00Z';
const notInSession = 'The meeting is not in session.';
const notOpen = 'Attendance can be recorded from 30 minutes before the start.';

async function adjournOverdueRooms(): Promise<void> {
  await addJob(server.context.db, { name: 'adjourn-rooms', payload: {} });
  await server.context.runJobs(['adjourn-rooms', 'adjourn-room']);
}
const setDesk = (body: object, by = ada) => by.post(path('room/desk'), body);
const setStatus = (member: Actor, status: string) => ada.post(`/ajax/people/${member.id}/status`, { status });
const mark = (member: Actor, attendance: boolean | null, by = ada) =>
  by.post(path(`invitees/${member.id}/attendance`), { attendance });
const bring = (member: Actor, rest = {}) =>
  ada.post(path('presences'), { member_id: member.id, mode: 'in-person', ...rest });
const figures = ({ line }: Room) => line.quorum && [line.quorum.present, line.quorum.needed, line.quorum.met];
const attendanceOf = async (member: { readonly id: string }) => {
  const { rows } = await stage.query('select attendance from invitees where member_id = $1', [member.id]);
  return rows[0]?.attendance;
};
const logged = async (action: string) =>
  (await stage.actions({ id: stage.meeting.id })).filter((each) => each === action).length;

describe('the officers of a meeting', () => {
  test('can record apologies and guests without being editors', async () => {
    const addGuest = () => bea.post(path('guests'), { name: 'Gus Guest', role: 'Auditor' });
    expect((await mark(dora, false, bea)).status).toBe(403);
    expect((await addGuest()).status).toBe(403);
    expect((await setDesk({ secretary_id: bea.id })).json.status).toBe('success');
    const apologies = async () => (await room(bea)).people?.find(({ member_id: id }) => id === dora.id);
    for (const attendance of [false, null]) {
      expect((await mark(dora, attendance, bea)).json.status).toBe('success');
      expect(await apologies()).toMatchObject({ has_apologized: attendance === false });
    }
    const { guest } = (await addGuest()).json.data;
    expect((await room(bea)).guests).toEqual([guest]);
    const address = path(`guests/${guest.id}`);
    const changed = await bea.patch(address, { name: 'Gus Guest', role: 'Adviser' });
    expect(changed.json.data.guest).toMatchObject({ role: 'Adviser' });
    expect((await bea.delete(address)).json.status).toBe('success');
    expect((await room(bea)).guests).toEqual([]);
  });

  test('can record apologies more than 30 minutes before the start, but no presences or guests', async () => {
    at('13:00:00');
    expect((await setDesk({ chair_id: bea.id })).json.status).toBe('success');
    expect((await mark(ada, false, bea)).json.status).toBe('success');
    expect(message(await mark(ada, true, bea))).toBe(notOpen);
    expect(message(await bea.post(path('guests'), { name: 'Gus Guest', role: '' }))).toBe(notOpen);
  });

  test('can be chosen only by editors, who cannot choose themselves', async () => {
    expect((await phase('in-session', { by: bea })).status).toBe(403);
    expect((await setDesk({ chair_id: bea.id, secretary_id: null }, bea)).status).toBe(403);
    expect((await setDesk({ chair_id: ada.id, secretary_id: null })).status).toBe(403);
    expect((await setDesk({ chair_id: null, secretary_id: ada.id })).status).toBe(403);
    await setDesk({ chair_id: null, secretary_id: bea.id });
    expect((await room(bea)).can.run).toBe(true);
    expect((await phase('in-session', { by: bea })).json.status).toBe('success');
    expect((await cleo.post(path('presences'), { member_id: ada.id, mode: 'remote' })).status).toBe(403);
  });

  test('still include the secretary after only the chair is changed', async () => {
    await setDesk({ secretary_id: bea.id });
    const both = { chair_id: cleo.id, secretary_id: bea.id };
    expect((await setDesk({ chair_id: cleo.id })).json.data.room).toMatchObject(both);
    const { revision } = (await room()).line;
    expect((await setDesk(both)).json.data.room.line.revision).toBe(revision);
    expect((await setDesk({ chair_id: null })).json.data.room.secretary_id).toBe(bea.id);
    expect(await logged('room.desk-set')).toBe(3);
  });

  test('include the body’s chair if only a secretary is chosen for the meeting', async () => {
    await stage.body({ chair_id: bea.id });
    const changed = await setDesk({ secretary_id: cleo.id });
    expect(changed.json.data.room).toMatchObject({ chair_id: bea.id, secretary_id: cleo.id });
  });
});

describe('attendance at a meeting', () => {
  test('can be recorded from 30 minutes before the start', async () => {
    at('13:29:59');
    expect(await room(bea)).toMatchObject({ is_open: false, opens_at: '2026-11-19T13:30:00.000Z' });
    expect(message(await arrive(bea))).toBe(notOpen);
    expect(message(await phase('in-session'))).toBe(notOpen);
    at('13:30:00');
    expect((await room(bea)).is_open).toBe(true);
  });

  test('changes as members check in and out, and updates the quorum each time', async () => {
    expect(figures(await room())).toEqual([0, 3, false]);
    expect((await arrive(bea, 'remote')).json.data.room.own.presence).toEqual({
      mode: 'remote',
      arrived_at: '2026-11-19T13:40:00.000Z',
    });
    expect(await attendanceOf(bea)).toBe(true);
    expect(figures((await arrive(ada)).json.data.room)).toEqual([2, 3, false]);
    expect(figures((await bring(cleo)).json.data.room)).toEqual([3, 3, true]);
    at('13:50:00');
    expect(figures((await leave(bea)).json.data.room)).toEqual([2, 3, false]);
    expect(await attendanceOf(bea)).toBe(true);
    const { quorum_changes: changes } = await room();
    expect(changes).toMatchObject([
      { present: 2, met: false, causes: [{ kind: 'left', member_id: bea.id }] },
      { present: 3, met: true },
      { present: 2, met: false },
      { present: 1, met: false, causes: [{ kind: 'arrived', member_id: bea.id }] },
    ]);
    expect((await stage.presenceOf(bea)).left_at).toBe('2026-11-19T13:50:00.000Z');
  });

  test('starts a new presence when a member switches between in person and remote', async () => {
    await arrive(bea);
    at('13:45:00');
    await arrive(bea, 'remote');
    await arrive(bea, 'remote');
    expect((await room()).presences).toMatchObject([
      { mode: 'in-person', left_at: '2026-11-19T13:45:00.000Z' },
      { mode: 'remote', left_at: null },
    ]);
  });

  test('follows the board’s settings on remote members and on who may record check-ins', async () => {
    await settings({ remote_counts: false });
    await arrive(bea, 'remote');
    expect(figures((await arrive(ada)).json.data.room)).toEqual([1, 3, false]);
    await settings({ check_in: 'secretary' });
    expect((await room(cleo)).can.check_in).toBe(false);
    expect((await arrive(cleo)).status).toBe(403);
    expect(figures((await bring(cleo)).json.data.room)).toEqual([2, 3, false]);
  });

  test('can be changed by a member at most 50 times', async () => {
    for (let turn = 0; turn < 25; turn += 1) {
      await arrive(bea, 'remote');
      await arrive(bea, 'in-person');
    }
    const tooOften = 'You have checked in and out too often in this meeting. Ask the secretary to record your times.';
    expect(message(await arrive(bea, 'remote'))).toBe(tooOften);
    expect((await room()).line.presences).toMatchObject([{ member_id: bea.id, mode: 'in-person' }]);
  });

  test('is recorded when a member is marked as present, and deleted when the mark is removed or apologies are recorded', async () => {
    await mark(bea, true);
    expect(idsOf((await room()).line.presences)).toEqual([bea.id]);
    await mark(bea, null);
    expect(await room()).toMatchObject({ line: { presences: [] }, presences: [] });
    await arrive(bea);
    await mark(bea, false);
    expect((await room()).presences).toEqual([]);
    at('18:00:00');
    await mark(bea, true);
    expect((await room()).presences).toMatchObject([
      { arrived_at: '2026-11-19T14:00:00.000Z', left_at: '2026-11-19T16:00:00.000Z' },
    ]);
  });

  test('cannot be corrected to an impossible time, and a correction updates the quorum history', async () => {
    for (const member of [ada, bea, cleo]) await bring(member);
    at('15:00:00');
    const [first] = (await room()).presences ?? [];
    const change = (body: object) => ada.patch(`/ajax/presences/${first?.id}`, { revision: first?.revision, ...body });
    for (const body of [
      { arrived_at: '2026-11-19T13:29:00Z' },
      { arrived_at: '2026-11-19T15:01:00Z' },
      { left_at: '2026-11-19T13:31:00Z' },
      { left_at: '2026-11-19T15:30:00Z' },
    ]) {
      const { status, json } = await change(body);
      expect([status, Object.keys(json.errors)]).toEqual([422, Object.keys(body)]);
    }
    const corrected = (await change({ left_at: '2026-11-19T14:30:00Z' })).json.data;
    expect([corrected.has_conflict, figures(corrected.room)]).toEqual([false, [2, 3, false]]);
    expect(corrected.room.quorum_changes.slice(0, 2)).toMatchObject([
      { at: '2026-11-19T14:30:00.000Z', present: 2 },
      { present: 3 },
    ]);
    const late = (await change({ left_at: null })).json.data;
    expect([late.has_conflict, figures(late.room)]).toEqual([true, [2, 3, false]]);
    expect((await ada.delete(`/ajax/presences/${first?.id}`)).json.data.room.presences).toHaveLength(2);
    expect(await attendanceOf({ id: first?.member_id ?? '' })).toBe(null);
  });

  test('cannot be recorded twice for the same time or after the adjournment', async () => {
    const wasThere = (member: Actor, from: string, until: string) =>
      bring(member, { arrived_at: `2026-11-19T${from}:00Z`, left_at: `2026-11-19T${until}:00Z` });
    const over = 'The meeting was already over at this time.';
    await arrive(bea);
    await phase('in-session');
    at('14:30:00');
    const twice = { arrived_at: 'This person was already present at this time.' };
    expect((await wasThere(bea, '13:50', '14:00')).json.errors).toEqual(twice);
    at('15:00:00');
    await phase('adjourned');
    at('15:20:00');
    expect((await wasThere(bea, '15:05', '15:10')).json.errors).toEqual({ arrived_at: over });
    expect((await wasThere(cleo, '14:10', '15:01')).json.errors).toEqual({ left_at: over });
    expect((await wasThere(cleo, '14:10', '15:00')).json.status).toBe('success');
    expect((await takeBack()).json.data.room.presences).toMatchObject([
      { member_id: bea.id, left_at: null },
      { member_id: cleo.id, left_at: '2026-11-19T15:00:00.000Z' },
    ]);
  });
});

describe('a meeting', () => {
  test('can be called to order, recessed and adjourned, and its adjournment can be undone', async () => {
    await arrive(bea);
    at('14:02:00');
    expect(message(await phase('recess'))).toBe(notInSession);
    const called_at = '2026-11-19T14:02:00.000Z';
    expect((await phase('in-session')).json.data.room).toMatchObject({
      called_at,
      line: { phase: 'in-session', since: called_at },
    });
    at('15:00:00');
    await phase('recess');
    at('15:10:00');
    await phase('in-session');
    at('15:50:00');
    expect((await phase('adjourned')).json.data.room).toMatchObject({
      line: { phase: 'adjourned', presences: [] },
      presences: [{ left_at: '2026-11-19T15:50:00.000Z' }],
    });
    expect(message(await phase('in-session'))).toBe(notInSession);
    expect(message(await arrive(bea))).toBe(notInSession);
    expect(message(await setDesk({ chair_id: null, secretary_id: null }))).toBe(notInSession);
    const again = (await takeBack()).json.data.room;
    expect(again).toMatchObject({ line: { phase: 'in-session' }, presences: [{ left_at: null }] });
    const phases = ['in-session', 'recess', 'in-session', 'adjourned', 'in-session'].map((each) => `room.${each}`);
    expect(await stage.actions({ id: stage.meeting.id })).toEqual(['presence.noted', 'minutes.begun', ...phases]);
  });

  test('shows all readers, once it is adjourned, who attended and whether in person or remotely', async () => {
    const attended = async () =>
      (await room(bea)).people?.flatMap(({ member_id: id, attended: mode }) => (mode === null ? [] : [[id, mode]]));
    const facts = async () => (await room(bea)).line.facts;
    await phase('in-session');
    expect(await attended()).toEqual([]);
    await arrive(bea);
    await leave(bea);
    at('14:30:00');
    await arrive(bea, 'remote');
    await phase('adjourned');
    expect(await attended()).toEqual([[bea.id, 'remote']]);
    const before = await facts();
    await bring(ada, { arrived_at: '2026-11-19T14:10:00Z', left_at: '2026-11-19T14:20:00Z' });
    expect(await attended()).toEqual(expect.arrayContaining([[ada.id, 'in-person']]));
    expect(await facts()).not.toBe(before);
  });

  test('keeps the officers, seats and voters that it had at the call to order', async () => {
    await stage.body({ chair_id: bea.id });
    await phase('in-session');
    await stage.body({ chair_id: null, seats: 9 });
    await server.make.member({ board: stage.board });
    const { chair_id: chair, line } = await room();
    expect([chair, line.quorum]).toEqual([bea.id, { present: 0, needed: 3, in_office: 5, met: false }]);
  });

  test('ends the presence of members whom a new audience excludes', async () => {
    for (const member of [ada, bea]) await bring(member);
    const group = await server.make.group({ board: stage.board, members: [ada] });
    const audience = { whole_board: false, group_ids: [group.id], member_ids: [] };
    expect((await ada.put(path('audience'), { audience })).status).toBe(200);
    expect(idsOf((await room()).line.presences)).toEqual([ada.id]);
  });

  test('whose audience is two groups cannot be called to order until its body is chosen', async () => {
    const groups = [
      await server.make.group({ board: stage.board, members: [ada] }),
      await server.make.group({ board: stage.board, members: [bea] }),
    ];
    const desk = { chair_id: null, secretary_id: null, body_id: groups[0]?.id };
    expect((await setDesk(desk)).status).toBe(404);
    stage.meeting = await stage.anotherMeeting(start, { groups });
    const { bodies, line } = await room();
    expect([bodies.length, line.quorum]).toEqual([3, null]);
    expect(message(await phase('in-session'))).toBe('Choose the body that decides in this meeting.');
    expect((await setDesk(desk)).json.data.room.body.id).toBe(groups[0]?.id);
    expect((await phase('in-session')).json.data.room.line.quorum).toMatchObject({ in_office: 1, needed: 1 });
  });

  test('moves through its agenda only while it is in session', async () => {
    const first = stage.item;
    expect(message(await point(first))).toBe(notInSession);
    await phase('in-session');
    const moved = (await point(first)).json.data.room;
    expect([moved.line.pointer, moved.quorum_changes[0].agenda_item_id]).toEqual([first.id, first.id]);
    expect((await point(first, bea)).status).toBe(403);
    await stage.anotherItem();
    const third = await stage.anotherItem();
    expect((await point(third)).json.data.room.visited.toSorted()).toEqual([first.id, third.id].toSorted());
    const elsewhere = await stage.anotherItem('Elsewhere', await stage.anotherMeeting(start));
    expect((await point(elsewhere)).status).toBe(404);
  });

  test('is adjourned by the server twelve hours after its planned end, unless it never began', async () => {
    const begun = stage.meeting;
    await arrive(bea);
    await phase('in-session');
    stage.meeting = await stage.anotherMeeting(start);
    await arrive(bea);
    at('16:01:00');
    await adjournOverdueRooms();
    expect(await room()).toMatchObject({ line: { presences: [{}] }, has_passed: false });
    at(twelveHoursAfter);
    expect((await room()).has_passed).toBe(true);
    expect(message(await phase('in-session'))).toBe(notInSession);
    expect(message(await arrive(ada))).toBe(notInSession);
    await adjournOverdueRooms();
    await adjournOverdueRooms();
    expect(await room()).toMatchObject({
      line: { phase: 'not-begun' },
      presences: [{ left_at: '2026-11-19T16:00:00.000Z' }],
    });
    stage.meeting = begun;
    expect(await room()).toMatchObject({
      line: { phase: 'adjourned' },
      presences: [{ left_at: '2026-11-20T04:00:00.000Z' }],
    });
    expect(await logged('room.adjourned')).toBe(1);
  });

  test('is not adjourned by the server while the board is suspended', async () => {
    await phase('in-session');
    at(twelveHoursAfter);
    const suspend = (suspended_at: Date | null) =>
      stage.inBoard((tx) => tx.updateTable('boards').set({ suspended_at }).execute());
    await suspend(server.context.clock.now());
    await adjournOverdueRooms();
    await suspend(null);
    await stage.signInAgain();
    expect((await room()).line.phase).toBe('in-session');
    await adjournOverdueRooms();
    expect((await room()).line.phase).toBe('adjourned');
  });

  test('records its attendees as having left even after it is deleted, so that they can become inactive', async () => {
    await arrive(bea);
    at('16:01:00');
    expect((await ada.delete(`/ajax/meetings/${stage.meeting.id}`)).json.status).toBe('success');
    at(twelveHoursAfter);
    await adjournOverdueRooms();
    expect((await setStatus(bea, 'inactive')).json.status).toBe('success');
    const { rows } = await stage.query('select left_at from presences where member_id = $1', [bea.id]);
    expect(rows).toEqual([{ left_at: new Date(twelveHoursAfter) }]);
  });

  test('does not restore inactive members’ presence when the adjournment is undone, or their office when they are reactivated', async () => {
    await arrive(bea);
    await arrive(ada);
    await phase('in-session');
    await phase('adjourned');
    await setStatus(bea, 'inactive');
    expect(idsOf((await takeBack()).json.data.room.line.presences)).toEqual([ada.id]);
    stage.meeting = await stage.anotherMeeting(start);
    await setStatus(bea, 'active');
    await setDesk({ chair_id: null, secretary_id: bea.id });
    expect((await room()).secretary_id).toBe(bea.id);
    await setStatus(bea, 'inactive');
    await setStatus(bea, 'active');
    expect((await room()).secretary_id).toBeNull();
  });

  test('is reset to its state before the call to order, with nobody present, when it is rescheduled', async () => {
    await arrive(bea);
    await phase('in-session');
    await phase('adjourned');
    const to = { type: 'remote', start: '2026-11-26T14:00:00Z', end: '2026-11-26T16:00:00Z' };
    expect((await ada.post(path('reschedule'), to)).json.status).toBe('success');
    at('2026-11-26T14:00:00Z');
    await stage.signInAgain();
    expect(await room()).toMatchObject({ line: { phase: 'not-begun', presences: [] }, presences: [] });
    expect((await phase('in-session')).json.data.room.line.quorum).toMatchObject({ present: 0 });
    expect(await logged('presence.removed')).toBe(1);
  });
});

describe('a meeting’s participants', () => {
  const namesIn = ({ people }: Room) => people?.map(({ name }) => name.split(' ')[0]);
  const make = async (firstName: string, status: 'active' | 'invited' = 'active') => {
    const member = await server.make.member({ board: stage.board, firstName, status });
    await stage.invite(stage.meeting, [member]);
    return member;
  };
  const attendees = async () => {
    const { minutes } = (await ada.get(path('minutes'))).json.data;
    return minutes.head.attendees.map(({ name }: { name: string }) => name.split(' ')[0]);
  };

  test('include non-voting newcomers during the session, but after the adjournment only those who attended', async () => {
    await make('Pam', 'invited');
    expect((await room()).line.quorum?.in_office).toBe(5);
    await stage.checkIn(ada, bea, cleo);
    await phase('in-session');
    const [late, absent] = [await make('Lea'), await make('Abe')];
    expect(namesIn(await room())).toEqual(expect.arrayContaining(['Lea', 'Abe', 'Pam']));
    const asVoter = (await room()).people?.filter(({ is_voter: votes }) => votes).map(({ member_id: id }) => id);
    expect(asVoter).toHaveLength(5);
    expect((await ada.post(path('presences'), { member_id: late.id, mode: 'remote' })).json.status).toBe('success');
    expect(await attendees()).not.toContain('Abe');
    await phase('adjourned');
    expect((await room()).line.quorum?.in_office).toBe(5);
    expect(namesIn(await room())).toEqual(expect.arrayContaining(['Lea', 'Pam', 'Sol']));
    expect(namesIn(await room())).not.toContain('Abe');
    expect(await attendees()).toEqual(expect.arrayContaining(['Lea', 'Pam']));
    expect(await attendees()).not.toContain('Abe');
    expect((await ada.post(path('presences'), { member_id: absent.id, mode: 'remote' })).status).toBe(404);
  });

  test('do not include a person who is invited to the board after the adjournment but before the planned end', async () => {
    const invitees = async () =>
      (await stage.query('select member_id from invitees where meeting_id = $1', [stage.meeting.id])).rows.length;
    await stage.checkIn(ada, bea, cleo);
    await phase('in-session');
    await phase('adjourned');
    const before = [await invitees(), await attendees()];
    const person = { first_name: 'Nia', last_name: 'Late', email: 'nia@late.example' };
    expect((await ada.post('/ajax/people', person)).json.status).toBe('success');
    expect([await invitees(), await attendees()]).toEqual(before);
  });
});
