import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WaitingItem } from '#contract/waiting.ts';
import { makeActionItem } from '#tests/support/action-items.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeAgendaItem,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  type MadeUser,
  makeAgendaItem,
  makeAnnouncement,
  makeBoard,
  makeDocument,
  makeGroup,
  makeInvitee,
  makeMeeting,
  makeMember,
  makeUser,
} from '#tests/support/factories.ts';
import { makeMotion } from '#tests/support/motions.ts';
import { makeDateSearch, makePoll } from '#tests/support/polls.ts';
import { countRoundTrips, type RoundTrips } from '#tests/support/round-trips.ts';
import { makeProvider } from '#tests/support/sign-in-providers.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
let trips: RoundTrips;
beforeAll(() => {
  trips = countRoundTrips(server.context.pool);
});
let harbour: MadeBoard;
let citadel: MadeBoard;
let user: MadeUser;
/** The user on both boards. */
let here: MadeMember;
let there: MadeMember;
let client: TestClient;
beforeEach(async () => {
  const { context } = server;
  // A Monday.
  context.clock.set('2026-11-23T15:00:00Z');
  harbour = await makeBoard(context, { title: 'Harbour Trust', timeZone: 'America/Halifax' });
  citadel = await makeBoard(context, { title: 'Citadel Society', timeZone: 'Asia/Tokyo' });
  user = await makeUser(context);
  here = await makeMember(context, { board: harbour, user });
  there = await makeMember(context, { board: citadel, user });
  client = await server.signIn(here);
});

const waiting = async (who = client) => (await who.get('/ajax/waiting')).json.data;
const kinds = async (who = client) => (await waiting(who)).items.map(({ kind }: WaitingItem) => kind);

async function makeInvited(member: MadeMember, given: Parameters<typeof makeMeeting>[1]): Promise<MadeMeeting> {
  const meeting = await server.make.meeting(given);
  await server.make.invitee({ meeting, member });
  return meeting;
}

const ask = (member: MadeMember, at: string, table: 'asked' | 'confirmed' = 'asked') =>
  server.inBoard(member.boardId, (tx) => {
    const of = { board_id: member.boardId, member_id: member.id };
    return table === 'asked'
      ? tx
          .insertInto('interest_requests')
          .values({ ...of, asked_at: at })
          .execute()
      : tx
          .insertInto('interest_confirmations')
          .values({ ...of, confirmed_at: at })
          .execute();
  });

test('nothing waits for a user at first', async () => {
  expect(await waiting()).toEqual({ items: [], boards: [], shut: [] });
});

