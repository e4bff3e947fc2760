import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WaitingItem } from '#contract/waiting.ts';
import type { TestClient } from '#tests/support/client.ts';
import { callToOrder, type DecidingStage, stageMeeting } from '#tests/support/deciding-stage.ts';
import type { MadeBoard, MadeMeeting, MadeMember, MadeUser, makeMeeting } from '#tests/support/factories.ts';
import { makeMotion } from '#tests/support/motions.ts';
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
let here: MadeMember;
let there: MadeMember;
let client: TestClient;
beforeEach(async () => {
  server.context.clock.set('2026-11-23T15:00:00Z');
  harbour = await server.make.board({ title: 'Harbour Trust', timeZone: 'America/Halifax' });
  citadel = await server.make.board({ title: 'Citadel Society', timeZone: 'Asia/Tokyo' });
  user = await server.make.user();
  here = await server.make.member({ board: harbour, user });
  there = await server.make.member({ board: citadel, user });
  client = await server.signIn(here);
});

const waiting = async (who = client) => (await who.get('/ajax/waiting')).json.data;
const kinds = async (who = client) => (await waiting(who)).items.map(({ kind }: WaitingItem) => kind);
const ofKind = async (wanted: string, who = client) =>
  (await waiting(who)).items.filter(({ kind }: WaitingItem) => kind === wanted);

async function makeInvited(given: Parameters<typeof makeMeeting>[1] = {}, member = here): Promise<MadeMeeting> {
  const meeting = await server.make.meeting({ board: harbour, ...given });
  await server.make.invitee({ meeting, member });
  return meeting;
}
const makeAction = (given: object, owner = here) => server.make.actionItem({ boardId: owner.boardId, owner, ...given });

const setInterests = (table: string, column: string, at: string) =>
  server.sql(`insert into ${table} (board_id, member_id, ${column}) values ($1, $2, $3)`, [harbour.id, here.id, at]);
const requestInterests = (at: string) => setInterests('interest_requests', 'asked_at', at);
const confirmInterests = (at: string) => setInterests('interest_confirmations', 'confirmed_at', at);

test('tasks on all boards are listed soonest first across time zones, with their boards', async () => {
  const late = await makeInvited({ title: 'Strategy day', startsAt: '2026-12-03T20:00:00Z' });
  const dates = await server.make.dateSearch({ board: citadel, title: 'Spring meeting', days: [3, 9] });
  await server.make.invitee({ meeting: dates, member: there });
  const announcement = await server.make.announcement({ board: harbour });
  const closing = { question: 'Which time?', closesAt: '2026-11-27T21:00:00Z' };
  const poll = await server.make.poll({ announcement, ...closing });
  const endless = await server.make.poll({ announcement, question: 'A new name?' });
  const overdue = await makeAction({ title: 'Ask three firms', dueOn: '2026-11-20' });
  const atHome = await makeAction({ title: 'Table the fund', dueOn: '2026-11-27' });
  const inTokyo = await makeAction({ title: 'Send the plan', dueOn: '2026-11-27' }, there);
  await requestInterests('2026-11-23T14:00:00Z');
  const { items, boards, inaccessible } = await waiting();
  const [home, tokyo] = [{ board_id: harbour.id }, { board_id: citadel.id }];
  const pollThere = { ...home, kind: 'poll', itemType: 'announcement', home_id: announcement.id };
  const due = (section: string, due_on: string | null, at: string | null = null) => ({ section, due_on, at });
  const action = { kind: 'action-item' };
  expect(items).toEqual([
    { ...home, ...action, id: overdue.id, title: 'Ask three firms', ...due('overdue', '2026-11-20') },
    { ...home, kind: 'interests', months: 12, ...due('week', '2026-11-23') },
    {
      ...tokyo,
      kind: 'dates',
      id: dates.id,
      title: 'Spring meeting',
      ...due('week', '2026-11-27', '2026-11-26T15:00:00.000Z'),
    },
    { ...tokyo, ...action, id: inTokyo.id, title: 'Send the plan', ...due('week', '2026-11-27') },
    { ...pollThere, id: poll.id, title: 'Which time?', ...due('week', '2026-11-27', '2026-11-27T21:00:00.000Z') },
    { ...home, ...action, id: atHome.id, title: 'Table the fund', ...due('week', '2026-11-27') },
    {
      ...home,
      kind: 'reply',
      id: late.id,
      title: 'Strategy day',
      ...due('later', '2026-12-03', '2026-12-03T20:00:00.000Z'),
    },
    { ...pollThere, id: endless.id, title: 'A new name?', ...due('later', null) },
  ]);
  expect(inaccessible).toEqual([]);
  expect(boards).toMatchObject([
    { id: citadel.id, title: 'Citadel Society', time_zone: 'Asia/Tokyo', today: '2026-11-24' },
    { id: harbour.id, time_zone: 'America/Halifax', today: '2026-11-23' },
  ]);
});

