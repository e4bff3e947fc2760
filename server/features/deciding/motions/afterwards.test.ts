import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Motion, MotionsOfMeeting, Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { addJob } from '#server/jobs/queue.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestAnswer } from '#tests/support/client.ts';
import { callToOrder, type DecidingStage, stageMeeting } from '#tests/support/deciding-stage.ts';
import {
  inBoard,
  type MadeMeeting,
  makeAgendaItem,
  makeDocument,
  makeGroup,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const at = (time: string): void => server.context.clock.set(`2026-11-19T${time}Z`);
const text = 'That the land be bought.';

let stage: DecidingStage;
beforeEach(async () => {
  stage = await stageMeeting(server, { items: 2 });
  await callToOrder(stage);
});

const shown = async (meetingId = stage.meeting.id): Promise<MotionsOfMeeting> =>
  (await stage.desk.get(`/ajax/meetings/${meetingId}/motions`)).json.data;
const only = async (meetingId?: string): Promise<Motion> => (await shown(meetingId)).motions[0] as Motion;
const vote = async (): Promise<Vote> => (await only()).votes.at(-1) as Vote;
const propose = () =>
  stage.desk.post(`/ajax/agenda-items/${stage.items[0].id}/motions`, {
    ...{ text, mover_id: stage.voters[1]?.id, seconder_id: stage.voters[2]?.id },
  });
const open = async (way: string) => stage.desk.post(`/ajax/motions/${(await only()).id}/votes`, { way });
const enter = async (nth: number, choice: string) =>
  stage.desk.put(`/ajax/votes/${(await vote()).id}/ballots/${stage.voters[nth]?.id}`, { choice });
const close = async (counts?: object) =>
  stage.desk.post(`/ajax/votes/${(await vote()).id}/close`, counts === undefined ? {} : { counts });
const leave = (nth: number) => clientOf(nth).post(stage.path('presence'), { mode: null });
const clientOf = (nth: number) => stage.clientOf(stage.voters[nth] as { id: string });
const phase = (to: string) => stage.desk.post(stage.path('room/phase'), { to });
const message = ({ json }: TestAnswer): string => json.msg;

describe('a motion that is deferred', () => {
  const defer = async (meetingId?: string) =>
    stage.desk.post(`/ajax/motions/${(await only()).id}/state`, {
      ...{ to: 'deferred', reason: 'The survey is missing.' },
      ...(meetingId === undefined ? {} : { meeting_id: meetingId }),
    });

  const offered = (client = stage.desk) => client.get(stage.path('deferral-meetings'));

  test('is put on the agenda of a coming meeting of the same body, each telling of the other', async () => {
    const next = await makeMeeting(server.context, {
      ...{ board: stage.board, title: 'December', startsAt: '2026-12-10T14:00:00Z', endsAt: '2026-12-10T16:00:00Z' },
    });
    await propose();
    expect((await offered()).json.data.meetings).toMatchObject([{ id: next.id, title: 'December' }]);
    expect((await defer(next.id)).status).toBe(200);
    expect(await only()).toMatchObject({ state: 'deferred', deferred_to: { id: next.id, title: 'December' } });
    const put = await only(next.id);
    expect(put).toMatchObject({ state: 'proposed', text, deferred_from: { id: stage.meeting.id }, revision: 1 });
    expect([put.mover?.member_id, put.seconder?.member_id]).toEqual([stage.voters[1]?.id, stage.voters[2]?.id]);
    const agenda = (await stage.desk.get(`/ajax/meetings/${next.id}`)).json.data.meeting.agenda_items;
    expect(agenda.map(({ id }: { id: string }) => id)).toContain(put.agenda_item_id);
  });

  test('goes to no earlier meeting, none of another body and none that has begun; without one it waits', async () => {
    const group = await makeGroup(server.context, { board: stage.board, members: [...stage.voters] });
    const later = { startsAt: '2026-12-10T14:00:00Z', endsAt: '2026-12-10T16:00:00Z' };
    const refused = [
      await makeMeeting(server.context, { board: stage.board, groups: [group], ...later }),
      await makeMeeting(server.context, { board: stage.board, startsAt: '2026-11-10T14:00:00Z' }),
      await makeMeeting(server.context, { board: stage.board, state: 'cancelled', ...later }),
    ];
    await propose();
    expect((await offered()).json.data.meetings).toEqual([]);
    for (const { id } of refused) expect((await defer(id)).status).toBe(422);
    expect((await only()).state).toBe('proposed');
    await defer();
    expect(await only()).toMatchObject({ state: 'deferred', deferred_to: null, reason: 'The survey is missing.' });
  });

  test('locks both rooms in the order that somebody’s leaving locks them, whichever meeting is earlier', async () => {
    const two = [await december(), await december()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const [first, second] = two as [MadeMeeting, MadeMeeting];
    // From the meeting whose id is the later of both.
    await asSuperuser(server.context, (db) =>
      db.query(`update meetings set starts_at = starts_at + '7 days', ends_at = ends_at + '7 days' where id = $1`, [
        first.id,
      ]),
    );
    const motionId = await proposeAt(second);
    await asSuperuser(server.context, async (db) => {
      await db.query('insert into meeting_rooms (board_id, meeting_id) values ($1, $2)', [stage.board.id, first.id]);
      await db.query(`begin; set local lock_timeout = '5s'`);
      const lock = (meetingId: string) =>
        db.query('select from meeting_rooms where meeting_id = $1 for update', [meetingId]);
      await lock(first.id);
      const deferring = put(motionId, first.id);
      await untilLockWaiter(server.context);
      await lock(second.id);
      await db.query('commit');
      expect((await deferring).status).toBe(200);
    });
    expect((await only(first.id)).text).toBe(later);
  });

  const later = 'That it be sold.';
  const put = (motionId: string, meetingId: string) =>
    stage.desk.post(`/ajax/motions/${motionId}/state`, { to: 'deferred', reason: '', meeting_id: meetingId });
  const december = (day = '10') =>
    makeMeeting(server.context, {
      ...{ board: stage.board, startsAt: `2026-12-${day}T14:00:00Z`, endsAt: `2026-12-${day}T16:00:00Z` },
    });

  /** Before the meeting has begun. */
  async function proposeAt(meeting: MadeMeeting): Promise<string> {
    const item = await makeAgendaItem(server.context, { meeting });
    const body = { text: later, mover_id: stage.voters[1]?.id, seconder_id: stage.voters[2]?.id };
    const { motions } = (await stage.desk.post(`/ajax/agenda-items/${item.id}/motions`, body)).json.data;
    return motions[0].id;
  }

  test('at once with another one, each to a meeting after its own: both are put off, and none is lost', async () => {
    const [next, last] = [await december('10'), await december('17')];
    await propose();
    const waiting = await proposeAt(next);
    const own = (await only()).id;
    const answers = await Promise.all([put(own, next.id), put(waiting, last.id), put(own, next.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const texts = async (meetingId: string) => (await shown(meetingId)).motions.map((motion) => motion.text).toSorted();
    expect(await texts(next.id)).toEqual([text, later].toSorted());
    expect(await texts(last.id)).toEqual([later]);
  });

  test('does not tell of a meeting that its reader does not see', async () => {
    const next = await makeMeeting(server.context, {
      ...{ board: stage.board, title: 'Hidden draft', state: 'draft' as const },
      ...{ startsAt: '2026-12-10T14:00:00Z', endsAt: '2026-12-10T16:00:00Z' },
    });
    await propose();
    expect((await defer(next.id)).status).toBe(200);
    const seen = (await clientOf(1).get(stage.path('motions'))).json.data;
    expect(seen.motions[0].deferred_to).toBeNull();
    expect((await offered(clientOf(1))).status).toBe(403);
    expect(JSON.stringify(seen)).not.toContain('Hidden draft');
  });
});

describe('after the meeting', () => {
  test('the desk enters a named vote of those who were there at its item, and it says so', async () => {
    at('14:10:00');
    await leave(4);
    at('14:20:00');
    await stage.desk.post(stage.path('room/pointer'), { agenda_item_id: stage.items[1]?.id });
    at('14:30:00');
    await leave(3);
    await phase('adjourned');
    at('19:00:00');
    await propose();
    expect((await shown()).offers.ways).toEqual(['named', 'hands']);
    for (const way of ['secret', 'unopposed']) {
      expect(message(await open(way))).toBe('Afterwards a vote is entered by names or by hands.');
    }
    expect((await open('named')).status).toBe(200);
    expect(await vote()).toMatchObject({ entered_afterwards: true, eligible: 4, can: { enter: true, vote: false } });
    const late = await clientOf(1).put(`/ajax/votes/${(await vote()).id}/ballot`, {
      ...{ choice: 'for', key: crypto.randomUUID() },
    });
    expect(message(late)).toBe('The meeting is not in session.');
    for (const nth of [0, 1]) expect((await enter(nth, 'for')).status).toBe(200);
    await enter(2, 'against');
    expect(message(await enter(4, 'for'))).toBe('Check in to this meeting first.');
    await close();
    const { silent, counts, number, state, quorum } = await vote();
    expect({ counts, number, state }).toEqual({
      ...{ counts: { for: 2, against: 1, abstain: 0 }, number: '2026-001', state: 'carried' },
    });
    expect(quorum).toEqual({ present: 4, needed: 3, in_office: 5 });
    expect(silent?.map(({ member_id: id }) => id)).toEqual([stage.voters[3]?.id]);
    const register = (await stage.desk.get('/ajax/resolutions')).json.data.entries;
    expect(register).toMatchObject([{ number: '2026-001', entered_afterwards: true }]);
  });

  test('no vote is entered of an item that had no quorum, nor by whoever did not run the meeting', async () => {
    for (const nth of [2, 3, 4]) await leave(nth);
    await phase('adjourned');
    await propose();
    expect(message(await open('hands'))).toContain('No quorum');
    expect((await clientOf(1).post(`/ajax/motions/${(await only()).id}/votes`, { way: 'hands' })).status).toBe(403);
  });

  test('adjourning is not taken back while such a vote is open', async () => {
    await propose();
    await phase('adjourned');
    await open('hands');
    const back = await stage.desk.post(stage.path('room/phase'), { to: 'in-session', takes_back: true });
    expect(message(back)).toBe('Another vote is open. Close it first.');
    await close({ for: 3, against: 1, abstain: 0 });
    expect(await vote()).toMatchObject({ state: 'carried', entered_afterwards: true });
  });

  test('hands that are entered again as they are change nothing of what is shown of earlier votes', async () => {
    await propose();
    await open('hands');
    await close({ for: 3, against: 1, abstain: 0 });
    at('14:10:00');
    for (const nth of [3, 4]) await leave(nth);
    at('14:30:00');
    await phase('adjourned');
    const counts = { for: 2, against: 1, abstain: 0 };
    await propose();
    const later = (await shown()).motions[1]?.id;
    await stage.desk.post(`/ajax/motions/${later}/votes`, { way: 'hands' });
    const id = (await shown()).motions[1]?.votes[0]?.id;
    expect((await stage.desk.post(`/ajax/votes/${id}/close`, { counts })).json.status).toBe('success');
    const before = await shown();
    expect(before.motions.map(({ votes }) => votes[0]?.absent?.length)).toEqual([0, 2]);
    expect((await stage.desk.post(`/ajax/votes/${id}/counts`, counts)).json.data).toEqual(before);
  });

  test('nobody recuses themselves any more', async () => {
    await propose();
    await phase('adjourned');
    await open('named');
    for (const nth of [1, 2, 3]) await enter(nth, 'for');
    const declared = { effect: 'recused', nature: 'A cousin sells it.' };
    const where = `/ajax/agenda-items/${stage.items[0].id}/declarations/${stage.voters[1]?.id}`;
    expect(message(await clientOf(1).put(where, declared))).toBe('The meeting is not in session.');
    await close();
    expect(message(await clientOf(1).put(where, declared))).toBe('The meeting is not in session.');
    expect((await clientOf(1).put(where, { ...declared, effect: 'declared' })).json.status).toBe('success');
  });
});

describe('hands that were miscounted', () => {
  const correct = async (counts: object, client = stage.desk) =>
    client.post(`/ajax/votes/${(await vote()).id}/counts`, counts);
  beforeEach(async () => {
    await propose();
    await open('hands');
    await close({ for: 3, against: 1, abstain: 0 });
  });

  test('are corrected by the desk; what was entered before is kept, and the vote stays as it was closed', async () => {
    await correct({ for: 4, against: 1, abstain: 0 });
    await correct({ for: 3, against: 2, abstain: 0 });
    expect(await vote()).toMatchObject({
      ...{ counts: { for: 3, against: 2, abstain: 0 }, number: '2026-001', can: { correct: true } },
      corrections: [{ counts: { for: 3, against: 1, abstain: 0 } }, { counts: { for: 4, against: 1, abstain: 0 } }],
    });
    const room: Room = (await stage.desk.get(stage.path('room'))).json.data.room;
    expect(room.line.vote?.counts).toEqual({ for: 3, against: 2, abstain: 0 });
    expect((await stage.desk.get('/ajax/resolutions')).json.data.entries[0].counts).toMatchObject({ against: 2 });
    const row = await inBoard(server.context, stage.board.id, (tx) =>
      tx.selectFrom('votes').select(['votes_for', 'votes_against']).executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ votes_for: 3, votes_against: 1 });
    const lines = (await stage.desk.get('/ajax/audit?kind=decisions')).json.data.lines;
    expect(lines[0]).toMatchObject({ action: 'vote.counts-corrected', fields: expect.arrayContaining(['for: 4 → 3']) });
    await expect(asSuperuser(server.context, (client) => client.query('delete from hand_corrections'))).rejects.toThrow(
      'is final',
    );
  });

  test('do not change the result, count more than may vote, or stand for ballots', async () => {
    expect(message(await correct({ for: 1, against: 3, abstain: 0 }))).toContain('the result would be another');
    expect(message(await correct({ for: 5, against: 1, abstain: 0 }))).toBe('Only 5 may vote.');
    expect((await correct({ for: 3, against: 0, abstain: 0 }, clientOf(1))).status).toBe(403);
    expect((await vote()).corrections).toEqual([]);
  });
});

test('of those in office who is recused is taken off once, when hands are corrected as when they are counted', async () => {
  stage = await stageMeeting(server, { items: 1 });
  await inBoard(server.context, stage.board.id, (tx) =>
    tx
      .updateTable('deciding_settings')
      .set({ recused_counts: 'out-of-office', majority: '2/3', majority_of: 'in-office' })
      .execute(),
  );
  await callToOrder(stage);
  await propose();
  await clientOf(4).put(`/ajax/agenda-items/${stage.items[0].id}/declarations/${stage.voters[4]?.id}`, {
    ...{ effect: 'recused', nature: 'Owns a share of the land.', reason: '' },
  });
  await open('hands');
  await close({ for: 2, against: 1, abstain: 0 });
  expect(await vote()).toMatchObject({ state: 'not-carried', quorum: { in_office: 4 } });
  const corrected = await stage.desk.post(`/ajax/votes/${(await vote()).id}/counts`, {
    for: 3,
    against: 0,
    abstain: 0,
  });
  expect(message(corrected)).toContain('the result would be another');
});

describe('a corrected time that leaves a vote without quorum', () => {
  const presenceOf = async (nth: number) => {
    const room: Room = (await stage.desk.get(stage.path('room'))).json.data.room;
    const presence = room.presences?.find(({ member_id: id }) => id === stage.voters[nth]?.id);
    if (presence === undefined) throw new Error('Nobody was there.');
    return presence;
  };
  const correctLeft = async (nth: number, left_at: string, accepts_lost_quorum = false) => {
    const { id, revision } = await presenceOf(nth);
    return stage.desk.patch(`/ajax/presences/${id}`, { revision, left_at, accepts_lost_quorum });
  };

  test('is saved only once that is accepted; the result stays and says so', async () => {
    await propose();
    await open('hands');
    for (const nth of [3, 4]) await leave(nth);
    at('14:30:00');
    await close({ for: 3, against: 0, abstain: 0 });
    expect((await vote()).lost_quorum).toBe(false);
    at('15:00:00');
    const asked = (await correctLeft(2, '2026-11-19T14:20:00Z')).json.data;
    expect(asked).toMatchObject({ lost_quorum: [text], has_conflict: false });
    expect((await presenceOf(2)).left_at).toBeNull();
    expect((await vote()).lost_quorum).toBe(false);
    const saved = (await correctLeft(2, '2026-11-19T14:20:00Z', true)).json.data;
    expect(saved).toMatchObject({ lost_quorum: [], has_conflict: false });
    expect(await vote()).toMatchObject({ lost_quorum: true, state: 'carried', number: '2026-001' });
  });

  test('and so a presence that is taken back', async () => {
    await propose();
    await open('hands');
    for (const nth of [3, 4]) await leave(nth);
    await close({ for: 3, against: 0, abstain: 0 });
    const { id } = await presenceOf(2);
    expect((await stage.desk.delete(`/ajax/presences/${id}`)).json.data.lost_quorum).toEqual([text]);
    expect((await presenceOf(2)).id).toBe(id);
    const taken = await stage.desk.delete(`/ajax/presences/${id}?accepts_lost_quorum=true`);
    expect([taken.status, taken.json.data.lost_quorum]).toEqual([200, []]);
    expect((await vote()).lost_quorum).toBe(true);
  });

  test('is not asked about a time after the vote', async () => {
    await propose();
    await open('hands');
    await close({ for: 3, against: 0, abstain: 0 });
    at('16:00:00');
    for (const nth of [2, 3, 4]) {
      expect((await correctLeft(nth, '2026-11-19T15:30:00Z')).json.data.lost_quorum).toEqual([]);
    }
    expect((await vote()).lost_quorum).toBe(false);
  });
});

test('the result of a named vote names who stayed silent, where names are shown', async () => {
  const outsider = await makeMember(server.context, { board: stage.board });
  await inBoard(server.context, stage.board.id, (tx) =>
    tx
      .insertInto('non_voters')
      .values({ board_id: stage.board.id, body_id: stage.board.id, member_id: outsider.id })
      .execute(),
  );
  await propose();
  await open('named');
  for (const nth of [0, 1]) {
    const body = { choice: 'for', key: crypto.randomUUID() };
    await clientOf(nth).put(`/ajax/votes/${(await vote()).id}/ballot`, body);
  }
  expect((await vote()).silent).toBeNull();
  await close();
  const ids = (await vote()).silent?.map(({ member_id: id }) => id);
  expect(new Set(ids)).toEqual(new Set([2, 3, 4].map((nth) => stage.voters[nth]?.id)));
  const seen = (await (await server.signIn(outsider)).get(stage.path('motions'))).json.data.motions[0].votes[0];
  expect([seen.silent, seen.ballots]).toEqual([null, null]);
});

describe('the report of votes', () => {
  const report = async (query = '') => (await stage.desk.get(`/ajax/reports/votes${query}`)).json.data;
  const csv = async () =>
    (await stage.desk.get(`/ajax/reports/csv/votes?board=${stage.board.id}`)).text.split(/\r?\n/).filter(Boolean);

  test('lists what was closed with its numbers, and who took part, never who chose what', async () => {
    await propose();
    await open('named');
    for (const [nth, choice] of [
      [0, 'for'],
      [1, 'for'],
      [2, 'against'],
    ] as const) {
      const body = { choice, key: crypto.randomUUID() };
      await clientOf(nth).put(`/ajax/votes/${(await vote()).id}/ballot`, body);
    }
    expect((await report()).votes).toEqual([]);
    await close();
    const found = await report();
    expect(found.total).toEqual({ votes: 1, carried: 1, not_carried: 0, tied: 0, void: 0 });
    expect(found.votes).toMatchObject([
      {
        ...{ text, way: 'named', result: 'carried', number: '2026-001', eligible: 5, body: '' },
        ...{ counts: { for: 2, against: 1, abstain: 0 }, quorum: { present: 5, needed: 3, in_office: 5 } },
      },
    ]);
    expect(
      found.members.map(({ voted, could }: { voted: number; could: number }) => [voted, could]).toSorted(),
    ).toEqual([
      ...[
        [0, 1],
        [0, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ]);
    expect(JSON.stringify(found)).not.toContain('choice');
    expect((await report('?from=2026-11-20')).votes).toEqual([]);
    expect((await report(`?member=${stage.voters[4]?.id}`)).votes).toHaveLength(1);
    const lines = await csv();
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${text},Whole board,By name,1/2,cast,Carried,2026-001,2,1,0,5,5,3,5,No`);
    expect((await clientOf(1).get('/ajax/reports/votes')).status).toBe(403);
  });

  test('says of a secret vote that is void no numbers, and of nobody that they took part', async () => {
    await propose();
    await open('secret');
    for (const nth of [0, 1, 2]) {
      const body = { choice: 'for', key: crypto.randomUUID() };
      await clientOf(nth).put(`/ajax/votes/${(await vote()).id}/ballot`, body);
    }
    await close();
    await stage.desk.post(`/ajax/votes/${(await vote()).id}/void`, { reason: 'The wording was wrong.' });
    const { votes, members, total } = await report();
    expect([votes[0].result, votes[0].counts, members, total.void]).toEqual(['void', null, [], 1]);
    expect((await csv())[1]).toContain('Void,2026-001,,,,5');
  });
});

test('the desk sees whose page is not heard any more, nobody else does, and adjourning forgets it', async () => {
  const [, silent] = stage.voters;
  const heard = (secondsAgo: number, memberId = silent?.id) =>
    asSuperuser(server.context, (client) =>
      client.query(
        `insert into room_connections (board_id, meeting_id, member_id, seen_at)
         values ($1, $2, $3, clock_timestamp() - make_interval(secs => $4))
         on conflict (board_id, meeting_id, member_id) do update set seen_at = excluded.seen_at`,
        [stage.board.id, stage.meeting.id, memberId, secondsAgo],
      ),
    );
  const unheard = async (nth: number) =>
    ((await clientOf(nth).get(stage.path('room'))).json.data.room as Room).unheard?.map(({ member_id: id }) => id);
  await heard(5);
  expect(await unheard(0)).toEqual([]);
  await heard(20);
  expect(await unheard(0)).toEqual([silent?.id]);
  expect(await unheard(2)).toBeUndefined();
  await phase('adjourned');
  expect(await unheard(0)).toEqual([]);
});

test('a meeting that has voted, in whichever way, is not put off to another day', async () => {
  await propose();
  const other = { start: '2026-12-03T14:00:00Z', end: '2026-12-03T16:00:00Z', type: 'in-person' };
  const putOff = async () => message(await stage.desk.post(stage.path('reschedule'), other));
  await open('hands');
  expect(await putOff()).toBe('This meeting has voted already. Make another meeting for what is left.');
  await close({ for: 2, against: 0, abstain: 0 });
  expect(await putOff()).toBe('This meeting has voted already. Make another meeting for what is left.');
  expect((await stage.desk.get(stage.path('room'))).json.data.room.line.phase).toBe('in-session');
});

test('a vote that was open when the server adjourned is closed afterwards, with who was there', async () => {
  await propose();
  await open('named');
  await clientOf(0).put(`/ajax/votes/${(await vote()).id}/ballot`, { choice: 'for', key: randomUUID() });
  server.context.clock.set('2026-11-20T06:30:00Z');
  await addJob(server.context.db, { name: 'adjourn-rooms', payload: {} });
  await server.context.runJobs(['adjourn-rooms', 'adjourn-room']);
  stage = { ...stage, desk: await server.signIn(stage.voters[0]) };
  expect((await stage.desk.get(stage.path('room'))).json.data.room.line.phase).toBe('adjourned');
  expect((await vote()).can).toMatchObject({ close: true, enter: true });
  expect((await enter(1, 'for')).json.status).toBe('success');
  await close();
  expect(await vote()).toMatchObject({ state: 'carried', counts: { for: 2, against: 0, abstain: 0 }, received: 2 });
});

test('nobody decides on words that they have not seen', async () => {
  await propose();
  const { id, revision } = await only();
  await stage.desk.patch(`/ajax/motions/${id}`, { revision, text: 'That the land be sold.' });
  const said = 'Somebody else has changed this motion meanwhile. This is how it is now.';
  expect(message(await stage.desk.post(`/ajax/motions/${id}/votes`, { revision, way: 'named' }))).toBe(said);
  expect(message(await stage.desk.post(`/ajax/motions/${id}/state`, { revision, to: 'withdrawn' }))).toBe(said);
  const opened = await stage.desk.post(`/ajax/motions/${id}/votes`, { revision: revision + 1, way: 'named' });
  expect(opened.json.data.motions[0].votes[0].text).toBe('That the land be sold.');
});

describe('while a vote is open', () => {
  const recuse = (nth: number) =>
    clientOf(nth).put(`/ajax/agenda-items/${stage.items[0].id}/declarations/${stage.voters[nth]?.id}`, {
      ...{ effect: 'recused', nature: 'A cousin sells it.' },
    });
  const cast = async (nth: number, choice: string) =>
    clientOf(nth).put(`/ajax/votes/${(await vote()).id}/ballot`, { choice, key: randomUUID() });

  test('the desk takes from nobody that they are there; they themselves come and go', async () => {
    await propose();
    await open('named');
    const { presences } = (await stage.desk.get(stage.path('room'))).json.data.room;
    const { id, member_id, revision } = presences.find(
      (each: { member_id: string }) => each.member_id === stage.voters[2]?.id,
    );
    const refused = [
      await stage.desk.patch(`/ajax/presences/${id}`, { revision, leaves: true }),
      await stage.desk.patch(`/ajax/presences/${id}`, { revision, mode: 'remote' }),
      await stage.desk.delete(`/ajax/presences/${id}`),
      await stage.desk.post(stage.path('presences'), { member_id, mode: 'remote' }),
      await stage.desk.post(stage.path(`invitees/${member_id}/attendance`), { attendance: false }),
    ];
    for (const answer of refused) expect(message(answer)).toBe('Another vote is open. Close it first.');
    expect((await leave(2)).json.status).toBe('success');
    expect((await stage.desk.post(stage.path('presences'), { member_id, mode: 'remote' })).json.status).toBe('success');
    expect((await vote()).eligible).toBe(5);
  });

  test('the desk enters a ballot for who has cast none, and changes its own entry', async () => {
    await propose();
    await open('named');
    await cast(1, 'for');
    expect(message(await enter(1, 'against'))).toMatch(/ has voted, and can change it themselves\.$/);
    await enter(2, 'for');
    expect((await enter(2, 'against')).json.status).toBe('success');
    await cast(2, 'abstain');
    expect(message(await enter(2, 'for'))).toMatch(/ has voted, and can change it themselves\.$/);
    await close();
    expect(await vote()).toMatchObject({ counts: { for: 1, against: 0, abstain: 1 } });
  });

  test('a tie is not decided by a chair who is recused since', async () => {
    await inBoard(server.context, stage.board.id, (tx) =>
      tx.updateTable('deciding_settings').set({ casting_vote: true }).execute(),
    );
    await propose();
    await open('named');
    await cast(0, 'for');
    await cast(1, 'against');
    await close();
    expect((await vote()).can.decide_tie).toBe(true);
    await recuse(0);
    expect((await vote()).can.decide_tie).toBe(false);
    const answer = await stage.desk.post(`/ajax/votes/${(await vote()).id}/casting`, { choice: 'for' });
    expect(message(answer)).toBe('You are recused from this item.');
  });

  test('its papers keep their files, and stay for ever once it is closed', async () => {
    const { id } = await makeDocument(server.context, { item: stage.items[0], title: 'Contract' });
    await propose();
    await open('hands');
    const change = (sql: string) => asSuperuser(server.context, (db) => db.query(sql, [id]));
    const replace = () =>
      change(`insert into document_versions (board_id, document_id, number, filename, storage_key, byte_size, sha256, created_by)
        select board_id, document_id, number + 1, filename, storage_key || '-2', byte_size, sha256, created_by
        from document_versions where document_id = $1 order by number desc limit 1`);
    const remove = async () => stage.desk.delete(`/ajax/documents/${id}`);
    await expect(replace()).rejects.toThrow('put to the vote');
    expect(message(await remove())).toBe('This was voted on and stays.');
    await close({ for: 3, against: 0, abstain: 0 });
    await replace();
    expect(message(await remove())).toBe('This was voted on and stays.');
    const second = stage.items[1]?.id;
    const moved = await stage.desk.post(`/ajax/documents/${id}/move`, {
      home: { kind: 'agenda-item', id: second },
      before_id: null,
    });
    expect(moved.json.status).toBe('success');
    expect(message(await stage.desk.delete(`/ajax/agenda-items/${second}?revision=1&documents=${id}`))).toBe(
      'This was voted on and stays.',
    );
    await expect(change('update documents set deleted_at = now() where id = $1')).rejects.toThrow('put to the vote');
  });
});