test('what waits on all boards comes soonest first, whatever their zones, with the boards that it is on', async () => {
  const { context } = server;
  const late = await makeInvited(here, {
    ...{ board: harbour, title: 'Strategy day', startsAt: '2026-12-03T20:00:00Z' },
  });
  const dates = await makeDateSearch(context, { board: citadel, title: 'Spring meeting', days: [3, 9] });
  await makeInvitee(context, { meeting: dates, member: there });
  const announcement = await makeAnnouncement(context, { board: harbour });
  const closing = { question: 'Which time?', closesAt: '2026-11-27T21:00:00Z' };
  const poll = await makePoll(context, { announcement, ...closing });
  const endless = await makePoll(context, { announcement, question: 'A new name?' });
  const owned = async (board: MadeBoard, owner: MadeMember, title: string, dueOn: string) => {
    const { id } = await makeActionItem(context, { boardId: board.id, owner, title, dueOn });
    return { kind: 'action-item', id, title, due_on: dueOn, at: null };
  };
  const overdue = await owned(harbour, here, 'Ask three firms', '2026-11-20');
  // The same day ends in Tokyo first.
  const atHome = await owned(harbour, here, 'Table the fund', '2026-11-27');
  const inTokyo = await owned(citadel, there, 'Send the plan', '2026-11-27');
  await ask(here, '2026-11-23T14:00:00Z');
  const { items, boards, shut } = await waiting();
  const home = { board_id: harbour.id };
  const tokyo = { board_id: citadel.id };
  expect(items).toEqual([
    { ...home, ...overdue, section: 'overdue' },
    { ...home, kind: 'interests', months: 12, section: 'week', due_on: '2026-11-23', at: null },
    {
      ...{ ...tokyo, kind: 'dates', id: dates.id, title: 'Spring meeting' },
      // In Tokyo it is the next day.
      ...{ section: 'week', due_on: '2026-11-27', at: '2026-11-26T15:00:00.000Z' },
    },
    { ...tokyo, ...inTokyo, section: 'week' },
    {
      ...{
        ...home,
        kind: 'poll',
        id: poll.id,
        title: 'Which time?',
        itemType: 'announcement',
        home_id: announcement.id,
      },
      ...{ section: 'week', due_on: '2026-11-27', at: '2026-11-27T21:00:00.000Z' },
    },
    { ...home, ...atHome, section: 'week' },
    {
      ...{ ...home, kind: 'reply', id: late.id, title: 'Strategy day' },
      ...{ section: 'later', due_on: '2026-12-03', at: '2026-12-03T20:00:00.000Z' },
    },
    {
      ...{ ...home, kind: 'poll', id: endless.id, title: 'A new name?', itemType: 'announcement' },
      ...{ home_id: announcement.id, section: 'later', due_on: null, at: null },
    },
  ]);
  expect(shut).toEqual([]);
  expect(boards).toEqual([
    {
      ...{ id: citadel.id, title: 'Citadel Society', shortname: citadel.shortname, base_url: expect.any(String) },
      ...{ logo_url: null, primary_color: '#124e52', time_zone: 'Asia/Tokyo', today: '2026-11-24' },
    },
    expect.objectContaining({ id: harbour.id, time_zone: 'America/Halifax', today: '2026-11-23' }),
  ]);
});

test('what is answered, over or somebody else’s does not wait', async () => {
  const { context } = server;
  const other = await makeMember(context, { board: harbour });
  const answered = await makeMeeting(context, { board: harbour });
  await makeInvitee(context, { meeting: answered, member: here, acceptance: 'declined' });
  await makeInvited(other, { board: harbour });
  await makeInvited(here, { board: harbour, startsAt: '2026-11-23T14:00:00Z' });
  await makeInvited(here, { board: harbour, state: 'cancelled' });
  const there = await makeMeeting(context, { board: harbour });
  await makeInvitee(context, { meeting: there, member: here });
  await inBoard(context, harbour.id, (tx) =>
    tx.updateTable('invitees').set({ attendance: true }).where('meeting_id', '=', there.id).execute(),
  );
  for (const state of ['done', 'dropped'] as const) {
    await makeActionItem(context, { boardId: harbour.id, owner: here, state });
  }
  await makeActionItem(context, { boardId: harbour.id, owner: other });
  // Its options are over.
  const search = await makeDateSearch(context, { board: harbour, days: [-9, -2] });
  await makeInvitee(context, { meeting: search, member: here });
  const poll = await makePoll(context, { announcement: await makeAnnouncement(context, { board: harbour }) });
  const [choice] = poll.optionIds;
  await client.post(`/ajax/polls/${poll.id}/response`, { option_ids: [choice] });
  await ask(here, '2026-10-01T12:00:00Z');
  await ask(here, '2026-10-02T12:00:00Z', 'confirmed');
  expect(await kinds()).toEqual([]);
});

test('an action item of what its owner sees no more does not wait', async () => {
  const { context } = server;
  const group = await makeGroup(context, { board: harbour, members: [here] });
  const meeting = await makeMeeting(context, { board: harbour, groups: [group] });
  const draft = await makeMeeting(context, { board: harbour, state: 'draft' });
  for (const { id: meetingId } of [meeting, draft]) {
    await makeActionItem(context, { boardId: harbour.id, owner: here, meetingId });
  }
  expect(await kinds()).toEqual(['action-item']);
  await inBoard(context, harbour.id, (tx) => tx.deleteFrom('group_members').where('group_id', '=', group.id).execute());
  expect(await kinds()).toEqual([]);
});

