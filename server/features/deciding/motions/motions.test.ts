import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { motionMessages } from '#domain/messages/motions.ts';
import { type Actor, boardroom, idsOf, message, motionText } from '#tests/support/boardroom.ts';
import { countLockWaiters, untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const stage = boardroom(server, { inSession: true });
const { ada, bea, cleo, dora, eve, sol, at, path, settings, mails, leave, arrive } = stage;
const { motions, motion, vote, propose, putToVote, open, cast, castAll, enter, close, voidVote } = stage;
const { anotherVote, votedOn } = motionMessages;

test('ballots that wait for a database lock do not block other requests and are all counted', async () => {
  await putToVote();
  const { id } = await vote();
  const { sent } = await stage.inBoard(async (tx) => {
    await tx.selectFrom('meeting_rooms').select('phase').where('board_id', '=', stage.board.id).forUpdate().execute();
    const ballots = stage.voters.map((voter) => cast(voter, 'for', { id }));
    await untilLockWaiter(server.context);
    expect((await ada.get('/ajax/dashboard')).status).toBe(200);
    expect(await countLockWaiters(server.context)).toBe(1);
    return { sent: Promise.all(ballots) };
  });
  expect((await sent).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await vote()).received).toBe(5);
});

describe('motions', () => {
  test('every wording is stored, and a change based on an outdated wording is reported as a conflict', async () => {
    const [put] = (await propose()).json.data.motions;
    expect(put).toMatchObject({ state: 'proposed', text: motionText, mover: { name: 'Bea Byron' } });
    const change = (text: string) => ada.patch(`/ajax/motions/${put.id}`, { revision: 1, text });
    expect((await change('That it be leased.')).json.data.has_conflict).toBe(false);
    const late = (await change('That it be sold.')).json.data;
    expect([late.has_conflict, late.motions[0].text]).toEqual([true, 'That it be leased.']);
    const wordings = await stage.query('select text from motion_wordings where board_id = $1 order by revision', [
      stage.board.id,
    ]);
    expect(wordings.rows.map(({ text }) => text)).toEqual([motionText, 'That it be leased.']);
  });

  test('the mover and the seconder must be two different voting members', async () => {
    for (const rest of [{ mover_id: sol.id }, { seconder_id: sol.id }, { seconder_id: bea.id }]) {
      const { status, json } = await propose(rest);
      expect([status, Object.keys(json.errors)]).toEqual([422, Object.keys(rest)]);
    }
  });

  test('a suggestion is visible only to its author, officers and editors until it is accepted', async () => {
    expect((await propose({}, { by: sol })).status).toBe(403);
    const [suggested] = (await propose({}, { by: bea })).json.data.motions;
    expect(suggested).toMatchObject({ state: 'suggested', mover: { member_id: bea.id }, seconder: null });
    expect((await motions(sol)).motions).toEqual([]);
    const address = `/ajax/motions/${suggested.id}`;
    expect((await bea.patch(address, { revision: 1, text: 'That it be.' })).status).toBe(200);
    expect((await bea.post(`${address}/state`, { to: 'proposed' })).status).toBe(403);
    expect((await sol.patch(address, { revision: 2, text: 'x' })).status).toBe(404);
    expect((await bea.patch(address, { revision: 2, mover_id: cleo.id })).status).toBe(403);
    await ada.post(`${address}/state`, { to: 'proposed' });
    expect((await bea.patch(address, { revision: 2, text: 'That it not be.' })).status).toBe(403);
    expect((await motions(sol)).motions).toHaveLength(1);
    expect(await mails()).toEqual([{ kind: 'motion-answered', member_id: bea.id }]);
    await settings({ suggestions: false });
    expect((await propose({}, { by: bea })).status).toBe(403);
  });

  test('an item can have at most 20 motions, not counting withdrawn ones', async () => {
    await propose();
    const { id } = await motion();
    const to = (state: string) => ada.post(`/ajax/motions/${id}/state`, { to: state, reason: 'Not ready' });
    expect(message(await to('declined'))).toContain('This is no longer possible');
    expect((await to('deferred')).json.data.motions[0]).toMatchObject({ state: 'deferred', reason: 'Not ready' });
    expect(message(await to('withdrawn'))).toContain('This is no longer possible');
    for (let nth = 1; nth < 20; nth += 1) expect((await propose()).json.status).toBe('success');
    expect(message(await propose())).toBe('An item can have at most 20 motions.');
    const last = (await motions()).motions.at(-1);
    await ada.post(`/ajax/motions/${last?.id}/state`, { to: 'withdrawn', reason: '' });
    expect((await propose()).json.status).toBe('success');
  });

  test('a member can suggest at most 10 motions in a meeting, and officers and editors can add motions even after that', async () => {
    for (let nth = 0; nth < 10; nth += 1) expect((await propose({}, { by: bea })).json.status).toBe('success');
    expect(message(await propose({}, { by: bea }))).toBe('You can suggest at most 10 motions in a meeting.');
    for (let nth = 0; nth < 10; nth += 1) await propose({}, { by: cleo });
    expect(message(await propose({}, { by: dora }))).toBe('An item can have at most 20 motions.');
    expect((await propose()).json.status).toBe('success');
  });
});

