import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Motion, MotionsOfMeeting, Vote } from '#contract/motions.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeAgendaItem,
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
import { countLockWaiters, untilLockWaiter } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

let board: MadeBoard;
let meeting: MadeMeeting;
let item: MadeAgendaItem;
let people: readonly MadeMember[];
let clients: readonly TestClient[];
let admin: TestClient;
let bea: TestClient;
let silent: MadeMember;
let watching: TestClient;

const at = (time: string): void => server.context.clock.set(`2026-11-19T${time}Z`);
const settings = (change: object) =>
  inBoard(server.context, board.id, (tx) => tx.updateTable('deciding_settings').set(change).execute());

/** Five voting members, of whom the first is an admin and the chair; one who has no vote. All are there, the meeting is in session. */
beforeEach(async () => {
  at('14:00:00');
  board = await makeBoard(server.context);
  const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve'];
  people = await Promise.all(
    names.map((firstName, nth) => makeMember(server.context, { board, firstName, isBoardAdmin: nth === 0 })),
  );
  silent = await makeMember(server.context, { board, firstName: 'Sol' });
  meeting = await makeMeeting(server.context, {
    board,
    startsAt: '2026-11-19T14:00:00Z',
    endsAt: '2026-11-19T16:00:00Z',
  });
  item = await makeAgendaItem(server.context, { meeting, title: 'Wharf Road' });
  for (const member of [...people, silent]) await makeInvitee(server.context, { meeting, member });
  await settings({ confirmed_at: server.context.clock.now() });
  await inBoard(server.context, board.id, async (tx) => {
    await tx.insertInto('non_voters').values({ board_id: board.id, body_id: board.id, member_id: silent.id }).execute();
    await tx
      .updateTable('bodies')
      .set({ chair_id: idOf(0) })
      .where('id', '=', board.id)
      .execute();
  });
  clients = await Promise.all(people.map((member) => server.signIn(member)));
  [admin, bea] = clients as [TestClient, TestClient];
  watching = await server.signIn(silent);
  for (const client of clients) await client.post(path('presence'), { mode: 'in-person' });
  await admin.post(path('room/phase'), { to: 'in-session' });
});

const idOf = (nth: number): string => people[nth]?.id ?? '';
const path = (rest: string): string => `/ajax/meetings/${meeting.id}/${rest}`;
const shown = async (client = admin): Promise<MotionsOfMeeting> => (await client.get(path('motions'))).json.data;
const first = async (client = admin): Promise<Motion> => (await shown(client)).motions[0] as Motion;
const vote = async (client = admin): Promise<Vote> => (await first(client)).votes.at(-1) as Vote;
const text = 'That the land be bought.';
const propose = (rest = {}, client = admin) =>
  client.post(`/ajax/agenda-items/${item.id}/motions`, { text, mover_id: idOf(1), seconder_id: idOf(2), ...rest });
const open = async (way = 'named', rest = {}) =>
  admin.post(`/ajax/motions/${(await first()).id}/votes`, { way, ...rest });
const cast = async (nth: number, choice: string, key: string = randomUUID()) =>
  (clients[nth] as TestClient).put(`/ajax/votes/${(await vote()).id}/ballot`, { choice, key });
const close = async (body = {}) => admin.post(`/ajax/votes/${(await vote()).id}/close`, body);
const voidIt = async (client = admin) =>
  client.post(`/ajax/votes/${(await vote()).id}/void`, { reason: 'The wording was wrong.' });
const leave = (nth: number) => (clients[nth] as TestClient).post(path('presence'), { mode: null });
const logged = () =>
  inBoard(server.context, board.id, (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['action', 'detail'])
      .where('subject_kind', '=', 'motion')
      .orderBy('id')
      .execute(),
  );
const mails = () =>
  inBoard(server.context, board.id, (tx) => tx.selectFrom('mail_messages').select(['kind', 'member_id']).execute());

test('while others hold the room, its ballots wait on one connection, and all count', async () => {
  const { context } = server;
  await propose();
  await open('named');
  const { id } = await vote();
  const { sent } = await inBoard(context, board.id, async (tx) => {
    await tx.selectFrom('meeting_rooms').select('phase').where('meeting_id', '=', meeting.id).forUpdate().execute();
    const ballots = clients.map((client) =>
      client.put(`/ajax/votes/${id}/ballot`, { choice: 'for', key: randomUUID() }),
    );
    await untilLockWaiter(context);
    // A dashboard finds a connection.
    expect((await admin.get('/ajax/dashboard')).status).toBe(200);
    expect(await countLockWaiters(context)).toBe(1);
    return { sent: Promise.all(ballots) };
  });
  expect((await sent).map(({ status }) => status)).toEqual(clients.map(() => 200));
  expect((await vote()).received).toBe(clients.length);
});