test('what the user sees no more does not wait, though they were invited', async () => {
  const { context } = server;
  const group = await makeGroup(context, { board: harbour, members: [here] });
  const given = { board: harbour, groups: [group] };
  const meeting = await makeInvited(here, given);
  const search = await makeDateSearch(context, given);
  await makeInvitee(context, { meeting: search, member: here });
  await makeDocument(context, { meeting });
  await makePoll(context, { meeting });
  await makePoll(context, { announcement: await makeAnnouncement(context, given) });
  await makeActionItem(context, { boardId: harbour.id, owner: here, bodyId: group.id });
  expect((await kinds()).toSorted()).toEqual(['action-item', 'dates', 'papers', 'poll', 'poll', 'reply']);
  await inBoard(context, harbour.id, (tx) => tx.deleteFrom('group_members').where('group_id', '=', group.id).execute());
  expect(await kinds()).toEqual([]);
});

test('papers wait within 14 days of a meeting until they are opened or downloaded, hidden and deleted ones not', async () => {
  const { context } = server;
  const soon = await makeInvited(here, { board: harbour, title: 'Soon', startsAt: '2026-12-07T15:00:00Z' });
  const later = await makeInvited(here, { board: harbour, title: 'Later', startsAt: '2026-12-07T15:01:00Z' });
  const draft = await makeInvited(here, { board: harbour, state: 'draft' });
  const uninvited = await makeMeeting(context, { board: harbour });
  for (const meeting of [later, draft, uninvited]) await makeDocument(context, { meeting });
  const [one, two] = [
    await makeDocument(context, { meeting: soon }),
    await makeDocument(context, { item: await makeAgendaItem(context, { meeting: soon }) }),
  ];
  await makeDocument(context, { meeting: soon, hidden: true });
  await makeDocument(context, { meeting: soon, deletedAt: '2026-11-22T12:00:00Z' });
  await asSuperuser(context, (owner) =>
    owner.query('update document_versions set page_count = 7 where id = any($1)', [[one.versionId, two.versionId]]),
  );
  const papers = async () => (await waiting()).items.filter(({ kind }: WaitingItem) => kind === 'papers');
  expect(await papers()).toEqual([
    {
      ...{ kind: 'papers', board_id: harbour.id, id: soon.id, title: 'Soon', count: 2, pages: 14 },
      ...{ section: 'later', due_on: '2026-12-07', at: '2026-12-07T15:00:00.000Z' },
    },
  ]);
  const over = await makeInvited(here, { board: harbour, startsAt: '2026-12-07T15:00:00Z' });
  await makeDocument(context, { meeting: over });
  await inBoard(context, harbour.id, (tx) =>
    tx
      .insertInto('meeting_rooms')
      .values({
        ...{ board_id: harbour.id, meeting_id: over.id, body_id: harbour.id, quorum_rule: '{}', phase: 'adjourned' },
        ...{ called_at: context.clock.now(), since_at: context.clock.now() },
      })
      .execute(),
  );
  expect(await papers()).toMatchObject([{ id: soon.id }]);
  expect((await client.get(`/document/${one.id}`)).status).toBe(200);
  expect(await papers()).toMatchObject([{ count: 1, pages: 7 }]);
  expect((await client.get(`/download/${two.id}`)).status).toBe(200);
  expect(await papers()).toEqual([]);
});

test('interests wait once they were asked for, until they are confirmed, and only where the board asks', async () => {
  await ask(here, '2026-10-01T12:00:00Z', 'confirmed');
  await ask(here, '2026-11-02T12:00:00Z');
  expect((await waiting()).items).toMatchObject([{ kind: 'interests', due_on: '2026-11-02', section: 'overdue' }]);
  const months = (interests_months: number) =>
    server.inBoard(harbour.id, (tx) => tx.updateTable('deciding_settings').set({ interests_months }).execute());
  await months(0);
  expect(await kinds()).toEqual([]);
  await months(6);
  expect((await client.post('/ajax/interests/confirm')).status).toBe(200);
  expect(await kinds()).toEqual([]);
});

