import { beforeEach, describe, expect, test } from 'vitest';
import { motionMessages } from '#domain/messages/motions.ts';
import { addJob } from '#server/jobs/queue.ts';
import { type Actor, boardroom, idsOf, message, motionText } from '#tests/support/boardroom.ts';
import type { MadeMeeting } from '#tests/support/factories.ts';
import { untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const stage = boardroom(server, { inSession: true, items: ['Wharf Road', 'The roof'] });
const { ada, bea, cleo, dora, eve, at, path, settings, leave, recuse, declare, presenceOf, query } = stage;
const { motions, motion, vote, propose, putToVote, open, cast, castAll, enter, close } = stage;
const adjourn = () => stage.phase('adjourned');
const { anotherVote, votedOn } = motionMessages;
const three = { for: 3, against: 0, abstain: 0 };
beforeEach(() => stage.point());

describe('a deferred motion', () => {
  const later = 'That it be sold.';
  const december = '2026-12-10T14:00:00Z';
  const defer = async (meetingId?: string, motionId?: string) =>
    ada.post(`/ajax/motions/${motionId ?? (await motion()).id}/state`, {
      to: 'deferred',
      reason: 'The survey is missing.',
      ...(meetingId && { meeting_id: meetingId }),
    });
  const offered = (client: Actor = ada) => client.get(path('deferral-meetings'));
  const proposeAt = async (meeting: MadeMeeting): Promise<string> =>
    (await propose({ text: later }, { item: await stage.anotherItem('Sale', meeting) })).json.data.motions[0].id;

  test('is added to the agenda of the chosen meeting, and the two meetings refer to each other', async () => {
    const next = await stage.anotherMeeting(december, { title: 'December' });
    await propose();
    expect((await offered()).json.data.meetings).toMatchObject([{ id: next.id, title: 'December' }]);
    expect((await defer(next.id)).status).toBe(200);
    expect(await motion()).toMatchObject({ state: 'deferred', deferred_to: { id: next.id, title: 'December' } });
    const put = await motion(ada, next);
    expect(put).toMatchObject({
      state: 'proposed',
      text: motionText,
      deferred_from: { id: stage.meeting.id },
      revision: 1,
      mover: { member_id: bea.id },
      seconder: { member_id: cleo.id },
    });
    const agenda = (await ada.get(`/ajax/meetings/${next.id}`)).json.data.meeting.agenda_items;
    expect(agenda.map(({ id }: { id: string }) => id)).toContain(put.agenda_item_id);
  });

  test('cannot be transferred to an earlier meeting, a cancelled meeting or another body’s meeting', async () => {
    const group = await server.make.group({ board: stage.board, members: stage.voters });
    const rejected = [
      await stage.anotherMeeting(december, { groups: [group] }),
      await stage.anotherMeeting('2026-11-10T14:00:00Z'),
      await stage.anotherMeeting(december, { state: 'cancelled' }),
    ];
    await propose();
    expect((await offered()).json.data.meetings).toEqual([]);
    for (const { id } of rejected) expect((await defer(id)).status).toBe(422);
    expect((await motion()).state).toBe('proposed');
    await defer();
    expect(await motion()).toMatchObject({ state: 'deferred', deferred_to: null, reason: 'The survey is missing.' });
  });

  test('causes no deadlock with another request that locks the rooms of both meetings', async () => {
    const two = [await stage.anotherMeeting(december), await stage.anotherMeeting(december)];
    const [first, second] = two.toSorted((one, other) => (one.id < other.id ? -1 : 1)) as [MadeMeeting, MadeMeeting];
    await stage.setMeeting({ starts_at: '2026-12-17T14:00:00Z', ends_at: '2026-12-17T16:00:00Z' }, first);
    const motionId = await proposeAt(second);
    await query('insert into meeting_rooms (board_id, meeting_id) values ($1, $2)', [stage.board.id, first.id]);
    const { deferring } = await stage.inBoard(async (tx) => {
      const lock = ({ id }: MadeMeeting) =>
        tx.selectFrom('meeting_rooms').select('phase').where('meeting_id', '=', id).forUpdate().execute();
      await lock(first);
      const answer = defer(first.id, motionId);
      await untilLockWaiter(server.context);
      await lock(second);
      return { deferring: answer };
    });
    expect((await deferring).status).toBe(200);
    expect((await motion(ada, first)).text).toBe(later);
  });

  test('is not lost if another motion is deferred from its new meeting at the same time', async () => {
    const [next, last] = [await stage.anotherMeeting(december), await stage.anotherMeeting('2026-12-17T14:00:00Z')];
    await propose();
    const waiting = await proposeAt(next);
    const own = (await motion()).id;
    const answers = await Promise.all([defer(next.id, own), defer(last.id, waiting), defer(next.id, own)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const texts = async (of: MadeMeeting) => (await motions(ada, of)).motions.map(({ text }) => text).toSorted();
    expect(await texts(next)).toEqual([motionText, later].toSorted());
    expect(await texts(last)).toEqual([later]);
  });

  test('does not reveal a draft meeting to a reader who cannot see it', async () => {
    const next = await stage.anotherMeeting(december, { title: 'Hidden draft', state: 'draft' });
    await propose();
    expect((await defer(next.id)).status).toBe(200);
    const seen = await motions(bea);
    expect(seen.motions[0]?.deferred_to).toBeNull();
    expect((await offered(bea)).status).toBe(403);
    expect(JSON.stringify(seen)).not.toContain('Hidden draft');
  });
});

describe('after the meeting', () => {
  test('a named vote can be entered for the members who were present for the item', async () => {
    at('14:10:00');
    await leave(eve);
    at('14:20:00');
    await stage.point(stage.itemAt(1));
    at('14:30:00');
    await leave(dora);
    await adjourn();
    at('19:00:00');
    await propose();
    expect((await motions()).offers.ways).toEqual(['named', 'hands']);
    for (const way of ['secret', 'unopposed']) {
      expect(message(await open(way))).toBe(motionMessages.onlyNamedOrHands);
    }
    expect((await open()).status).toBe(200);
    expect(await vote()).toMatchObject({ entered_afterwards: true, eligible: 4, can: { enter: true, vote: false } });
    expect(message(await cast(bea, 'for'))).toBe('The meeting is not in session.');
    for (const voter of [ada, bea]) expect((await enter(voter, 'for')).status).toBe(200);
    await enter(cleo, 'against');
    expect(message(await enter(eve, 'for'))).toBe('Check in to this meeting first.');
    await close();
    const closed = await vote();
    expect(closed).toMatchObject({ counts: { for: 2, against: 1, abstain: 0 }, number: '2026-001', state: 'carried' });
    expect(closed.quorum).toEqual({ present: 4, needed: 3, in_office: 5 });
    expect(idsOf(closed.silent)).toEqual([dora.id]);
    const register = (await ada.get('/ajax/resolutions')).json.data.entries;
    expect(register).toMatchObject([{ number: '2026-001', entered_afterwards: true }]);
  });

  test('a vote can be entered only by officers and editors and only for an item that had a quorum', async () => {
    for (const voter of [cleo, dora, eve]) await leave(voter);
    await adjourn();
    await propose();
    expect(message(await open('hands'))).toContain('No quorum');
    expect((await open('hands', { by: bea })).status).toBe(403);
  });

  test('the adjournment cannot be undone while a vote that was opened after the adjournment is still open', async () => {
    await propose();
    await adjourn();
    await open('hands');
    expect(message(await stage.takeBack())).toBe(anotherVote);
    await close({ for: 3, against: 1, abstain: 0 });
    expect(await vote()).toMatchObject({ state: 'carried', entered_afterwards: true });
  });

  test('resubmitting the counts of a show of hands changes nothing', async () => {
    await putToVote('hands');
    await close({ for: 3, against: 1, abstain: 0 });
    at('14:10:00');
    for (const voter of [dora, eve]) await leave(voter);
    at('14:30:00');
    await adjourn();
    const counts = { for: 2, against: 1, abstain: 0 };
    const later = (await propose()).json.data.motions[1];
    const { id } = (await open('hands', { id: later.id })).json.data.motions[1].votes[0];
    expect((await close(counts, id)).json.status).toBe('success');
    const before = await motions();
    expect(before.motions.map(({ votes }) => votes[0]?.absent?.length)).toEqual([0, 2]);
    expect((await ada.post(`/ajax/votes/${id}/counts`, counts)).json.data).toEqual(before);
  });

  test('members can still declare an interest but can no longer recuse themselves', async () => {
    await propose();
    await adjourn();
    await open();
    for (const voter of [bea, cleo, dora]) await enter(voter, 'for');
    expect(message(await recuse(bea))).toBe('The meeting is not in session.');
    await close();
    expect(message(await recuse(bea))).toBe('The meeting is not in session.');
    expect((await declare(bea, { effect: 'declared', nature: 'A cousin sells it.' })).json.status).toBe('success');
  });
});

describe('a miscounted show of hands', () => {
  const correct = async (counts: object, by: Actor = ada) => by.post(`/ajax/votes/${(await vote()).id}/counts`, counts);

  test('can be corrected by officers and editors unless the result would change, and earlier counts are kept', async () => {
    await putToVote('hands');
    await close({ for: 3, against: 1, abstain: 0 });
    expect(message(await correct({ for: 1, against: 3, abstain: 0 }))).toContain('would change the result');
    expect(message(await correct({ for: 5, against: 1, abstain: 0 }))).toBe(motionMessages.onlySoMany(5));
    expect((await correct(three, bea)).status).toBe(403);
    expect((await vote()).corrections).toEqual([]);
    await correct({ for: 4, against: 1, abstain: 0 });
    await correct({ for: 3, against: 2, abstain: 0 });
    expect(await vote()).toMatchObject({
      counts: { for: 3, against: 2, abstain: 0 },
      number: '2026-001',
      can: { correct: true },
      corrections: [{ counts: { for: 3, against: 1, abstain: 0 } }, { counts: { for: 4, against: 1, abstain: 0 } }],
    });
    expect((await stage.room()).line.vote?.counts).toEqual({ for: 3, against: 2, abstain: 0 });
    expect((await ada.get('/ajax/resolutions')).json.data.entries[0].counts).toMatchObject({ against: 2 });
    const { rows } = await query('select votes_for, votes_against from votes where board_id = $1', [stage.board.id]);
    expect(rows).toEqual([{ votes_for: 3, votes_against: 1 }]);
    const { lines } = (await ada.get('/ajax/audit?kind=decisions')).json.data;
    expect(lines[0]).toMatchObject({ action: 'vote.counts-corrected', fields: expect.arrayContaining(['for: 4 → 3']) });
    await expect(query('delete from hand_corrections')).rejects.toThrow('is final');
  });

  test('cannot be corrected if the result would change because recused members are not counted as in office', async () => {
    await settings({ recused_counts: 'out-of-office', majority: '2/3', majority_of: 'in-office' });
    stage.meeting = await stage.anotherMeeting('2026-11-19T14:00:00Z');
    stage.item = await stage.anotherItem();
    await stage.checkIn(...stage.voters);
    await stage.phase('in-session');
    await propose();
    await recuse(eve);
    await open('hands');
    await close({ for: 2, against: 1, abstain: 0 });
    expect(await vote()).toMatchObject({ state: 'not-carried', quorum: { in_office: 4 } });
    expect(message(await correct(three))).toContain('would change the result');
  });
});

describe('correcting presences after a vote', () => {
  const correctLeft = async (actor: Actor, left_at: string, accepts_lost_quorum = false) => {
    const { id, revision } = await presenceOf(actor);
    return ada.patch(`/ajax/presences/${id}`, { revision, left_at, accepts_lost_quorum });
  };
  beforeEach(() => putToVote('hands'));

  const deletePresence = async (actor: Actor, accepts = false) =>
    ada.delete(`/ajax/presences/${(await presenceOf(actor)).id}${accepts ? '?accepts_lost_quorum=true' : ''}`);

  test.each([
    ['a corrected time', (accepts?: boolean) => correctLeft(cleo, '2026-11-19T14:20:00Z', accepts)],
    ['a deleted presence', (accepts?: boolean) => deletePresence(cleo, accepts)],
  ])(
    'needs confirmation if %s would take the quorum of the vote, and marks the result without changing it',
    async (_, correct) => {
      for (const voter of [dora, eve]) await leave(voter);
      at('14:30:00');
      await close(three);
      at('15:00:00');
      const before = await presenceOf(cleo);
      const asked = await correct();
      expect(asked.json.data.lost_quorum).toEqual([motionText]);
      expect(await presenceOf(cleo)).toEqual(before);
      expect((await vote()).lost_quorum).toBe(false);
      const saved = await correct(true);
      expect([saved.status, saved.json.data.lost_quorum]).toEqual([200, []]);
      expect(await vote()).toMatchObject({ lost_quorum: true, state: 'carried', number: '2026-001' });
    },
  );

  test('needs no confirmation if the corrected time is after the vote', async () => {
    await close(three);
    at('16:00:00');
    for (const voter of [cleo, dora, eve]) {
      expect((await correctLeft(voter, '2026-11-19T15:30:00Z')).json.data.lost_quorum).toEqual([]);
    }
    expect((await vote()).lost_quorum).toBe(false);
  });
});

describe('the report on votes', () => {
  const report = async (query = '') => (await ada.get(`/ajax/reports/votes${query}`)).json.data;
  const csv = async () =>
    (await ada.get(`/ajax/reports/csv/votes?board=${stage.board.id}`)).text.split(/\r?\n/).filter(Boolean);

  test('lists closed votes and each member’s participation, but no individual choices', async () => {
    await putToVote();
    await castAll('for', ada, bea);
    await cast(cleo, 'against');
    expect((await report()).votes).toEqual([]);
    await close();
    const found = await report();
    expect(found.total).toEqual({ votes: 1, carried: 1, not_carried: 0, tied: 0, void: 0 });
    expect(found.votes).toMatchObject([
      {
        text: motionText,
        way: 'named',
        result: 'carried',
        number: '2026-001',
        eligible: 5,
        body: '',
        counts: { for: 2, against: 1, abstain: 0 },
        quorum: { present: 5, needed: 3, in_office: 5 },
      },
    ]);
    const taken = found.members.map(({ voted, could }: { voted: number; could: number }) => `${voted} of ${could}`);
    expect(taken.toSorted()).toEqual(['0 of 1', '0 of 1', '1 of 1', '1 of 1', '1 of 1']);
    expect(JSON.stringify(found)).not.toContain('choice');
    expect((await report('?from=2026-11-20')).votes).toEqual([]);
    expect((await report(`?member=${eve.id}`)).votes).toHaveLength(1);
    const lines = await csv();
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${motionText},Whole board,By name,1/2,cast,Carried,2026-001,2,1,0,5,5,3,5,No`);
    expect((await bea.get('/ajax/reports/votes')).status).toBe(403);
  });

  test('contains no counts or participants for a void secret vote', async () => {
    await putToVote('secret');
    await castAll('for', ada, bea, cleo);
    await close();
    await stage.voidVote();
    const { votes, members, total } = await report();
    expect([votes[0].result, votes[0].counts, members, total.void]).toEqual(['void', null, [], 1]);
    expect((await csv())[1]).toContain('Void,2026-001,,,,5');
  });
});

test('only officers and editors see who has lost their connection to the room, and only until the adjournment', async () => {
  const heard = (secondsAgo: number) =>
    query(
      `insert into room_connections (board_id, meeting_id, member_id, seen_at)
       values ($1, $2, $3, clock_timestamp() - make_interval(secs => $4))
       on conflict (board_id, meeting_id, member_id) do update set seen_at = excluded.seen_at`,
      [stage.board.id, stage.meeting.id, bea.id, secondsAgo],
    );
  const unheard = async (client?: Actor) => idsOf((await stage.room(client)).unheard);
  await heard(5);
  expect(await unheard()).toEqual([]);
  await heard(20);
  expect(await unheard()).toEqual([bea.id]);
  expect(await unheard(cleo)).toBeUndefined();
  await adjourn();
  expect(await unheard()).toEqual([]);
});

test('a meeting in which a vote was held cannot be rescheduled to another day', async () => {
  await propose();
  const other = { start: '2026-12-03T14:00:00Z', end: '2026-12-03T16:00:00Z', type: 'in-person' };
  await open('hands');
  expect(message(await ada.post(path('reschedule'), other))).toBe(motionMessages.meetingHasVoted);
  await close({ for: 2, against: 0, abstain: 0 });
  expect(message(await ada.post(path('reschedule'), other))).toBe(motionMessages.meetingHasVoted);
  expect((await stage.room()).line.phase).toBe('in-session');
});

test('a vote that was open when the server adjourned the meeting can still be completed', async () => {
  await putToVote();
  await cast(ada, 'for');
  at('2026-11-20T06:30:00Z');
  await addJob(server.context.db, { name: 'adjourn-rooms', payload: {} });
  await server.context.runJobs(['adjourn-rooms', 'adjourn-room']);
  await stage.signInAgain();
  expect((await stage.room()).line.phase).toBe('adjourned');
  expect((await vote()).can).toMatchObject({ close: true, enter: true });
  expect((await enter(bea, 'for')).json.status).toBe('success');
  await close();
  expect(await vote()).toMatchObject({ state: 'carried', counts: { for: 2, against: 0, abstain: 0 }, received: 2 });
});

describe('while a vote is undecided', () => {
  test('presences cannot be corrected, but members can leave and be checked in again', async () => {
    await putToVote();
    const { id, member_id, revision } = await presenceOf(cleo);
    const arrive = () => ada.post(path('presences'), { member_id, mode: 'remote' });
    const rejected = [
      await ada.patch(`/ajax/presences/${id}`, { revision, leaves: true }),
      await ada.patch(`/ajax/presences/${id}`, { revision, mode: 'remote' }),
      await ada.delete(`/ajax/presences/${id}`),
      await arrive(),
      await ada.post(path(`invitees/${member_id}/attendance`), { attendance: false }),
    ];
    for (const answer of rejected) expect(message(answer)).toBe(anotherVote);
    expect((await leave(cleo)).json.status).toBe('success');
    expect((await arrive()).json.status).toBe('success');
    expect((await vote()).eligible).toBe(5);
  });

  test('officers and editors can enter and change a ballot only for a member who has not cast one', async () => {
    await putToVote();
    await cast(bea, 'for');
    expect(message(await enter(bea, 'against'))).toMatch(/ has already voted and can change their own vote\.$/);
    await enter(cleo, 'for');
    expect((await enter(cleo, 'against')).json.status).toBe('success');
    await cast(cleo, 'abstain');
    expect(message(await enter(cleo, 'for'))).toMatch(/ has already voted and can change their own vote\.$/);
    await close();
    expect(await vote()).toMatchObject({ counts: { for: 1, against: 0, abstain: 1 } });
  });

  test('a chair who is recused after voting is closed cannot decide a tie', async () => {
    await settings({ casting_vote: true });
    await putToVote();
    await cast(ada, 'for');
    await cast(bea, 'against');
    await close();
    expect((await vote()).can.decide_tie).toBe(true);
    await recuse(ada);
    expect((await vote()).can.decide_tie).toBe(false);
    const answer = await ada.post(`/ajax/votes/${(await vote()).id}/casting`, { choice: 'for' });
    expect(message(answer)).toBe('You are recused from this item.');
  });

  test('the motion’s papers cannot be replaced, and cannot be deleted even after the vote', async () => {
    const { id } = await server.make.document({ item: stage.item, title: 'Contract' });
    await putToVote('hands');
    const replace = () =>
      query(
        `insert into document_versions (board_id, document_id, number, filename, storage_key, byte_size, sha256, created_by)
         select board_id, document_id, number + 1, filename, storage_key || '-2', byte_size, sha256, created_by
         from document_versions where document_id = $1 order by number desc limit 1`,
        [id],
      );
    const remove = () => ada.delete(`/ajax/documents/${id}`);
    await expect(replace()).rejects.toThrow('put to the vote');
    expect(message(await remove())).toBe(votedOn);
    await close(three);
    await replace();
    expect(message(await remove())).toBe(votedOn);
    const second = stage.itemAt(1).id;
    const place = { home: { kind: 'agenda-item', id: second }, before_id: null };
    expect((await ada.post(`/ajax/documents/${id}/move`, place)).json.status).toBe('success');
    expect(message(await ada.delete(`/ajax/agenda-items/${second}?revision=1&documents=${id}`))).toBe(votedOn);
    const erase = query('update documents set deleted_at = now() where id = $1', [id]);
    await expect(erase).rejects.toThrow('put to the vote');
  });
});
