import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Room } from '#contract/room.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { motionMessages } from '#domain/messages/motions.ts';
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
  makeDocument,
  makeInvitee,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { makeMotion, makeVote } from '#tests/support/motions.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
let board: MadeBoard;
let meeting: MadeMeeting;
let item: MadeAgendaItem;
let sub: MadeAgendaItem;
let ada: MadeMember;
let bea: MadeMember;
let cleo: MadeMember;
let sol: MadeMember;
let asAda: TestClient;
let asBea: TestClient;
let asCleo: TestClient;
let asSol: TestClient;

/** Ada, a board admin, is the chair; Bea and Cleo vote, too; Sol is invited and has no vote. All are there. */
beforeEach(async () => {
  const { context } = server;
  context.clock.set('2026-11-19T14:00:00Z');
  board = await makeBoard(context);
  const person = (firstName: string, isBoardAdmin = false) => makeMember(context, { board, firstName, isBoardAdmin });
  [ada, bea, cleo, sol] = [await person('Ada', true), await person('Bea'), await person('Cleo'), await person('Sol')];
  meeting = await makeMeeting(context, { board, startsAt: '2026-11-19T14:00:00Z', endsAt: '2026-11-19T16:00:00Z' });
  await makeAgendaItem(context, { meeting, title: 'Welcome' });
  item = await makeAgendaItem(context, { meeting, title: 'Wharf Road' });
  sub = await makeAgendaItem(context, { meeting, title: 'The contract' });
  for (const member of [ada, bea, cleo, sol]) await makeInvitee(context, { meeting, member });
  await inBoard(context, board.id, async (tx) => {
    await tx.updateTable('agenda_items').set({ depth: 1 }).where('id', '=', sub.id).execute();
    await tx.insertInto('non_voters').values({ board_id: board.id, body_id: board.id, member_id: sol.id }).execute();
    await tx.updateTable('bodies').set({ chair_id: ada.id }).where('id', '=', board.id).execute();
    await tx.updateTable('deciding_settings').set({ confirmed_at: context.clock.now() }).execute();
  });
  [asAda, asBea, asCleo] = [await server.signIn(ada), await server.signIn(bea), await server.signIn(cleo)];
  asSol = await server.signIn(sol);
  for (const client of [asAda, asBea, asCleo]) await client.post(path('presence'), { mode: 'in-person' });
  await asAda.post(path('room/phase'), { to: 'in-session' });
});

const path = (rest: string): string => `/ajax/meetings/${meeting.id}/${rest}`;
const put = (client: TestClient, of: MadeMember, body: object, on = item) =>
  client.put(`/ajax/agenda-items/${on.id}/declarations/${of.id}`, body);
const reason = 'Director of a possible tenderer.';
const withhold = (of: MadeMember, client = asAda) => put(client, of, { effect: 'withheld', reason });
const recuse = (client: TestClient, of: MadeMember) =>
  put(client, of, { effect: 'recused', nature: 'Director of the company' });