describe('opening a vote', () => {
  beforeEach(() => propose());

  test('requires a meeting in session, a quorum, a mover, a seconder if configured, and no other open vote', async () => {
    await settings({ seconder: true });
    expect((await open('named', { by: bea })).status).toBe(403);
    await settings({ confirmed_at: null });
    expect(message(await open())).toBe(motionMessages.votersUnknown);
    await settings({ confirmed_at: server.context.clock.now() });
    await stage.phase('recess');
    expect(message(await open())).toBe('The meeting is not in session.');
    await stage.phase('in-session');
    for (const voter of [cleo, dora, eve]) await leave(voter);
    expect(message(await open())).toBe('No quorum: 2 of 5 voting members are present for this item.');
    await arrive(cleo, 'remote');
    const change = async (body: object) => {
      const { id, revision } = await motion();
      await ada.patch(`/ajax/motions/${id}`, { revision, ...body });
    };
    await change({ mover_id: null });
    expect(message(await open())).toBe('Enter who moved it.');
    await change({ mover_id: bea.id, seconder_id: null });
    expect(message(await open())).toBe('Enter who seconded it.');
    await settings({ seconder: false });
    expect((await open()).json.status).toBe('success');
    await propose({ text: 'That it be sold.' });
    const id = (await motions()).motions[1]?.id ?? '';
    expect(message(await open('named', { id }))).toBe(anotherVote);
  });

  test('by secret ballot requires three voters and a board that allows secret votes', async () => {
    await settings({ secret_votes: false });
    expect((await open('secret')).status).toBe(404);
    await settings({ secret_votes: true });
    const noQuorum = { rule: { kind: 'none' }, at_least: 1, seats: null, remote_counts: true };
    await stage.query('update meeting_rooms set quorum_rule = $2 where board_id = $1', [stage.board.id, noQuorum]);
    for (const voter of [cleo, dora, eve]) await leave(voter);
    expect(message(await open('secret'))).toBe('A secret vote needs at least 3 voters.');
  });

  test('prevents changes to the motion and to the meeting’s phase, current item, officers and audience while the vote is open', async () => {
    await open();
    for (const [where, body] of [
      ['room/phase', { to: 'adjourned' }],
      ['room/pointer', { agenda_item_id: stage.item.id }],
      ['room/desk', { chair_id: null, secretary_id: null }],
    ] as const) {
      expect(message(await ada.post(path(where), body))).toBe(anotherVote);
    }
    const audience = { whole_board: false, group_ids: [], member_ids: [ada, bea, cleo, dora].map(({ id }) => id) };
    expect(message(await ada.put(path('audience'), { audience }))).toBe(anotherVote);
    const called = 'This meeting was called to order. Adjourn it instead.';
    expect(message(await ada.post(path('cancel'), { note: '' }))).toBe(called);
    const { id } = await motion();
    expect(message(await ada.patch(`/ajax/motions/${id}`, { revision: 1, text: 'x' }))).toBe(votedOn);
    expect(message(await ada.post(`/ajax/motions/${id}/state`, { to: 'withdrawn' }))).toBe(votedOn);
  });
});