describe('what waits', () => {
  const waiting = async (nth: number) =>
    (await (clients[nth] as TestClient).get('/ajax/waiting')).json.data.items.filter(
      ({ kind }: { kind: string }) => kind === 'vote',
    );

  test.each(['named', 'secret'])(
    'a %s vote waits for whoever has a ballot and has not cast it, before all else',
    async (way) => {
      await propose();
      await open(way);
      const { id } = await vote();
      expect(await waiting(1)).toMatchObject([
        { id, title: text, meeting_id: meeting.id, section: 'now', due_on: null, board_id: board.id },
      ]);
      expect((await (clients[1] as TestClient).get('/ajax/waiting')).json.data.items[0].kind).toBe('vote');
      await cast(1, 'for');
      await leave(2);
      const recusal = { effect: 'recused', nature: 'My brother owns the land.' };
      await (clients[3] as TestClient).put(`/ajax/agenda-items/${item.id}/declarations/${idOf(3)}`, recusal);
      expect(await Promise.all([1, 2, 3].map(waiting))).toEqual([[], [], []]);
      expect((await watching.get('/ajax/waiting')).json.data.items).toEqual([]);
      expect(await waiting(4)).toHaveLength(1);
      await voidIt();
      expect(await waiting(4)).toEqual([]);
    },
  );
});

describe('motions', () => {
  test('are put by the desk, kept in every wording, and changed by nobody who has an older one', async () => {
    const [put] = (await propose()).json.data.motions;
    expect(put).toMatchObject({ state: 'proposed', text, mover: { name: expect.stringContaining('Bea') } });
    const change = (body: object) => admin.patch(`/ajax/motions/${put.id}`, { revision: 1, ...body });
    expect((await change({ text: 'That it be leased.' })).json.data.has_conflict).toBe(false);
    const late = (await change({ text: 'That it be sold.' })).json.data;
    expect([late.has_conflict, late.motions[0].text]).toEqual([true, 'That it be leased.']);
    const wordings = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('motion_wordings').select(['revision', 'text']).orderBy('revision').execute(),
    );
    expect(wordings).toEqual([
      { revision: 1, text },
      { revision: 2, text: 'That it be leased.' },
    ]);
  });

  test('are moved and seconded by two voting members', async () => {
    for (const [rest, field] of [
      [{ mover_id: silent.id }, 'mover_id'],
      [{ seconder_id: silent.id }, 'seconder_id'],
      [{ seconder_id: idOf(1) }, 'seconder_id'],
    ] as const) {
      const { status, json } = await propose(rest);
      expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
    }
  });

  test('are suggested by voting members, seen by the desk and themselves, taken up or declined with a mail', async () => {
    expect((await propose({}, watching)).status).toBe(403);
    const [suggested] = (await propose({}, bea)).json.data.motions;
    expect(suggested).toMatchObject({ state: 'suggested', mover: { member_id: idOf(1) }, seconder: null });
    expect((await shown(watching)).motions).toEqual([]);
    expect((await bea.patch(`/ajax/motions/${suggested.id}`, { revision: 1, text: 'That it be.' })).status).toBe(200);
    expect((await bea.post(`/ajax/motions/${suggested.id}/state`, { to: 'proposed' })).status).toBe(403);
    expect((await watching.patch(`/ajax/motions/${suggested.id}`, { revision: 2, text: 'x' })).status).toBe(404);
    await admin.post(`/ajax/motions/${suggested.id}/state`, { to: 'proposed' });
    expect((await shown(watching)).motions).toHaveLength(1);
    expect(await mails()).toEqual([{ kind: 'motion-answered', member_id: idOf(1) }]);
    await settings({ suggestions: false });
    expect((await propose({}, bea)).status).toBe(403);
  });

  test('are suggested by nobody who is recused from their item', async () => {
    expect((await shown(bea)).recused_from).toEqual([]);
    const declared = { effect: 'recused', nature: 'A cousin.' };
    await bea.put(`/ajax/agenda-items/${item.id}/declarations/${idOf(1)}`, declared);
    expect((await shown(bea)).recused_from).toEqual([item.id]);
    expect((await propose({}, bea)).json.msg).toBe('You are recused from this item.');
  });

  test('end by the desk’s word, and twenty are enough for an item', async () => {
    await propose();
    const { id } = await first();
    const to = (state: string) => admin.post(`/ajax/motions/${id}/state`, { to: state, reason: 'Not ready' });
    expect((await to('declined')).json.msg).toContain('This does not follow');
    expect((await to('deferred')).json.data.motions[0]).toMatchObject({ state: 'deferred', reason: 'Not ready' });
    expect((await to('withdrawn')).json.msg).toContain('This does not follow');
    for (let nth = 1; nth < 20; nth += 1) expect((await propose()).json.status).toBe('success');
    // What was deferred is elsewhere now, but was put here.
    expect((await propose()).json.msg).toBe('An item takes 20 motions.');
    const { motions } = await shown();
    await admin.post(`/ajax/motions/${motions.at(-1)?.id}/state`, { to: 'withdrawn', reason: '' });
    expect((await propose()).json.status).toBe('success');
  });

  test('of one member are suggested so often, and do not keep the desk from putting its own', async () => {
    for (let nth = 0; nth < 10; nth += 1) expect((await propose({}, bea)).json.status).toBe('success');
    expect((await propose({}, bea)).json.msg).toBe('You can suggest 10 motions in a meeting.');
    for (let nth = 0; nth < 10; nth += 1) await propose({}, clients[2]);
    expect((await propose({}, clients[3])).json.msg).toBe('An item takes 20 motions.');
    expect((await propose()).json.status).toBe('success');
  });
});