const lift = (of: MadeMember, client = asAda) => put(client, of, { effect: 'lifted' });
const titlesFor = async (client: TestClient): Promise<readonly string[]> =>
  (await client.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.agenda_items.map(
    ({ title }: { title: string }) => title,
  );
const room = async (client = asAda): Promise<Room> => (await client.get(path('room'))).json.data.room;
const settings = (change: object) =>
  inBoard(server.context, board.id, (tx) => tx.updateTable('deciding_settings').set(change).execute());
const said = (answer: { readonly json: { readonly msg?: string } }) => answer.json.msg;

describe('withholding', () => {
  test('the desk withholds an item from who recused themselves: with its sub-items it is a number, by whom and why', async () => {
    await recuse(asBea, bea);
    expect((await withhold(bea)).status).toBe(200);
    expect(await titlesFor(asBea)).toEqual(['Welcome', 'Withheld item', 'Withheld item']);
    expect(await titlesFor(asCleo)).toEqual(['Welcome', 'Wharf Road', 'The contract']);
    const { agenda_items: items } = (await asBea.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting;
    expect(items[1].withheld).toMatchObject({ by: expect.stringMatching(/^Ada /), reason });
    expect((await room(asCleo)).declarations).toMatchObject([
      { member_id: bea.id, is_recused: true, withheld_at: expect.any(String) },
    ]);
    expect((await room(asBea)).own.declaration).toBeNull();
  });

  test('who may not: another member, for oneself, without a reason, of who is not on the board', async () => {
    expect((await withhold(sol, asBea)).status).toBe(403);
    expect((await withhold(ada)).status).toBe(403);
    expect((await put(asAda, sol, { effect: 'withheld' })).json.errors).toHaveProperty('reason');
    expect((await put(asAda, { ...sol, id: randomUUID() }, { effect: 'withheld', reason })).status).toBe(404);
    await withhold(sol);
    expect(said(await withhold(sol))).toBe(motionMessages.withheldAlready);
    expect(await titlesFor(asAda)).toContain('Wharf Road');
  });

  test('a meeting that is adjourned withholds nothing more', async () => {
    await asAda.post(path('room/phase'), { to: 'adjourned' });
    expect((await withhold(sol)).status).toBe(403);
    expect(await titlesFor(asSol)).toContain('Wharf Road');
  });

  test('from a voter who has not recused themselves it takes a carried motion on the item', async () => {
    expect(said(await withhold(bea))).toBe(motionMessages.withholdingTakesMotion);
    await put(asBea, bea, { effect: 'declared', nature: 'Director' });
    expect(said(await withhold(bea))).toBe(motionMessages.withholdingTakesMotion);
    const motion = await makeMotion(server.context, { meeting, item, mover: cleo, text: 'That it be withheld.' });
    expect(said(await withhold(bea))).toBe(motionMessages.withholdingTakesMotion);
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('motions').set({ state: 'carried' }).where('id', '=', motion.id).execute(),
    );
    expect((await withhold(bea)).status).toBe(200);
    expect((await withhold(sol)).status).toBe(200);
  });

  test('a board that withholds nothing withholds nothing more; what is withheld stays, until it is lifted', async () => {
    await withhold(sol);
    await settings({ withholding: false });
    await recuse(asBea, bea);
    expect(said(await withhold(bea))).toBe(motionMessages.withholdingOff);
    expect(await titlesFor(asSol)).toContain('Withheld item');
    expect((await lift(sol)).status).toBe(200);
    expect(await titlesFor(asSol)).toContain('Wharf Road');
  });

  test('who is withheld does not count, has no vote and hears of none, on the sub-items as on the item', async () => {
    await recuse(asBea, bea);
    await withhold(bea);
    await asAda.post(path('room/pointer'), { agenda_item_id: sub.id });
    expect((await room()).line.quorum).toMatchObject({ present: 2 });
    expect((await room()).line.recused).toEqual([bea.id]);
    const motion = await makeMotion(server.context, { meeting, item: sub, mover: cleo });
    await settings({ seconder: false });
    expect((await asAda.post(`/ajax/motions/${motion.id}/votes`, { way: 'named' })).status).toBe(200);
    const { vote } = (await room()).line;
    expect(vote).toMatchObject({ eligible: 2 });
    expect((await room(asBea)).line.vote).toBeNull();
    expect((await asBea.get(path('motions'))).json.data.motions).toEqual([]);
    const ballot = { choice: 'for', key: randomUUID() };
    expect((await asBea.put(`/ajax/votes/${vote?.id}/ballot`, ballot)).status).toBe(404);
    expect((await asCleo.put(`/ajax/votes/${vote?.id}/ballot`, ballot)).status).toBe(200);
  });

  test('a chair from whom the item is withheld makes no tie on a sub-item, and has no ballot on it', async () => {
    expect((await asAda.post(path('room/desk'), { chair_id: bea.id, secretary_id: null })).status).toBe(200);
    await recuse(asBea, bea);
    expect((await withhold(bea)).status).toBe(200);
    await settings({ seconder: false, casting_vote: true });
    const motion = await makeMotion(server.context, { meeting, item: sub, mover: cleo });
    await asAda.post(`/ajax/motions/${motion.id}/votes`, { way: 'named' });
    const { vote } = (await room()).line;
    expect(said(await asAda.put(`/ajax/votes/${vote?.id}/ballots/${bea.id}`, { choice: 'for' }))).toBe(
      motionMessages.recused,
    );
    await asAda.put(`/ajax/votes/${vote?.id}/ballot`, { choice: 'for', key: randomUUID() });
    await asCleo.put(`/ajax/votes/${vote?.id}/ballot`, { choice: 'against', key: randomUUID() });
    expect((await asAda.post(`/ajax/votes/${vote?.id}/close`, {})).status).toBe(200);
    expect((await room()).line.vote).toMatchObject({ state: 'not-carried' });
  });

  test('while a vote is open nobody is withheld or lifted', async () => {
    await withhold(sol);
    await recuse(asBea, bea);
    const motion = await makeMotion(server.context, { meeting, item, mover: cleo });
    await settings({ seconder: false });
    await asAda.post(`/ajax/motions/${motion.id}/votes`, { way: 'named' });
    expect(said(await withhold(bea))).toBe(motionMessages.anotherVote);
    expect(said(await lift(sol))).toBe(motionMessages.anotherVote);
  });
});

describe('an item that is moved under one that is withheld', () => {
  let other: MadeAgendaItem;
  beforeEach(async () => {
    other = await makeAgendaItem(server.context, { meeting, title: 'The budget' });
    await settings({ seconder: false });
  });
  const move = (to: { readonly depth: number; readonly before?: MadeAgendaItem }, of = other) =>
    asAda.post(`/ajax/agenda-items/${of.id}/move`, { before_id: to.before?.id ?? null, depth: to.depth });
  const depths = async (): Promise<readonly number[]> =>
    (await asAda.get(`/ajax/meetings/${meeting.id}`)).json.data.meeting.agenda_items.map(
      ({ depth }: { depth: number }) => depth,
    );
  async function putToVote(on = other): Promise<string> {
    const motion = await makeMotion(server.context, { meeting, item: on, mover: cleo });
    expect((await asAda.post(`/ajax/motions/${motion.id}/votes`, { way: 'named' })).status).toBe(200);
    return (await room()).line.vote?.id ?? '';
  }
  const votesOf = async (client: TestClient) => (await client.get(path('motions'))).json.data.motions[0].votes;
  const carry = async (voteId: string) => {
    for (const client of [asAda, asBea, asCleo]) {
      await client.put(`/ajax/votes/${voteId}/ballot`, { choice: 'for', key: randomUUID() });
    }
    expect((await asAda.post(`/ajax/votes/${voteId}/close`, {})).status).toBe(200);
  };

  test('is not, while a vote is open, nor after it: who was to vote votes, and what was decided had its quorum', async () => {
    await recuse(asBea, bea);
    await withhold(bea);
    const voteId = await putToVote();
    expect(said(await move({ depth: 1 }))).toBe(motionMessages.anotherVote);
    const ballot = { choice: 'against', key: randomUUID() };
    expect((await asBea.put(`/ajax/votes/${voteId}/ballot`, ballot)).status).toBe(200);
    await carry(voteId);
    expect(said(await move({ depth: 1 }))).toBe(motionMessages.votedOn);
    expect(await depths()).toEqual([0, 0, 1, 0]);
    expect(await titlesFor(asBea)).toContain('The budget');
    expect(await votesOf(asBea)).toMatchObject([{ state: 'carried', lost_quorum: false }]);
  });

  test('is not, where a voter would lose it who has not recused themselves', async () => {
    await recuse(asBea, bea);
    await withhold(bea);
    expect(said(await move({ depth: 1 }))).toBe(motionMessages.withholdingTakesMotion);
    expect(await titlesFor(asBea)).toContain('The budget');
    await put(asBea, bea, { effect: 'recused', nature: 'Their tenant' }, other);
    expect((await move({ depth: 1 })).status).toBe(200);
    expect(await titlesFor(asBea)).not.toContain('The budget');
  });

  test('nor where the withheld one is moved over its sub-items', async () => {
    const beneath = await makeAgendaItem(server.context, { meeting, title: 'The reserves' });
    await move({ depth: 1 }, beneath);
    await recuse(asBea, bea);
    await withhold(bea);
    expect(said(await move({ depth: 0, before: beneath }, item))).toBe(motionMessages.withholdingTakesMotion);
    expect(await titlesFor(asBea)).toEqual(
      expect.arrayContaining(['Withheld item', 'Withheld item', 'The budget', 'The reserves']),
    );
  });

  test('is withheld from then on, not from earlier, as the log says', async () => {
    await withhold(sol);
    const paper = await makeDocument(server.context, { item: other });
    const moved = new Date(+server.context.clock.now() + 60_000);
    server.context.clock.set(moved.toISOString());
    expect((await move({ depth: 1 })).status).toBe(200);
    expect(await titlesFor(asSol)).toEqual(['Welcome', 'Withheld item', 'Withheld item', 'Withheld item']);
    const rows = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('withheld').select('withheld_at').where('subject_id', 'in', [other.id, paper.id]).execute(),
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(+row.withheld_at).toBeGreaterThanOrEqual(+moved);
    const log = (await asAda.get('/ajax/audit')).json.data.lines;
    expect(log[0]).toMatchObject({ action: 'agenda-item.moved-withheld', subject: 'The budget' });
  });

  test('stays withheld where it is moved out again, until the desk lifts it by itself', async () => {
    const [paper, motion] = [
      await makeDocument(server.context, { item: other }),
      await makeMotion(server.context, { meeting, item: other, mover: cleo }),
    ];
    await withhold(sol);
    const liftOther = (client = asAda) => put(client, sol, { effect: 'lifted' }, other);
    await move({ depth: 1 });
    expect(said(await liftOther())).toBe(motionMessages.liftedWithItem);
    expect((await room()).declarations).toMatchObject([{ agenda_item_id: item.id }]);
    await move({ depth: 0 });
    expect(await titlesFor(asSol)).not.toContain('The budget');
    expect((await room()).declarations).toMatchObject([
      { agenda_item_id: item.id },
      { agenda_item_id: other.id, member_id: sol.id, withheld_at: expect.any(String), can: { lift: true } },
    ]);
    expect((await liftOther(asCleo)).status).toBe(403);
    expect((await liftOther()).status).toBe(200);
    expect(await titlesFor(asSol)).toEqual(['Welcome', 'Withheld item', 'Withheld item', 'The budget']);
    expect((await asSol.get(`/ajax/documents/${paper.id}`)).status).toBe(200);
    expect((await asSol.get(path('motions'))).json.data.motions.map(({ id }: { id: string }) => id)).toEqual([
      motion.id,
    ]);
    expect((await room()).declarations).toMatchObject([{ agenda_item_id: item.id }]);
  });

  test('no item moves once the minutes are circulated', async () => {
    await asAda.post(path('room/phase'), { to: 'adjourned' });
    expect((await asAda.post(path('minutes/circulate'), {})).status).toBe(200);
    expect(said(await move({ depth: 1 }))).toBe(minutesMessages.circulated);
    expect(await depths()).toEqual([0, 0, 1, 0]);
  });
});

async function nextMeeting(): Promise<MadeMeeting> {
  const times = { startsAt: '2026-12-03T14:00:00Z', endsAt: '2026-12-03T16:00:00Z' };
  const next = await makeMeeting(server.context, { board, ...times });
  for (const member of [ada, sol]) await makeInvitee(server.context, { meeting: next, member });
  return next;
}

test.each(['before', 'after'])(
  'a motion that is deferred to another meeting is withheld there with its item: withheld %s',
  async (when) => {
    if (when === 'before') await withhold(sol);
    const next = await nextMeeting();
    const motion = await makeMotion(server.context, { meeting, item, mover: cleo });
    const deferred = { to: 'deferred', reason: 'Next time.', meeting_id: next.id };
    expect((await asAda.post(`/ajax/motions/${motion.id}/state`, deferred)).status).toBe(200);
    if (when === 'after') await withhold(sol);
    const shownTo = async (client: TestClient) => {
      const page = (await client.get(`/ajax/meetings/${next.id}`)).json.data.meeting;
      const { motions } = (await client.get(`/ajax/meetings/${next.id}/motions`)).json.data;
      return [page.agenda_items.at(-1)?.title, motions.length];
    };
    expect(await shownTo(asAda)).toEqual(['Wharf Road', 1]);
    expect(await shownTo(asSol)).toEqual(['Withheld item', 0]);
  },
);

/** Of the one declaration that the room shows. */
const offersLift = async (client: TestClient) => (await room(client)).declarations?.[0]?.can.lift;

describe('what was decided on a withheld item', () => {
  const text = 'That the quarry be bought.';
  beforeEach(async () => {
    await withhold(sol);
    const motion = await makeMotion(server.context, { meeting, item, mover: cleo, text });
    await makeVote(server.context, { meeting, motion, by: ada, text });
    // Only admins read the report; it is withheld from this one.
    await inBoard(server.context, board.id, (tx) =>
      tx.updateTable('members').set({ is_board_admin: true }).where('id', '=', sol.id).execute(),
    );
  });

  test('is in the report of votes of who sees it, and neither listed nor counted for who does not', async () => {
    const votes = async (client: TestClient) => {
      const report = (await client.get('/ajax/reports/votes')).json.data;
      const csv = (await client.get(`/ajax/reports/csv/votes?board=${board.id}`)).text;
      return [report.votes.length, report.total.votes, csv.includes(text)];
    };
    expect(await votes(asAda)).toEqual([1, 1, true]);
    expect(await votes(asSol)).toEqual([0, 0, false]);
    await lift(sol);
    expect(await votes(asSol)).toEqual([1, 1, true]);
  });

  test('is found by who sees it, and by nobody else', async () => {
    const found = async (client: TestClient, searchString: string): Promise<boolean> => {
      const { json } = await client.post('/search', { itemType: 'everything', searchString });
      return JSON.stringify(json.data).includes(searchString);
    };
    expect([await found(asAda, 'quarry'), await found(asCleo, 'quarry')]).toEqual([true, true]);
    expect(await found(asSol, 'quarry')).toBe(false);
    await lift(sol);
    expect(await found(asSol, 'quarry')).toBe(true);
  });
});

test('a paper that was moved out of a withheld item is not named where its new item is voted on', async () => {
  const other = await makeAgendaItem(server.context, { meeting, title: 'The budget' });
  const zebra = await makeDocument(server.context, { item, title: 'Zebra paper' });
  await makeDocument(server.context, { item: other, title: 'Figures' });
  await withhold(sol);
  const place = { home: { kind: 'agenda-item', id: other.id }, before_id: null };
  expect((await asAda.post(`/ajax/documents/${zebra.id}/move`, place)).json.status).toBe('success');
  await settings({ seconder: false });
  const motion = await makeMotion(server.context, { meeting, item: other, mover: cleo });
  expect((await asAda.post(`/ajax/motions/${motion.id}/votes`, { way: 'named' })).json.status).toBe('success');
  const papers = async (client: TestClient) =>
    (await client.get(path('motions'))).json.data.motions[0].votes[0].papers.toSorted();
  expect(await papers(asAda)).toEqual(['Figures', 'Zebra paper']);
  expect(await papers(asSol)).toEqual(['Figures']);
  await asAda.post(`/ajax/votes/${(await room()).line.vote?.id}/void`, { reason: 'The wording was wrong.' });
  expect((await lift(sol)).json.status).toBe('success');
  expect(await papers(asSol)).toEqual(['Figures', 'Zebra paper']);
});

test('who is recused from a withheld item is told to nobody from whom it is withheld, but of themselves', async () => {
  const asClerk = await server.signIn(await makeMember(server.context, { board, isBoardAdmin: true }));
  await recuse(asAda, ada);
  await recuse(asBea, bea);
  for (const member of [ada, bea]) expect((await withhold(member, asClerk)).json.status).toBe('success');
  expect((await asClerk.post(path('room/pointer'), { agenda_item_id: item.id })).json.status).toBe('success');
  expect((await recuse(asCleo, cleo)).json.status).toBe('success');
  const recused = async (client: TestClient) => (await room(client)).line.recused?.toSorted();
  expect(await recused(asCleo)).toEqual([ada.id, bea.id, cleo.id].toSorted());
  expect(await recused(asBea)).toEqual([bea.id]);
  // Nor why the quorum changed, to the desk.
  const ofCleo = async (client: TestClient) =>
    (await room(client)).quorum_changes?.flatMap(({ causes }) => causes).filter(({ member_id: id }) => id === cleo.id);
  expect(await ofCleo(asClerk)).toContainEqual({ kind: 'recused', member_id: cleo.id });
  expect((await ofCleo(asAda))?.map(({ kind }) => kind)).not.toContain('recused');
});

test('who corrects presences is asked about no vote that is withheld from them', async () => {
  const asClerk = await server.signIn(await makeMember(server.context, { board, isBoardAdmin: true }));
  await recuse(asAda, ada);
  await withhold(ada, asClerk);
  await settings({ seconder: false });
  server.context.clock.set('2026-11-19T14:10:00Z');
  const motion = await makeMotion(server.context, { meeting, item, mover: cleo, text: 'That the quarry be bought.' });
  await asClerk.post(`/ajax/motions/${motion.id}/votes`, { way: 'named' });
  const id = (await room(asClerk)).line.vote?.id;
  // Who has cast a ballot would count.
  await asCleo.put(`/ajax/votes/${id}/ballot`, { choice: 'for', key: randomUUID() });
  expect((await asClerk.post(`/ajax/votes/${id}/close`, {})).status).toBe(200);
  const presence = (await room()).presences?.find(({ member_id }) => member_id === bea.id);
  const left = { revision: presence?.revision, left_at: '2026-11-19T14:05:00Z' };
  const correct = (client: TestClient) => client.patch(`/ajax/presences/${presence?.id}`, left);
  expect((await correct(asClerk)).json.data.lost_quorum).toEqual(['That the quarry be bought.']);
  const own = await correct(asAda);
  expect(own.text).not.toContain('quarry');
  expect(own.json.data).toMatchObject({ lost_quorum: [], has_conflict: false });
});

describe('lifting', () => {
  test('a copy in another meeting shows who is withheld, and lifting there ends it everywhere', async () => {
    const next = await nextMeeting();
    await withhold(sol);
    const motion = await makeMotion(server.context, { meeting, item, mover: cleo });
    await asAda.post(`/ajax/motions/${motion.id}/state`, { to: 'deferred', reason: 'Later.', meeting_id: next.id });
    const pageOf = async (client: TestClient) => (await client.get(`/ajax/meetings/${next.id}`)).json.data.meeting;
    const copy = (await pageOf(asAda)).agenda_items.at(-1);
    const shown = async () => (await asAda.get(`/ajax/meetings/${next.id}/room`)).json.data.room.declarations;
    expect(await shown()).toMatchObject([
      { agenda_item_id: copy.id, member_id: sol.id, withheld_at: expect.any(String), can: { lift: true } },
    ]);
    expect((await put(asCleo, sol, { effect: 'lifted' }, copy)).status).toBe(403);
    expect((await put(asAda, sol, { effect: 'lifted' }, copy)).status).toBe(200);
    expect((await pageOf(asSol)).agenda_items.at(-1).title).toBe('Wharf Road');
    expect(await titlesFor(asSol)).toContain('Wharf Road');
    expect([await shown(), (await room()).declarations]).toEqual([[], []]);
  });

  test('a sub-item is lifted with its item, not by itself', async () => {
    await withhold(sol);
    expect(said(await put(asAda, sol, { effect: 'lifted' }, sub))).toBe(motionMessages.liftedWithItem);
    expect((await room()).declarations).toHaveLength(1);
  });

  test('of minutes that are approved it ends, and what they tell of it stays', async () => {
    await withhold(sol);
    await recuse(asBea, bea);
    await asAda.post(path('room/phase'), { to: 'adjourned' });
    await asSuperuser(server.context, (db) =>
      db.query(`
        begin; set local session_replication_role = replica;
        update meeting_minutes set state = 'approved', version = 1, approved_at = now(), document = '{}', approved_vote_id = uuidv7()
        where meeting_id = '${meeting.id}';
        commit`),
    );
    expect((await lift(sol)).status).toBe(200);
    expect(await titlesFor(asSol)).toEqual(['Welcome', 'Wharf Road', 'The contract']);
    const kept = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('declarations').select(['withheld_at', 'lifted_at']).where('member_id', '=', sol.id).execute(),
    );
    expect(kept).toEqual([{ withheld_at: expect.any(Date), lifted_at: null }]);
    expect(said(await lift(bea))).toBe(minutesMessages.approved);
  });

  test('what was moved out of an item that is gone is lifted by the item', async () => {
    const paper = await makeDocument(server.context, { item });
    await withhold(sol);
    await asSuperuser(server.context, async (db) => {
      const moved = 'update documents set agenda_item_id = null, meeting_id = $2 where id = $1';
      await db.query(moved, [paper.id, meeting.id]);
      await db.query('delete from agenda_items where id = any($1)', [[item.id, sub.id]]);
    });
    const reads = async () => (await asSol.get(`/ajax/documents/${paper.id}`)).status;
    expect(await reads()).toBe(404);
    expect((await lift(sol, asCleo)).status).toBe(403);
    expect((await lift(sol)).status).toBe(200);
    expect(await reads()).toBe(200);
    expect((await lift(sol)).status).toBe(404);
  });

  test('nobody lifts what is withheld from themselves, nor declares anew there', async () => {
    await recuse(asBea, bea);
    await withhold(bea);
    expect(said(await lift(bea, asBea))).toBe(motionMessages.liftedByOthers);
    expect(said(await recuse(asBea, bea))).toBe(motionMessages.liftedByOthers);
    expect((await lift(bea, asCleo)).status).toBe(403);
    expect((await lift(bea)).status).toBe(200);
    expect(await titlesFor(asBea)).toEqual(['Welcome', 'Wharf Road', 'The contract']);
    expect((await room()).declarations).toEqual([]);
  });

  test('where all of the desk is withheld another voting member lifts, and nobody else', async () => {
    const clerk = await makeMember(server.context, { board, firstName: 'Kit', isBoardAdmin: true });
    const asClerk = await server.signIn(clerk);
    await recuse(asAda, ada);
    expect((await withhold(ada, asClerk)).status).toBe(200);
    // An editor is left.
    expect((await lift(ada, asCleo)).status).toBe(403);
    expect([await offersLift(asClerk), await offersLift(asCleo)]).toEqual([true, false]);
    expect(said(await lift(ada, asAda))).toBe(motionMessages.liftedByOthers);
    await asSuperuser(server.context, (db) =>
      db.query('update members set is_board_admin = false where id = $1', [clerk.id]),
    );
    expect((await lift(ada, asSol)).status).toBe(403);
    expect([await offersLift(asAda), await offersLift(asSol), await offersLift(asCleo)]).toEqual([false, false, true]);
    expect((await lift(ada, asCleo)).status).toBe(200);
    expect(await titlesFor(asAda)).toContain('Wharf Road');
  });
});