test('tasks that are done, past or for somebody else are not listed', async () => {
  const other = await server.make.member({ board: harbour });
  const answered = await server.make.meeting({ board: harbour });
  await server.make.invitee({ meeting: answered, member: here, acceptance: 'declined' });
  await makeInvited({}, other);
  await makeInvited({ startsAt: '2026-11-23T14:00:00Z' });
  await makeInvited({ state: 'cancelled' });
  const attended = await makeInvited();
  await server.sql('update invitees set attendance = true where meeting_id = $1', [attended.id]);
  for (const state of ['done', 'dropped']) await makeAction({ state });
  await makeAction({}, other);
  const pastOptions = await server.make.dateSearch({ board: harbour, days: [-9, -2] });
  await server.make.invitee({ meeting: pastOptions, member: here });
  const poll = await server.make.poll({ announcement: await server.make.announcement({ board: harbour }) });
  await client.post(`/ajax/polls/${poll.id}/response`, { option_ids: [poll.optionIds[0]] });
  await requestInterests('2026-10-01T12:00:00Z');
  await confirmInterests('2026-10-02T12:00:00Z');
  expect(await waiting()).toEqual({ items: [], boards: [], inaccessible: [] });
});

test('tasks that the user can no longer see are not listed, even if the user was invited', async () => {
  const group = await server.make.group({ board: harbour, members: [here] });
  const given = { board: harbour, groups: [group] };
  const meeting = await makeInvited(given);
  const draft = await server.make.meeting({ board: harbour, state: 'draft' });
  const search = await server.make.dateSearch(given);
  await server.make.invitee({ meeting: search, member: here });
  await server.make.document({ meeting });
  await server.make.poll({ meeting });
  await server.make.poll({ announcement: await server.make.announcement(given) });
  for (const of of [{ bodyId: group.id }, { meetingId: meeting.id }, { meetingId: draft.id }]) await makeAction(of);
  const expected = ['action-item', 'action-item', 'dates', 'papers', 'poll', 'poll', 'reply'];
  expect((await kinds()).toSorted()).toEqual(expected);
  await server.inBoard(harbour.id, (tx) => tx.deleteFrom('group_members').where('group_id', '=', group.id).execute());
  expect(await kinds()).toEqual([]);
});