describe('a vote opens', () => {
  beforeEach(async () => {
    await propose();
  });

  test('for the desk alone, in session, with a quorum, a mover and a seconder, and no other open', async () => {
    await settings({ seconder: true });
    expect((await bea.post(`/ajax/motions/${(await first()).id}/votes`, { way: 'named' })).status).toBe(403);
    await settings({ confirmed_at: null });
    expect((await open()).json.msg).toBe('Say first who votes: Admin, Setup, Deciding.');
    await settings({ confirmed_at: server.context.clock.now() });
    await admin.post(path('room/phase'), { to: 'recess' });
    expect((await open()).json.msg).toBe('The meeting is not in session.');
    await admin.post(path('room/phase'), { to: 'in-session' });
    for (const nth of [2, 3, 4]) await leave(nth);
    expect((await open()).json.msg).toBe('No quorum: 2 of 5 voting members are present for this item.');
    await clients[2]?.post(path('presence'), { mode: 'remote' });
    const change = async (body: object) =>
      admin.patch(`/ajax/motions/${(await first()).id}`, { revision: (await first()).revision, ...body });
    await change({ mover_id: null });
    expect((await open()).json.msg).toBe('Enter who moved it.');
    await change({ mover_id: idOf(1), seconder_id: null });
    expect((await open()).json.msg).toBe('Enter who seconded it.');
    await settings({ seconder: false });
    expect((await open()).json.status).toBe('success');
    await propose({ text: 'That it be sold.' });
    const second = (await shown()).motions[1];
    const other = await admin.post(`/ajax/motions/${second?.id}/votes`, { way: 'named' });
    expect(other.json.msg).toBe('Another vote is open. Close it first.');
  });

  test('secretly with three voters at least, where the board offers it', async () => {
    await settings({ secret_votes: false });
    expect((await open('secret')).status).toBe(404);
    await settings({ secret_votes: true });
    await inBoard(server.context, board.id, (tx) =>
      tx
        .updateTable('meeting_rooms')
        .set({ quorum_rule: JSON.stringify({ rule: { kind: 'none' }, at_least: 1, seats: null, remote_counts: true }) })
        .execute(),
    );
    for (const nth of [2, 3, 4]) await leave(nth);
    expect((await open('secret')).json.msg).toBe('A secret vote needs at least 3 voters.');
  });

  test('and nobody moves the meeting, changes its desk or the motion meanwhile', async () => {
    await open();
    const desk = { chair_id: null, secretary_id: null };
    for (const [where, body] of [
      ['room/phase', { to: 'recess' }],
      ['room/phase', { to: 'adjourned' }],
      ['room/pointer', { agenda_item_id: item.id }],
      ['room/desk', desk],
    ] as const) {
      expect((await admin.post(path(where), body)).json.msg).toBe('Another vote is open. Close it first.');
    }
    const audience = { whole_board: false, group_ids: [], member_ids: people.slice(0, 4).map((member) => member.id) };
    expect((await admin.put(path('audience'), { audience })).json.msg).toBe('Another vote is open. Close it first.');
    expect((await admin.post(path('cancel'), { note: '' })).json.msg).toBe(
      'This meeting was called to order. Adjourn it instead.',
    );
    const { id } = await first();
    expect((await admin.patch(`/ajax/motions/${id}`, { revision: 1, text: 'x' })).json.msg).toBe(
      'This was voted on and stays.',
    );
    expect((await admin.post(`/ajax/motions/${id}/state`, { to: 'withdrawn' })).json.msg).toBe(
      'This was voted on and stays.',
    );
  });
});