test('each act is in the log, and told to its member and to the chair; who is withheld gets the number alone', async () => {
  const actsIn = async (work: () => Promise<unknown>) => {
    // What others' tests have queued.
    await server.context.runJobs();
    const before = server.context.sent.length;
    await work();
    await server.context.runJobs();
    return server.context.sent.slice(before).map(({ to, text }) => ({ to: to.name.split(' ')[0], text: text ?? '' }));
  };
  const declared = await actsIn(() => put(asBea, bea, { effect: 'declared', nature: 'Holds shares' }));
  expect(declared.map(({ to }) => to).toSorted()).toEqual(['Ada', 'Bea']);
  expect(declared.find(({ to }) => to === 'Ada')?.text).toContain('Wharf Road');
  const recused = await actsIn(() => recuse(asBea, bea));
  expect(recused.find(({ to }) => to === 'Bea')?.text).toContain('You have recused yourself from item 2');
  const withheld = await actsIn(() => withhold(bea));
  const [own, chairs] = ['Bea', 'Ada'].map((name) => withheld.find(({ to }) => to === name)?.text ?? '');
  expect(own).toMatch(/has withheld item 2 of .* from you/);
  expect(own).toContain(reason);
  expect(own).not.toContain('Wharf Road');
  expect(chairs).toContain('Wharf Road');
  const lifted = await actsIn(() => lift(bea));
  expect(lifted.find(({ to }) => to === 'Bea')?.text).toContain('Wharf Road');
  const entries = await inBoard(server.context, board.id, (tx) =>
    tx.selectFrom('audit_entries').select('action').where('action', 'like', 'declaration.%').orderBy('id').execute(),
  );
  expect(entries.map(({ action }) => action)).toEqual([
    ...['declaration.declared', 'declaration.recused', 'declaration.withheld', 'declaration.lifted'],
  ]);
});