describe('a named vote', () => {
  const ballotsLogged = async () =>
    (await stage.actions({ kind: 'motion' })).filter((action) => action === 'vote.ballot-cast');
  beforeEach(() => putToVote());

  test('counts each voter’s last ballot, and shows the ballots and who did not vote to the body only after closing', async () => {
    await castAll('for', ada, bea);
    await castAll('against', cleo, dora);
    await cast(cleo, 'for');
    expect(await vote(bea)).toMatchObject({ ballots: null, missing: null });
    expect(await vote()).toMatchObject({ received: 4, eligible: 5, counts: null, silent: null });
    expect(idsOf((await vote()).missing)).toEqual([eve.id]);
    expect((await close()).json.data.motions[0]).toMatchObject({
      state: 'carried',
      votes: [
        {
          state: 'carried',
          number: '2026-001',
          eligible: 5,
          counts: { for: 3, against: 1, abstain: 0 },
          quorum: { present: 5, needed: 3, in_office: 5 },
        },
      ],
    });
    expect((await vote(bea)).ballots?.map(({ choice }) => choice).toSorted()).toEqual(['against', 'for', 'for', 'for']);
    expect(idsOf((await vote()).silent)).toEqual([eve.id]);
    expect(await vote(sol)).toMatchObject({ silent: null, ballots: null });
    expect(message(await cast(eve, 'against'))).toBe('This vote is closed. Your ballot was not counted.');
  });

  test('accepts a ballot resent with the same key without counting it again, even after closing', async () => {
    const key = randomUUID();
    const received = { received: true };
    for (let nth = 0; nth < 3; nth += 1) expect((await cast(ada, 'for', { key })).json.data).toEqual(received);
    await cast(bea, 'against');
    await close();
    expect((await cast(ada, 'for', { key })).json.data).toEqual(received);
    expect((await vote()).received).toBe(2);
    expect(await ballotsLogged()).toHaveLength(2);
  });

  test('ignores an older ballot that is resent after a newer one', async () => {
    const [earlier, later] = [randomUUID(), randomUUID()];
    await cast(ada, 'for', { key: earlier });
    await cast(ada, 'against', { key: later });
    const choice = async () => (await vote()).own.choice;
    for (const key of [earlier, later, earlier]) {
      expect((await cast(ada, 'for', { key })).json.data).toEqual({ received: true });
      expect(await choice()).toBe('against');
    }
    await cast(ada, 'for');
    for (const key of [earlier, later]) await cast(ada, 'against', { key });
    expect(await choice()).toBe('for');
    expect(await ballotsLogged()).toHaveLength(3);
  });

  test('accepts ballots only from voting members who are present, and counts them even if the voter leaves', async () => {
    expect(message(await cast(sol, 'for'))).toBe('You cannot vote on this motion.');
    await castAll('for', ada, cleo);
    await cast(bea, 'against');
    await leave(cleo);
    await leave(eve);
    expect(message(await cast(eve, 'for'))).toBe('Check in to this meeting first.');
    expect(await vote()).toMatchObject({ received: 3, eligible: 4 });
    expect((await close()).json.data.motions[0].votes[0]).toMatchObject({
      eligible: 4,
      counts: { for: 2, against: 1, abstain: 0 },
      quorum: { present: 4 },
    });
  });

  test('cannot be closed without a quorum', async () => {
    for (const voter of [cleo, dora, eve]) await leave(voter);
    expect(message(await close())).toBe('No quorum: 2 of 5 voting members are present for this item.');
  });

  test('notifies a voter whose ballot is entered by somebody else, and does not log the choice', async () => {
    expect((await enter(dora, 'against')).json.data.motions[0].votes[0].received).toBe(1);
    expect((await enter(sol, 'for')).status).toBe(404);
    expect(await mails()).toEqual([{ kind: 'ballot-entered', member_id: dora.id }]);
    expect(JSON.stringify(await stage.logged({ kind: 'motion' }))).not.toContain('against');
    await close();
    const remove = await ada.delete(`/ajax/presences/${(await stage.presenceOf(dora)).id}`);
    expect(message(remove)).toContain('has voted in this meeting. Enter when they left instead.');
  });

  test('keeps its number when declared void, and can then be repeated with a different required majority', async () => {
    await castAll('for', ada, bea);
    await close();
    expect((await voidVote()).json.data.motions[0]).toMatchObject({
      state: 'proposed',
      votes: [{ state: 'void', number: '2026-001', void: { reason: 'The wording was wrong.', by_objection: false } }],
    });
    expect(message(await voidVote())).toBe('This vote has already been declared void.');
    expect(await mails()).toEqual([{ kind: 'vote-void', member_id: bea.id }]);
    await open('named', { majority: '2/3' });
    const { id, revision } = await motion();
    expect((await cleo.patch(`/ajax/motions/${id}`, { revision, text: 'Mine' })).status).toBe(403);
    await castAll('for', ada, bea);
    const carried = { state: 'carried', number: '2026-002', majority: '2/3' };
    expect((await close()).json.data.motions[0].votes[1]).toMatchObject(carried);
  });

  test('is closed only once by simultaneous requests', async () => {
    await cast(ada, 'for');
    const answers = await Promise.all([close(), close(), cast(bea, 'for'), close()]);
    expect(answers.filter(({ json }) => json.status === 'success' && json.data.motions)).toHaveLength(1);
    const counted = answers[2]?.json.status === 'success' ? 2 : 1;
    expect(await vote()).toMatchObject({ received: counted, counts: { for: counted } });
  });
});