describe('a named vote', () => {
  beforeEach(async () => {
    await propose();
    await open();
  });

  test('counts the last ballot of each, and shows them to the body once it is closed', async () => {
    await cast(0, 'for');
    await cast(1, 'for');
    await cast(2, 'against');
    await cast(2, 'for');
    await cast(3, 'against');
    expect((await vote(bea)).ballots).toBeNull();
    expect(await vote()).toMatchObject({ received: 4, eligible: 5, counts: null });
    expect((await vote()).missing?.map(({ member_id: id }) => id)).toEqual([idOf(4)]);
    expect((await vote(bea)).missing).toBeNull();
    const closed = (await close()).json.data.motions[0];
    expect(closed).toMatchObject({ state: 'carried' });
    expect(closed.votes[0]).toMatchObject({
      ...{ state: 'carried', number: '2026-001', eligible: 5, counts: { for: 3, against: 1, abstain: 0 } },
      quorum: { present: 5, needed: 3, in_office: 5 },
    });
    expect((await vote(bea)).ballots?.map(({ choice }) => choice).toSorted()).toEqual(['against', 'for', 'for', 'for']);
    expect((await vote(watching)).ballots).toBeNull();
    expect((await cast(4, 'against')).json.msg).toBe('This vote is closed. Your ballot was not counted.');
  });

  test('takes the same key once, also after closing', async () => {
    const key = randomUUID();
    for (let nth = 0; nth < 3; nth += 1) expect((await cast(0, 'for', key)).json.data).toEqual({ received: true });
    await cast(1, 'against');
    await close();
    expect((await cast(0, 'for', key)).json.data).toEqual({ received: true });
    expect((await vote()).received).toBe(2);
    expect((await logged()).filter(({ action }) => action === 'vote.ballot-cast')).toHaveLength(2);
  });

  test('counts the newest ballot, also where an earlier one is sent again', async () => {
    const [earlier, later] = [randomUUID(), randomUUID()];
    await cast(0, 'for', earlier);
    await cast(0, 'against', later);
    const choice = async () => (await vote()).own.choice;
    for (const key of [earlier, later, earlier]) {
      expect((await cast(0, 'for', key)).json.data).toEqual({ received: true });
      expect(await choice()).toBe('against');
    }
    await cast(0, 'for');
    for (const key of [earlier, later]) await cast(0, 'against', key);
    expect(await choice()).toBe('for');
    expect((await logged()).filter(({ action }) => action === 'vote.ballot-cast')).toHaveLength(3);
  });

  test('keeps who has cast a ballot from recusing themselves from its item, and from no other', async () => {
    const other = await makeAgendaItem(server.context, { meeting, title: 'The budget' });
    await cast(1, 'for');
    const recuse = (on: MadeAgendaItem) =>
      bea.put(`/ajax/agenda-items/${on.id}/declarations/${idOf(1)}`, { effect: 'recused', nature: 'A cousin.' });
    expect((await recuse(item)).json.msg).toBe('You have voted on this. Recuse yourself once the vote is closed.');
    expect((await recuse(other)).json.status).toBe('success');
    expect(await vote()).toMatchObject({ received: 1, eligible: 5 });
    expect((await shown(bea)).recused_from).toEqual([other.id]);
  });

  test('is for voting members who are there; who leaves without a ballot is out, a cast one stands', async () => {
    const put = (client: TestClient, id: string) =>
      client.put(`/ajax/votes/${id}/ballot`, { choice: 'for', key: randomUUID() });
    const { id } = await vote();
    expect((await put(watching, id)).json.msg).toBe('You have no vote here.');
    await cast(0, 'for');
    await cast(1, 'against');
    await cast(2, 'for');
    await leave(2);
    await leave(4);
    expect((await put(clients[4] as TestClient, id)).json.msg).toBe('Check in to this meeting first.');
    expect(await vote()).toMatchObject({ received: 3, eligible: 4 });
    expect((await close()).json.data.motions[0].votes[0]).toMatchObject({
      ...{ eligible: 4, counts: { for: 2, against: 1, abstain: 0 }, quorum: { present: 4 } },
    });
  });

  test('whose quorum is gone does not close', async () => {
    for (const nth of [2, 3, 4]) await leave(nth);
    expect((await close()).json.msg).toBe('No quorum: 2 of 5 voting members are present for this item.');
  });

  test('takes a ballot by the desk on the voter’s word, who hears of it; the log does not say what', async () => {
    const entered = await admin.put(`/ajax/votes/${(await vote()).id}/ballots/${idOf(3)}`, { choice: 'against' });
    expect(entered.json.data.motions[0].votes[0].received).toBe(1);
    expect((await bea.put(`/ajax/votes/${(await vote()).id}/ballots/${idOf(3)}`, { choice: 'for' })).status).toBe(403);
    expect(await mails()).toEqual([{ kind: 'ballot-entered', member_id: idOf(3) }]);
    expect(JSON.stringify(await logged())).not.toContain('against');
    await close();
    const remove = await admin.delete(`/ajax/presences/${await presenceOf(3)}`);
    expect(remove.json.msg).toContain('has voted in this meeting. Enter when they left instead.');
  });

  test('that is void can be put again; a carried one keeps its number, and who voted hears of it', async () => {
    await cast(0, 'for');
    await cast(1, 'for');
    await close();
    expect((await voidIt(bea)).status).toBe(403);
    expect((await voidIt()).json.data.motions[0]).toMatchObject({
      state: 'proposed',
      votes: [{ state: 'void', number: '2026-001', void: { reason: 'The wording was wrong.', by_objection: false } }],
    });
    expect((await voidIt()).json.msg).toBe('This vote is void already.');
    expect(await mails()).toEqual([{ kind: 'vote-void', member_id: idOf(1) }]);
    await open();
    for (const nth of [0, 1]) await cast(nth, 'for');
    expect((await close()).json.data.motions[0].votes[1]).toMatchObject({ state: 'carried', number: '2026-002' });
  });

  test('of two that are opened, closed or decided at once, one is', async () => {
    await cast(0, 'for');
    const answers = await Promise.all([close(), close(), cast(1, 'for'), close()]);
    expect(answers.filter(({ json }) => json.status === 'success' && json.data.motions)).toHaveLength(1);
    const counted = answers[2]?.json.status === 'success' ? 2 : 1;
    expect(await vote()).toMatchObject({ received: counted, counts: { for: counted } });
    await propose({ text: 'That it be sold.' });
    const second = (await shown()).motions[1];
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => admin.post(`/ajax/motions/${second?.id}/votes`, { way: 'named' })),
    );
    expect(opened.filter(({ json }) => json.status === 'success')).toHaveLength(1);
  });
});