test('visible papers of meetings within the next 14 days are listed until they are opened or downloaded', async () => {
  const soon = await makeInvited({ title: 'Soon', startsAt: '2026-12-07T15:00:00Z' });
  const later = await makeInvited({ startsAt: '2026-12-07T15:01:00Z' });
  const draft = await makeInvited({ state: 'draft' });
  const uninvited = await server.make.meeting({ board: harbour });
  const adjourned = await makeInvited({ startsAt: '2026-12-07T15:00:00Z' });
  for (const meeting of [later, draft, uninvited, adjourned]) await server.make.document({ meeting });
  await server.sql(
    `insert into meeting_rooms (board_id, meeting_id, body_id, quorum_rule, phase, called_at, since_at)
     values ($1, $2, $1, '{}', 'adjourned', $3, $3)`,
    [harbour.id, adjourned.id, server.context.clock.now()],
  );
  const one = await server.make.document({ meeting: soon });
  const two = await server.make.document({ item: await server.make.agendaItem({ meeting: soon }) });
  await server.make.document({ meeting: soon, hidden: true });
  await server.make.document({ meeting: soon, deletedAt: '2026-11-22T12:00:00Z' });
  await server.sql('update document_versions set page_count = 7 where id = any($1)', [[one.versionId, two.versionId]]);
  const due = { section: 'later', due_on: '2026-12-07', at: '2026-12-07T15:00:00.000Z' };
  expect(await ofKind('papers')).toEqual([
    { kind: 'papers', board_id: harbour.id, id: soon.id, title: 'Soon', count: 2, pages: 14, ...due },
  ]);
  expect((await client.get(`/document/${one.id}`)).status).toBe(200);
  expect(await ofKind('papers')).toMatchObject([{ count: 1, pages: 7 }]);
  expect((await client.get(`/download/${two.id}`)).status).toBe(200);
  expect(await ofKind('papers')).toEqual([]);
});

describe('an open vote in the list of tasks', () => {
  const motion = 'That the land be bought.';
  let stage: DecidingStage;
  let voter: MadeMember;
  let asVoter: TestClient;
  let asOther: TestClient;
  beforeEach(async () => {
    stage = await stageMeeting(server, { voters: 3 });
    const [chair, one = chair, other = chair] = stage.voters;
    [voter, asVoter, asOther] = [one, stage.clientOf(one), stage.clientOf(other)];
    const settings = { secret_votes: true, seconder: false };
    await server.inBoard(stage.board.id, (tx) => tx.updateTable('deciding_settings').set(settings).execute());
    await callToOrder(stage);
    await makeMotion(server.context, { meeting: stage.meeting, item: stage.items[0], mover: chair, text: motion });
  });

  const atDesk = async (address: string, body?: object) => {
    const answer = await (body === undefined ? stage.desk.get(address) : stage.desk.post(address, body));
    expect(answer.status).toBe(200);
    return answer.json.data;
  };
  const enter = (mode: string | null, who = asVoter) => who.post(stage.path('presence'), { mode });
  const open = async (way: string): Promise<string> => {
    const [{ id }] = (await atDesk(stage.path('motions'))).motions;
    return (await atDesk(`/ajax/motions/${id}/votes`, { way })).motions[0].votes.at(-1).id;
  };
  const cast = (id: string) => asVoter.put(`/ajax/votes/${id}/ballot`, { choice: 'for', key: randomUUID() });
  const voidVote = (id: string) => atDesk(`/ajax/votes/${id}/void`, { reason: 'The wording was wrong.' });
  const votes = (who = asVoter) => ofKind('vote', who);

  test('is listed first for each voter until the voter has voted or the vote is closed', async () => {
    await makeAction({ dueOn: '2026-11-18' }, voter);
    expect(await votes()).toEqual([]);
    const id = await open('named');
    const { items, boards } = await waiting(asVoter);
    const vote = { kind: 'vote', board_id: stage.board.id, id, meeting_id: stage.meeting.id, title: motion };
    expect(items[0]).toEqual({ ...vote, section: 'now', due_on: null, at: null, opened_at: expect.any(String) });
    expect(items[1]).toMatchObject({ kind: 'action-item', section: 'overdue' });
    expect(boards).toMatchObject([{ id: stage.board.id }]);
    expect((await cast(id)).json.status).toBe('success');
    expect([await votes(), (await votes(asOther)).length]).toEqual([[], 1]);
    await voidVote(id);
    expect(await votes(asOther)).toEqual([]);
  });

  test('is listed until the voter has voted if it is secret, and is never listed if it is a show of hands', async () => {
    const id = await open('secret');
    expect(await votes()).toHaveLength(1);
    await cast(id);
    expect(await votes()).toEqual([]);
    await voidVote(id);
    await open('hands');
    expect(await votes()).toEqual([]);
  });

  test('is listed only for voters who count as present and are not recused', async () => {
    const path = `/ajax/agenda-items/${stage.items[0].id}/declarations/${voter.id}`;
    await asVoter.put(path, { effect: 'recused', nature: 'Owns it' });
    await open('named');
    expect([await votes(), (await votes(asOther)).length]).toEqual([[], 1]);
    await enter(null, asOther);
    expect(await votes(asOther)).toEqual([]);
    await enter('remote', asOther);
    expect(await votes(asOther)).toHaveLength(1);
    const quorum = { rule: { kind: 'none' }, at_least: 1, seats: null, remote_counts: false };
    await server.sql('update meeting_rooms set quorum_rule = $2 where meeting_id = $1', [stage.meeting.id, quorum]);
    expect(await votes(asOther)).toEqual([]);
    const guest = await server.make.member({ board: stage.board });
    await server.make.invitee({ meeting: stage.meeting, member: guest });
    const asGuest = await server.signIn(guest);
    await enter('in-person', asGuest);
    expect(await votes(asGuest)).toEqual([]);
  });

  test('is hidden from members who cannot see the meeting, and contains no names if members cannot see each other', async () => {
    await open('named');
    await server.sql('update boards set people_hidden = true where id = $1', [stage.board.id]);
    const [vote] = await votes();
    const fields = ['at', 'board_id', 'due_on', 'id', 'kind', 'meeting_id', 'opened_at', 'section', 'title'];
    expect(Object.keys(vote).toSorted()).toEqual(fields);
    const group = await server.make.group({ board: stage.board });
    await server.sql(
      'update audiences set whole_board = false, group_ids = array[$2::uuid] where id = (select audience_id from meetings where id = $1)',
      [stage.meeting.id, group.id],
    );
    for (const who of [client, asVoter]) expect((await who.get('/ajax/waiting')).text).not.toContain(motion);
  });
});