test('only the chair can decide a tie, and the register and the report mention the casting vote', async () => {
  await settings({ casting_vote: true });
  await putToVote();
  await cast(ada, 'for');
  await cast(bea, 'against');
  expect((await close()).json.data.motions[0]).toMatchObject({ state: 'voting', votes: [{ state: 'tied' }] });
  const decide = async (by: Actor) => by.post(`/ajax/votes/${(await vote()).id}/casting`, { choice: 'for' });
  expect(message(await decide(bea))).toBe('Only the chair decides a tie.');
  expect((await decide(ada)).json.data.motions[0]).toMatchObject({
    state: 'carried',
    votes: [{ state: 'carried', has_casting_vote: true, casting: 'for', number: '2026-001' }],
  });
  expect(message(await decide(ada))).toBe('There is no tie to break.');
  const [entry] = (await ada.get('/ajax/resolutions')).json.data.entries;
  expect(entry).toMatchObject({ number: '2026-001', by_casting_vote: true });
  const csv = await ada.get(`/ajax/reports/csv/votes?board=${stage.board.id}`);
  expect(csv.text).toContain('Carried by the chair’s casting vote,2026-001');
});

describe('a secret vote', () => {
  beforeEach(() => putToVote('secret'));

  test('does not reveal who voted for what, and cannot be closed with fewer than three ballots', async () => {
    await cast(ada, 'for');
    await cast(bea, 'against');
    expect(message(await cast(bea, 'for'))).toBe('You have voted already. A secret ballot is final.');
    expect(message(await close())).toBe('Fewer than 3 members have voted. Wait, or declare the vote void.');
    expect(message(await enter(dora, 'for'))).toBe('Only the voters themselves can cast a secret ballot.');
    const key = randomUUID();
    await cast(cleo, 'abstain', { key });
    await cast(cleo, 'abstain', { key });
    expect(await vote(bea)).toMatchObject({ received: 3, own: { has_voted: true, choice: null }, counts: null });
    expect(await stage.actions({ kind: 'motion' })).toEqual(['motion.proposed', 'vote.opened']);
    await close();
    expect(await vote(bea)).toMatchObject({ counts: { for: 1, against: 1, abstain: 1 }, ballots: null });
    expect((await voidVote()).json.data.motions[0].votes[0]).toMatchObject({ state: 'void', counts: null });
  });

  test('rewrites all three tallies with each ballot', async () => {
    const select = 'select xmin::text as writer from vote_tallies where board_id = $1';
    const writers = async () => (await stage.query(select, [stage.board.id])).rows.map(({ writer }) => writer);
    const [before] = await writers();
    await cast(dora, 'for');
    const after = await writers();
    expect([after.length, new Set(after).size, after[0] === before]).toEqual([3, 1, false]);
  });
});