const presenceOf = async (nth: number): Promise<string> => {
  const { room } = (await admin.get(path('room'))).json.data;
  return room.presences.find(({ member_id: id }: { readonly member_id: string }) => id === idOf(nth)).id;
};

describe('a tie', () => {
  beforeEach(async () => {
    await settings({ casting_vote: true });
    await propose();
    await open();
    await cast(0, 'for');
    await cast(1, 'against');
  });

  test('is decided by the chair alone, once', async () => {
    expect((await close()).json.data.motions[0]).toMatchObject({ state: 'voting', votes: [{ state: 'tied' }] });
    const decide = async (client: TestClient) =>
      client.post(`/ajax/votes/${(await vote()).id}/casting`, { choice: 'for' });
    expect((await decide(bea)).json.msg).toBe('Only the chair decides a tie.');
    expect((await decide(admin)).json.data.motions[0]).toMatchObject({
      state: 'carried',
      votes: [{ state: 'carried', casting: 'for', number: '2026-001' }],
    });
    expect((await decide(admin)).json.msg).toBe('There is no tie to decide.');
    // The register and the report say so.
    const [entry] = (await admin.get('/ajax/resolutions')).json.data.entries;
    expect(entry).toMatchObject({ number: '2026-001', by_casting_vote: true });
    const csv = await admin.get(`/ajax/reports/csv/votes?board=${board.id}`);
    expect(csv.text).toContain('Carried by the chair’s casting vote,2026-001');
  });

  test('is not carried where two thirds are needed', async () => {
    await voidIt();
    await open('named', { majority: '2/3' });
    await cast(0, 'for');
    await cast(1, 'against');
    expect((await close()).json.data.motions[0].state).toBe('not-carried');
  });
});