test('a board that the session cannot access shows only its name and the reason', async () => {
  const secret = 'Sell the harbour';
  await makeAction({ title: 'Table the fund' });
  await makeAction({ title: secret }, there);
  const provider = await makeProvider(server.context, { issuer: 'https://id.example' });
  const setBoard = (sql: string) => server.sql(`update boards set ${sql} where id = '${citadel.id}'`);
  const visible = { items: [{ title: 'Table the fund' }], boards: [{ id: harbour.id }] };
  for (const [sql, because] of [
    ['suspended_at = now()', 'suspended'],
    ['suspended_at = null, two_factor_required = true', 'two-factor'],
    [`two_factor_required = false, provider_id = '${provider}', provider_required = true`, 'provider'],
  ] as const) {
    await setBoard(sql);
    const { json, text } = await client.get('/ajax/waiting');
    expect(json.data).toMatchObject({
      ...visible,
      inaccessible: [{ id: citadel.id, title: 'Citadel Society', because }],
    });
    expect(text).not.toContain(secret);
  }
  await setBoard('provider_required = false');
  expect((await waiting()).items).toHaveLength(2);
  await server.sql(`update members set status = 'inactive' where id = $1`, [there.id]);
  expect(await waiting()).toMatchObject({ ...visible, inaccessible: [] });
});

test('each additional board takes one additional round trip to the database', async () => {
  const taken = async () => {
    await server.context.deferred.flush();
    const before = trips.count();
    await waiting();
    return trips.count() - before;
  };
  const ofTwo = await taken();
  await server.make.member({ board: await server.make.board(), user });
  expect((await taken()) - ofTwo).toBe(1);
});