describe('an open vote', () => {
  const motion = 'That the land be bought.';
  let meeting: MadeMeeting;
  let item: MadeAgendaItem;
  let clients: readonly TestClient[];

  /** In session in Halifax; the chair, the user and two others are there. */
  beforeEach(async () => {
    const { context } = server;
    const chair = await makeMember(context, { board: harbour, isBoardAdmin: true });
    const others = [await makeMember(context, { board: harbour }), await makeMember(context, { board: harbour })];
    const people = [chair, here, ...others];
    meeting = await makeMeeting(context, {
      ...{ board: harbour, startsAt: '2026-11-23T15:00:00Z', endsAt: '2026-11-23T17:00:00Z' },
    });
    item = await makeAgendaItem(context, { meeting });
    for (const member of people) await makeInvitee(context, { meeting, member });
    await inBoard(context, harbour.id, (tx) =>
      tx.updateTable('deciding_settings').set({ confirmed_at: context.clock.now(), secret_votes: true }).execute(),
    );
    clients = [await server.signIn(chair), client, ...(await Promise.all(others.map((each) => server.signIn(each))))];
    for (const each of clients) await present('in-person', each);
    await asChair('post', path('room/phase'), { to: 'in-session' });
    await makeMotion(context, { meeting, item, mover: chair, text: motion });
    await inBoard(context, harbour.id, (tx) => tx.updateTable('deciding_settings').set({ seconder: false }).execute());
  });

  const path = (rest: string): string => `/ajax/meetings/${meeting.id}/${rest}`;
  const asChair = async (method: 'get' | 'post', address: string, body = {}) => {
    const [chair] = clients as [TestClient];
    const answer = await (method === 'get' ? chair.get(address) : chair.post(address, body));
    expect(answer.status).toBe(200);
    return answer.json.data;
  };
  const present = (mode: string | null, who = client) => who.post(path('presence'), { mode });
  const open = async (way: string): Promise<string> => {
    const [{ id }] = (await asChair('get', path('motions'))).motions;
    return (await asChair('post', `/ajax/motions/${id}/votes`, { way })).motions[0].votes.at(-1).id;
  };
  const cast = (voteId: string, who = client) =>
    who.put(`/ajax/votes/${voteId}/ballot`, { choice: 'for', key: randomUUID() });
  const votes = async (who = client) => (await waiting(who)).items.filter(({ kind }: WaitingItem) => kind === 'vote');

  test('waits before all else for who may vote, until their ballot is in or it is closed', async () => {
    const { context } = server;
    await makeActionItem(context, { boardId: harbour.id, owner: here, dueOn: '2026-11-20' });
    expect(await votes()).toEqual([]);
    const id = await open('named');
    const { items, boards } = await waiting();
    expect(items[0]).toEqual({
      ...{ kind: 'vote', board_id: harbour.id, id, meeting_id: meeting.id, title: motion },
      ...{ section: 'now', due_on: null, at: null, opened_at: expect.stringContaining('T') },
    });
    expect(items[1]).toMatchObject({ kind: 'action-item', section: 'overdue' });
    expect(boards).toMatchObject([{ id: harbour.id }]);
    expect((await cast(id)).json.status).toBe('success');
    expect(await votes()).toEqual([]);
    const [, , other] = clients;
    expect(await votes(other)).toHaveLength(1);
    await asChair('post', `/ajax/votes/${id}/void`, { reason: 'The wording was wrong.' });
    expect(await votes(other)).toEqual([]);
  });

  test('that is secret waits until the ballot is in, and one by hands never', async () => {
    const id = await open('secret');
    expect(await votes()).toHaveLength(1);
    await cast(id);
    expect(await votes()).toEqual([]);
    await asChair('post', `/ajax/votes/${id}/void`, { reason: 'The wording was wrong.' });
    await open('hands');
    expect(await votes()).toEqual([]);
  });

  test('waits for who is there, remotely only where that counts', async () => {
    await open('named');
    await present(null);
    expect(await votes()).toEqual([]);
    await present('remote');
    expect(await votes()).toHaveLength(1);
    await server.inBoard(harbour.id, (tx) =>
      tx
        .updateTable('meeting_rooms')
        .set({
          quorum_rule: JSON.stringify({ rule: { kind: 'none' }, at_least: 1, seats: null, remote_counts: false }),
        })
        .execute(),
    );
    expect(await votes()).toEqual([]);
  });

  test('waits for nobody who is recused or has no vote', async () => {
    const [, , , other] = clients;
    await client.put(`/ajax/agenda-items/${item.id}/declarations/${here.id}`, { effect: 'recused', nature: 'Owns it' });
    await open('named');
    expect(await votes()).toEqual([]);
    expect(await votes(other)).toHaveLength(1);
    const guest = await server.make.member({ board: harbour });
    await server.make.invitee({ meeting, member: guest });
    const asGuest = await server.signIn(guest);
    await present('in-person', asGuest);
    expect(await votes(asGuest)).toEqual([]);
  });

  test('is said of to nobody who does not see the meeting, and names nobody where people are hidden', async () => {
    const { context } = server;
    await open('named');
    await inBoard(context, harbour.id, (tx) => tx.updateTable('boards').set({ people_hidden: true }).execute());
    const elsewhere = await server.signIn(await makeMember(context, { board: citadel }));
    expect((await elsewhere.get('/ajax/waiting')).text).not.toContain(motion);
    expect(Object.keys((await votes())[0]).toSorted()).toEqual([
      ...['at', 'board_id', 'due_on', 'id', 'kind', 'meeting_id', 'opened_at', 'section', 'title'],
    ]);
    const group = await makeGroup(context, { board: harbour });
    await asSuperuser(context, (owner) =>
      owner.query(
        'update audiences set whole_board = false, group_ids = array[$2::uuid] where id = (select audience_id from meetings where id = $1)',
        [meeting.id, group.id],
      ),
    );
    expect((await client.get('/ajax/waiting')).text).not.toContain(motion);
  });
});