describe('a secret vote', () => {
  beforeEach(async () => {
    await propose();
    await open('secret');
  });

  test('joins nobody to a choice, is final, and needs three ballots', async () => {
    await cast(0, 'for');
    await cast(1, 'against');
    expect((await cast(1, 'for')).json.msg).toBe('You have voted already. A secret ballot is final.');
    expect((await close()).json.msg).toBe('Fewer than 3 have voted. Wait, or void the vote.');
    const entered = await admin.put(`/ajax/votes/${(await vote()).id}/ballots/${idOf(3)}`, { choice: 'for' });
    expect(entered.json.msg).toBe('A secret ballot is cast by its voter alone.');
    const key = randomUUID();
    await cast(2, 'abstain', key);
    await cast(2, 'abstain', key);
    expect(await vote(bea)).toMatchObject({ received: 3, own: { has_voted: true, choice: null }, counts: null });
    const log = await logged();
    expect(log.map(({ action }) => action)).toEqual(['motion.proposed', 'vote.opened']);
    await close();
    expect(await vote(bea)).toMatchObject({ counts: { for: 1, against: 1, abstain: 1 }, ballots: null });
  });

  test('writes all three numbers with each ballot, and keeps no row of one', async () => {
    const rows = () =>
      asSuperuser(server.context, async (client) => {
        const tallies = await client.query<{ writer: string }>(
          'select xmin::text as writer from vote_tallies where board_id = $1',
          [board.id],
        );
        const ballots = await client.query('select from ballots where board_id = $1', [board.id]);
        return { writers: tallies.rows.map(({ writer }) => writer), ballots: ballots.rowCount };
      });
    const before = await rows();
    await cast(3, 'for');
    const after = await rows();
    expect(new Set(after.writers).size).toBe(1);
    expect([after.writers.length, after.writers[0] === before.writers[0], after.ballots]).toEqual([3, false, 0]);
  });

  test('that is void shows no numbers', async () => {
    for (const nth of [0, 1, 2]) await cast(nth, 'for');
    await close();
    expect((await voidIt()).json.data.motions[0].votes[0]).toMatchObject({ state: 'void', counts: null });
  });
});

describe('other ways', () => {
  test('hands are counted by the desk, no more than may vote', async () => {
    await propose();
    await open('hands');
    expect((await cast(1, 'for')).json.msg).toBe('This vote is by hands.');
    expect((await close()).status).toBe(422);
    expect((await close({ counts: { for: 4, against: 1, abstain: 1 } })).json.msg).toBe('Only 5 may vote.');
    const closed = (await close({ counts: { for: 2, against: 3, abstain: 0 } })).json.data.motions[0];
    expect(closed).toMatchObject({ state: 'not-carried', votes: [{ number: null, counts: { against: 3 } }] });
  });

  test('an unopposed vote carries after ten seconds, and an objection voids it', async () => {
    await propose();
    await open('unopposed');
    at('14:00:09');
    expect((await close()).json.msg).toBe('An unopposed vote stays open for 10 seconds.');
    expect((await cast(1, 'for')).json.msg).toBe('Nobody votes here: who is against objects.');
    expect((await cast(1, 'against')).json.data).toEqual({ received: true });
    expect((await cast(1, 'against')).json.data).toEqual({ received: true });
    expect((await cast(2, 'against')).json.msg).toBe('This vote is closed. Your ballot was not counted.');
    expect(await first()).toMatchObject({
      state: 'proposed',
      votes: [{ state: 'void', void: { by_objection: true } }],
    });
    await open('unopposed');
    at('14:01:00');
    expect((await close()).json.data.motions[0]).toMatchObject({
      ...{ state: 'carried', votes: [{}, { counts: { for: 5, against: 0, abstain: 0 }, number: '2026-001' }] },
    });
  });
});