describe('votes without ballots', () => {
  test('a show of hands accepts no ballots, and its counts cannot exceed the number of voters', async () => {
    await putToVote('hands');
    expect(message(await cast(bea, 'for'))).toBe('This vote is by show of hands.');
    expect((await close()).status).toBe(422);
    expect(message(await close({ for: 4, against: 1, abstain: 1 }))).toBe(motionMessages.onlySoMany(5));
    const closed = (await close({ for: 2, against: 3, abstain: 0 })).json.data.motions[0];
    expect(closed).toMatchObject({ state: 'not-carried', votes: [{ number: null, counts: { against: 3 } }] });
  });

  test('an unopposed vote can be closed as carried after ten seconds, and an objection voids it', async () => {
    await putToVote('unopposed');
    const { id } = await vote();
    at('14:00:09');
    expect(message(await close())).toBe('An unopposed vote must stay open for at least 10 seconds.');
    expect(message(await cast(bea, 'for'))).toBe(motionMessages.onlyObjections);
    expect((await cast(bea, 'against', { id })).json.data).toEqual({ received: true });
    expect((await cast(bea, 'against', { id })).json.data).toEqual({ received: true });
    expect(message(await cast(cleo, 'against', { id }))).toBe('This vote is closed. Your ballot was not counted.');
    expect(await motion()).toMatchObject({
      state: 'proposed',
      votes: [{ state: 'void', void: { by_objection: true } }],
    });
    await open('unopposed');
    at('14:01:00');
    expect((await close()).json.data.motions[0]).toMatchObject({
      state: 'carried',
      votes: [{}, { counts: { for: 5, against: 0, abstain: 0 }, number: '2026-001' }],
    });
  });
});

describe('a decision', () => {
  beforeEach(async () => {
    await putToVote();
    await cast(ada, 'for');
    await close();
  });

  test('cannot be changed or deleted in the database, and its agenda item cannot be deleted', async () => {
    const { id, ...decided } = await vote();
    expect(decided).toMatchObject({ text: motionText, papers: [] });
    const removed = await ada.delete(`/ajax/agenda-items/${stage.item.id}?revision=1`);
    expect(message(removed)).toBe('What is decided cannot be deleted.');
    for (const change of [
      `update votes set votes_for = 3 where id = '${id}'`,
      `update votes set state = 'open' where id = '${id}'`,
      `delete from votes where id = '${id}'`,
      `update ballots set choice = 'against' where vote_id = '${id}'`,
      `delete from ballots where vote_id = '${id}'`,
      `update resolution_numbers set number = 'x' where vote_id = '${id}'`,
      `delete from resolution_numbers where vote_id = '${id}'`,
    ]) {
      await expect(stage.query(change)).rejects.toThrow(/closed|final|violates foreign key/);
    }
  });

  test('does not name its voters on a board whose members are hidden from each other', async () => {
    await stage.hidePeople();
    await settings({ ballots_shown_to: 'audience' });
    const seen = JSON.stringify(await motions(sol));
    for (const words of stage.voters.flatMap(({ firstName, id }) => [firstName, id])) expect(seen).not.toContain(words);
  });

  test('is numbered separately for each body', async () => {
    const group = await server.make.group({
      board: stage.board,
      name: 'Audit Committee',
      members: [...stage.voters],
    });
    stage.meeting = await stage.anotherMeeting('2026-11-19T14:00:00Z', { groups: [group] });
    stage.item = await stage.anotherItem('Accounts');
    await stage.checkIn(...stage.voters);
    await stage.phase('in-session');
    for (const number of ['AUD-2026-001', 'AUD-2026-002']) {
      const { id } = (await propose()).json.data.motions.at(-1);
      const opened = (await open('hands', { id })).json.data.motions.at(-1).votes[0];
      const closed = await close({ for: 5, against: 0, abstain: 0 }, opened.id);
      expect(closed.json.data.motions.at(-1).votes[0].number).toBe(number);
    }
  });
});

test('opening a vote can add the missing mover, but opening it and withdrawing the motion fail if the wording has changed', async () => {
  const [{ id, revision }] = (await propose({ mover_id: null })).json.data.motions;
  await ada.patch(`/ajax/motions/${id}`, { revision, text: 'That the land be sold.' });
  const refused = await open('named', { id, revision, mover_id: bea.id });
  expect(message(refused)).toBe(motionMessages.changedMeanwhile);
  const withdrawn = await ada.post(`/ajax/motions/${id}/state`, { revision, to: 'withdrawn' });
  expect(message(withdrawn)).toBe(motionMessages.changedMeanwhile);
  expect(await motion()).toMatchObject({ state: 'proposed', mover: null });
  const opened = await open('named', { id, revision: revision + 1, mover_id: bea.id });
  expect(opened.json.data.motions[0]).toMatchObject({
    state: 'voting',
    mover: { member_id: bea.id },
    votes: [{ text: 'That the land be sold.' }],
  });
});