test('boards that are not open to the session show their name alone', async () => {
  const { context } = server;
  const secret = 'Sell the harbour';
  await makeActionItem(context, { boardId: harbour.id, owner: here, title: 'Table the fund' });
  await makeActionItem(context, { boardId: citadel.id, owner: there, title: secret });
  const boardIs = (sql: string, values: readonly unknown[] = []) =>
    asSuperuser(context, (owner) => owner.query(`update boards set ${sql} where id = $1`, [citadel.id, ...values]));
  const shut = async (because: string) => {
    const answer = await client.get('/ajax/waiting');
    expect(answer.json.data).toMatchObject({
      ...{ items: [{ title: 'Table the fund' }], boards: [{ id: harbour.id }] },
    });
    expect(answer.json.data.shut).toEqual([{ id: citadel.id, title: 'Citadel Society', because }]);
    expect(answer.text).not.toContain(secret);
  };
  await boardIs('suspended_at = now()');
  await shut('suspended');
  await boardIs('suspended_at = null, two_factor_required = true');
  await shut('two-factor');
  const provider = await makeProvider(context, { issuer: 'https://id.example' });
  await boardIs('two_factor_required = false, provider_id = $2, provider_required = true', [provider]);
  await shut('provider');
  await boardIs('provider_required = false');
  expect((await waiting()).items).toHaveLength(2);
  await inBoard(context, citadel.id, (tx) =>
    tx.updateTable('members').set({ status: 'inactive' }).where('id', '=', there.id).execute(),
  );
  expect(await waiting()).toMatchObject({ items: [{ title: 'Table the fund' }], shut: [] });
});

test('a board is read in one flight', async () => {
  const taken = async () => {
    await server.context.deferred.flush();
    const before = trips.count();
    await waiting();
    return trips.count() - before;
  };
  const ofTwo = await taken();
  const another = await server.make.board();
  await server.make.member({ board: another, user });
  expect((await taken()) - ofTwo).toBe(1);
});

test('whoever is not signed in is not answered', async () => {
  expect((await server.stranger().get('/ajax/waiting')).status).toBe(419);
  expect((await client.get('/ajax/waiting', { 'x-board': randomUUID() })).status).toBe(200);
});