describe('what is decided', () => {
  beforeEach(async () => {
    await propose();
    await open();
    await cast(0, 'for');
    await close();
  });

  test('stays: its item and its meeting are not deleted, its rows not changed', async () => {
    const removed = await admin.delete(`/ajax/agenda-items/${item.id}?revision=1`);
    expect(removed.json.msg).toBe('What is decided cannot be deleted.');
    const { id } = await vote();
    for (const change of [
      `update votes set votes_for = 3 where id = '${id}'`,
      `update votes set state = 'open' where id = '${id}'`,
      `delete from votes where id = '${id}'`,
      `update ballots set choice = 'against' where vote_id = '${id}'`,
      `delete from ballots where vote_id = '${id}'`,
      `update resolution_numbers set number = 'x' where vote_id = '${id}'`,
      `delete from resolution_numbers where vote_id = '${id}'`,
    ]) {
      await expect(asSuperuser(server.context, (client) => client.query(change))).rejects.toThrow(
        /closed|final|violates foreign key/,
      );
    }
  });

  test('keeps the papers and the words that were voted on', async () => {
    expect(await vote()).toMatchObject({ text, papers: [], opened_by: expect.stringContaining('Ada') });
  });

  test('is named for nobody where people are hidden', async () => {
    await inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
    await settings({ ballots_shown_to: 'audience' });
    const seen = JSON.stringify(await shown(watching));
    for (const { firstName, id } of people) {
      expect(seen).not.toContain(firstName);
      expect(seen).not.toContain(id);
    }
  });

  test('is numbered per body', async () => {
    const group = await makeGroup(server.context, { board, name: 'Audit Committee', members: [...people] });
    meeting = await makeMeeting(server.context, { board, groups: [group], startsAt: '2026-11-19T14:00:00Z' });
    item = await makeAgendaItem(server.context, { meeting, title: 'Accounts' });
    for (const member of people) await makeInvitee(server.context, { meeting, member });
    for (const client of clients) await client.post(path('presence'), { mode: 'remote' });
    await admin.post(path('room/phase'), { to: 'in-session' });
    for (const number of ['AUD-2026-001', 'AUD-2026-002']) {
      await propose();
      const { id } = (await shown()).motions.at(-1) as Motion;
      await admin.post(`/ajax/motions/${id}/votes`, { way: 'hands' });
      const opened = (await shown()).motions.at(-1)?.votes[0];
      await admin.post(`/ajax/votes/${opened?.id}/close`, { counts: { for: 5, against: 0, abstain: 0 } });
      expect((await shown()).motions.at(-1)?.votes[0]?.number).toBe(number);
    }
  });
});

describe('who is recused from an item', () => {
  const declare = (nth: number, body: object, client = clients[nth] as TestClient) =>
    client.put(`/ajax/agenda-items/${item.id}/declarations/${idOf(nth)}`, body);
  const recuse = (nth: number) => declare(nth, { effect: 'recused', nature: 'Owns the land' });
  const quorum = async () => (await admin.get(path('room'))).json.data.room.line.quorum;

  beforeEach(async () => {
    await propose();
    await admin.post(path('room/pointer'), { agenda_item_id: item.id });
  });

  test('says so themselves, with what it is; the quorum of the item counts them no more, until the desk lifts it', async () => {
    expect((await declare(3, { effect: 'recused' })).status).toBe(422);
    expect((await declare(3, { effect: 'recused', nature: 'x' }, bea)).status).toBe(403);
    await declare(3, { effect: 'declared', nature: 'Owns shares' });
    expect(await quorum()).toMatchObject({ present: 5 });
    const recused = (await recuse(3)).json.data.room;
    expect(recused.line).toMatchObject({ recused: [idOf(3)], quorum: { present: 4, needed: 3, in_office: 5 } });
    expect(recused.own.declaration).toEqual({ nature: 'Owns the land', is_recused: true, is_withheld: false });
    expect((await declare(3, { effect: 'declared', nature: 'Nothing' })).json.msg).toContain('recused already');
    await recuse(0);
    expect((await declare(0, { effect: 'lifted' })).status).toBe(403);
    expect((await declare(3, { effect: 'lifted' }, bea)).status).toBe(403);
    expect((await declare(3, { effect: 'lifted' }, admin)).json.data.room.line.recused).toEqual([idOf(0)]);
    expect(await quorum()).toMatchObject({ present: 4 });
    const other = await makeAgendaItem(server.context, { meeting, title: 'Elsewhere' });
    await admin.post(path('room/pointer'), { agenda_item_id: other.id });
    expect(await quorum()).toMatchObject({ present: 5 });
  });

  test('has no ballot, and who has cast one is not recused before closing', async () => {
    await recuse(3);
    await open();
    expect((await cast(3, 'for')).json.msg).toBe('You are recused from this item.');
    expect(await vote()).toMatchObject({ eligible: 4 });
    await cast(0, 'for');
    expect((await recuse(0)).json.msg).toBe('You have voted on this. Recuse yourself once the vote is closed.');
    expect((await recuse(4)).json.status).toBe('success');
    expect(await vote()).toMatchObject({ eligible: 3, received: 1 });
    expect((await declare(3, { effect: 'lifted' }, admin)).json.msg).toBe('Another vote is open. Close it first.');
    expect((await close()).json.data.motions[0].votes[0]).toMatchObject({ state: 'carried', quorum: { present: 3 } });
  });

  test('is named beside the result, as is who was absent; nobody while the vote is open or once it is void', async () => {
    const away = async () => {
      const { recused, absent } = await vote();
      return { recused: recused?.map(({ member_id: id }) => id), absent: absent?.map(({ member_id: id }) => id) };
    };
    await recuse(3);
    await open();
    for (const nth of [0, 1, 2]) await cast(nth, 'for');
    await leave(2);
    await leave(4);
    expect(await away()).toEqual({ recused: undefined, absent: undefined });
    await close();
    expect(await away()).toEqual({ recused: [idOf(3)], absent: [idOf(4)] });
    // Of who came and went later it says what it said.
    await (clients[4] as TestClient).post(path('presence'), { mode: 'in-person' });
    expect(await away()).toEqual({ recused: [idOf(3)], absent: [idOf(4)] });
    await voidIt();
    expect(await away()).toEqual({ recused: undefined, absent: undefined });
  });

  test('and of a secret vote, or one whose ballots are not shown, who is absent tells nothing of who took part', async () => {
    await settings({ ballots_shown_to: 'desk' });
    for (const way of ['secret', 'named'] as const) {
      await open(way);
      for (const nth of [0, 1, 2, 3]) await cast(nth, 'for');
      // One with a ballot that is in, one without.
      for (const nth of [3, 4]) await leave(nth);
      await close();
      const absent = [idOf(3), idOf(4)].toSorted();
      expect((await vote(bea)).absent?.map(({ member_id: id }) => id).toSorted(), way).toEqual(absent);
      await voidIt();
      for (const nth of [3, 4]) await (clients[nth] as TestClient).post(path('presence'), { mode: 'in-person' });
    }
  });

  test('counts as there for quorum and majority where the board says so, and does not decide a tie as chair', async () => {
    await admin.post(path('room/phase'), { to: 'adjourned' });
    await inBoard(server.context, board.id, (tx) =>
      tx
        .updateTable('meeting_rooms')
        .set({ phase: 'not-begun', called_at: null, quorum_rule: null, body_id: null })
        .execute(),
    );
    await inBoard(server.context, board.id, (tx) => tx.deleteFrom('meeting_voters').execute());
    await settings({ recused_counts: 'present', majority_of: 'present', casting_vote: true });
    for (const client of clients) await client.post(path('presence'), { mode: 'remote' });
    await admin.post(path('room/phase'), { to: 'in-session' });
    await admin.post(path('room/pointer'), { agenda_item_id: item.id });
    await recuse(0);
    expect(await quorum()).toMatchObject({ present: 5 });
    await open();
    for (const nth of [1, 2]) await cast(nth, 'for');
    expect((await close()).json.data.motions[0].votes[0]).toMatchObject({ state: 'not-carried', eligible: 4 });
    await voidIt();
    await open('named', { majority_of: 'cast' });
    await cast(1, 'for');
    await cast(2, 'against');
    expect((await close()).json.data.motions[0].votes[1]).toMatchObject({ state: 'not-carried' });
  });
});
