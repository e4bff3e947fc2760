import { beforeEach, describe, expect, test } from 'vitest';
import { dayAfter } from '#domain/days.ts';
import { localToInstant } from '#domain/local-time.ts';
import { actionItemUid } from '#server/features/core/secret-addresses/present.ts';
import { makeActionItem } from '#tests/support/action-items.ts';
import { asSuperuser, readContents } from '#tests/support/as-superuser.ts';
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
import { makeWithheld } from '#tests/support/withheld.ts';
import { actionItemJobs } from './jobs.ts';

const server = testApp();

let board: MadeBoard;
let meeting: MadeMeeting;
let admin: TestClient;
let chair: TestClient;
let owner: TestClient;
let other: TestClient;
let adminMember: MadeMember;
let chairMember: MadeMember;
let ownerMember: MadeMember;
let otherMember: MadeMember;
beforeEach(async () => {
  server.context.clock.set('2026-11-16T12:00:00Z');
  board = await makeBoard(server.context, { timeZone: 'America/Toronto' });
  meeting = await makeMeeting(server.context, { board, title: 'Winter meeting' });
  const make = (firstName: string, isBoardAdmin = false) =>
    makeMember(server.context, { board, firstName, lastName: 'Moser', isBoardAdmin });
  adminMember = await make('Ada', true);
  admin = await server.signIn(adminMember);
  chairMember = await make('Cleo');
  chair = await server.signIn(chairMember);
  ownerMember = await make('Ben');
  owner = await server.signIn(ownerMember);
  otherMember = await make('Olga');
  other = await server.signIn(otherMember);
  await inBoard(server.context, board.id, (tx) =>
    tx.updateTable('bodies').set({ chair_id: chairMember.id }).where('id', '=', board.id).execute(),
  );
});

const fields = () => ({
  ...{ title: 'Compare the rents', notes: '', owner_id: ownerMember.id, due_on: '2026-12-08' },
  meeting_id: meeting.id,
});
const make = async (who = admin, given: object = {}) =>
  (await who.post('/ajax/action-items', { ...fields(), ...given })).json.data.item;
const change = (who: TestClient, id: string, body: object) => who.patch(`/ajax/action-items/${id}`, body);
const read = async (who: TestClient, id: string) => (await who.get(`/ajax/action-items/${id}`)).json.data;
const list = async (who: TestClient, query = '') => (await who.get(`/ajax/action-items${query}`)).json.data.items;
const titles = async (who: TestClient, query = '') =>
  (await list(who, query)).map((item: { title: string }) => item.title);
const mails = () => {
  const to = server.context.sent.filter(({ to }) => to.address === ownerMember.email);
  return to.map(({ subject }) => subject);
};

describe('making', () => {
  test('the desk makes one of a meeting, of an item of its agenda, and of a body; nobody else does', async () => {
    const agendaItem = await makeAgendaItem(server.context, { meeting, title: 'Rents' });
    const made = await make(chair, { agenda_item_id: agendaItem.id });
    expect(made).toMatchObject({
      ...{ title: 'Compare the rents', state: 'open', due_on: '2026-12-08', link: 'open' },
      owner: { name: 'Ben Moser', has_left: false },
      meeting: { title: 'Winter meeting', agenda_item_id: agendaItem.id, agenda_number: '1' },
      body: { id: board.id, name: '' },
      can: { edit: true, note: true, states: ['in-progress', 'done', 'dropped'] },
    });
    expect(await make(admin, { meeting_id: null, body_id: board.id })).toMatchObject({ meeting: null });
    for (const who of [owner, other]) {
      expect((await who.post('/ajax/action-items', fields())).status).toBe(403);
      expect((await who.post('/ajax/action-items', { ...fields(), meeting_id: null, body_id: board.id })).status).toBe(
        403,
      );
    }
  });

  test('a due day is not before the board’s day, whatever the server’s', async () => {
    const error = { due_on: 'Choose a later day.' };
    expect((await admin.post('/ajax/action-items', { ...fields(), due_on: '2026-11-15' })).json.errors).toEqual(error);
    const missing = await admin.post('/ajax/action-items', { ...fields(), due_on: '' });
    expect(missing.json.errors).toEqual({ due_on: 'This field is required.' });
    // In Toronto it is still the 16th.
    server.context.clock.set('2026-11-17T04:59:00Z');
    admin = await server.signIn(adminMember);
    const made = await make(admin, { due_on: '2026-11-16' });
    expect(made.due_on).toBe('2026-11-16');
    server.context.clock.set('2026-11-17T05:00:00Z');
    expect((await change(admin, made.id, { revision: 1, due_on: '2026-11-16' })).json.data.conflicts).toEqual([]);
    expect((await change(admin, made.id, { revision: 1, due_on: '2026-11-14' })).json.errors).toEqual(error);
  });

  test('who is withheld from its item cannot own it', async () => {
    const item = await makeAgendaItem(server.context, { meeting, title: 'Rents' });
    const made = await make(chair, { agenda_item_id: item.id, owner_id: otherMember.id });
    await makeWithheld(server.context, { item, from: ownerMember, by: adminMember });
    const errors = { owner_id: 'Choose somebody who sees it.' };
    const refused = await chair.post('/ajax/action-items', { ...fields(), agenda_item_id: item.id });
    expect(refused.json.errors).toEqual(errors);
    const passedOn = await change(chair, made.id, { revision: 1, owner_id: ownerMember.id });
    expect(passedOn.json.errors).toEqual(errors);
  });

  test('who does not see it cannot own it; a pending member can', async () => {
    const finance = await makeGroup(server.context, { board, members: [ownerMember] });
    const closed = await makeMeeting(server.context, { board, groups: [finance] });
    const invited = await makeMember(server.context, { board, status: 'invited' });
    const refused = await admin.post('/ajax/action-items', {
      ...fields(),
      meeting_id: closed.id,
      owner_id: invited.id,
    });
    expect(refused.json.errors).toEqual({ owner_id: 'Choose somebody who sees it.' });
    expect((await make(admin, { owner_id: invited.id })).owner.member_id).toBe(invited.id);
    const people = (await chair.get(`/ajax/action-items/owners?meeting=${meeting.id}`)).json.data.people;
    expect(people.map((person: { name: string }) => person.name)).toContain('Ben Moser');
    expect((await other.get(`/ajax/action-items/owners?meeting=${meeting.id}`)).status).toBe(403);
  });
});

/** By an editor, in the meeting's room. */
const setDesk = (id: string, body: object) =>
  admin.post(`/ajax/meetings/${id}/room/desk`, { chair_id: null, secretary_id: null, ...body });

describe('a meeting’s own desk', () => {
  const runs = async (who: TestClient, id = meeting.id) => {
    const { can } = (await who.get(`/ajax/meetings/${id}/action-items`)).json.data;
    expect((await who.get(`/ajax/action-items/owners?meeting=${id}`)).status).toBe(can.create ? 200 : 403);
    const made = await who.post('/ajax/action-items', { ...fields(), meeting_id: id });
    expect(made.status).toBe(can.create ? 200 : 403);
    return can.create;
  };

  test('named in its room, it runs the action items of the meeting instead of the body’s', async () => {
    const { id } = await make();
    await makeInvitee(server.context, { meeting, member: otherMember });
    expect([await runs(chair), await runs(other)]).toEqual([true, false]);
    expect((await setDesk(meeting.id, { secretary_id: otherMember.id })).status).toBe(200);
    expect([await runs(chair), await runs(other)]).toEqual([false, true]);
    expect([(await read(chair, id)).item.can.edit, (await read(other, id)).item.can.edit]).toEqual([false, true]);
    expect((await change(chair, id, { revision: 1, state: 'dropped' })).status).toBe(403);
    expect((await change(other, id, { revision: 1, state: 'dropped' })).status).toBe(200);
    // The body's own stay with its chair.
    const ofBody = { ...fields(), meeting_id: null, body_id: board.id };
    expect((await chair.post('/ajax/action-items', ofBody)).status).toBe(200);
    expect((await other.post('/ajax/action-items', ofBody)).status).toBe(403);
  });

  test('it runs them also where no body follows from the audience, and the body that is chosen there is theirs', async () => {
    const groups = await Promise.all(
      ['Finance', 'Audit'].map((name) =>
        makeGroup(server.context, { board, name, members: [otherMember, ownerMember] }),
      ),
    );
    const joint = await makeMeeting(server.context, { board, groups });
    await makeInvitee(server.context, { meeting: joint, member: otherMember });
    const made = await make(admin, { meeting_id: joint.id });
    expect([made.body, await runs(other, joint.id)]).toEqual([null, false]);
    await setDesk(joint.id, { chair_id: otherMember.id });
    expect([(await read(other, made.id)).item.body, await runs(other, joint.id)]).toEqual([null, true]);
    await setDesk(joint.id, { chair_id: otherMember.id, body_id: groups[1]?.id });
    expect((await read(other, made.id)).item.body).toEqual({ id: groups[1]?.id, name: 'Audit' });
  });
});

describe('who sees it', () => {
  test('whoever sees the meeting, drafts by their desk, a body’s by its people', async () => {
    const finance = await makeGroup(server.context, { board, members: [ownerMember], admins: [chairMember] });
    const closed = await makeMeeting(server.context, { board, groups: [finance], title: 'Closed' });
    const draft = await makeMeeting(server.context, { board, state: 'draft' });
    await make(admin, { title: 'Of all' });
    await make(admin, { title: 'Of a closed meeting', meeting_id: closed.id });
    await make(admin, { title: 'Of a draft', meeting_id: draft.id });
    await make(admin, { title: 'Of the group', meeting_id: null, body_id: finance.id });
    const all = ['Of a closed meeting', 'Of a draft', 'Of all', 'Of the group'];
    expect((await titles(admin)).toSorted()).toEqual(all);
    expect((await titles(owner)).toSorted()).toEqual(['Of a closed meeting', 'Of all', 'Of the group']);
    expect((await titles(chair, `?body=${finance.id}`)).toSorted()).toEqual(['Of a closed meeting', 'Of the group']);
    expect(await titles(other)).toEqual(['Of all']);
    expect(await titles(other, '?whose=mine')).toEqual([]);
    const [hidden] = await list(owner, `?body=${finance.id}`);
    expect((await other.get(`/ajax/action-items/${hidden.id}`)).status).toBe(404);
    expect((await change(other, hidden.id, { revision: 1, state: 'done' })).status).toBe(404);
    await admin.post(`/ajax/people/${ownerMember.id}/groups`, { group_ids: [] });
    expect(await titles(owner)).toEqual(['Of all']);
  });

  test('it goes and comes back with its meeting, and stays behind when that is duplicated', async () => {
    const past = await makeMeeting(server.context, {
      board,
      startsAt: '2026-11-10T12:00:00Z',
      endsAt: '2026-11-10T13:00:00Z',
    });
    const made = await make(admin, { meeting_id: past.id });
    const copy = (await admin.post(`/ajax/meetings/${past.id}/duplicate`)).json.data.meeting.id;
    expect((await admin.get(`/ajax/meetings/${copy}/action-items`)).json.data.items).toEqual([]);
    await admin.delete(`/ajax/meetings/${past.id}`);
    expect([await titles(owner), (await owner.get(`/ajax/action-items/${made.id}`)).status]).toEqual([[], 404]);
    await admin.post(`/ajax/meetings/${past.id}/undelete`);
    expect(await titles(owner)).toEqual(['Compare the rents']);
  });
});

describe('what becomes of it', () => {
  test('its owner begins, ends and reopens it; the desk drops it, and old and new are kept', async () => {
    const { id } = await make();
    const to = async (who: TestClient, state: string) => {
      const { revision } = (await read(who, id)).item;
      return change(who, id, { revision, state });
    };
    expect((await to(other, 'done')).status).toBe(403);
    expect((await to(owner, 'dropped')).status).toBe(403);
    expect((await to(owner, 'in-progress')).json.data.item.state).toBe('in-progress');
    expect((await to(owner, 'done')).json.data.item).toMatchObject({ state: 'done', can: { edit: false } });
    expect((await to(owner, 'in-progress')).json.data.item.ended_at).toBeNull();
    expect((await to(chair, 'dropped')).json.data.item.state).toBe('dropped');
    expect((await to(owner, 'open')).status).toBe(403);
    expect((await to(chair, 'done')).json).toMatchObject({ status: 'error' });
    expect((await to(chair, 'open')).json.data.item.state).toBe('open');
    const { changes } = await read(other, id);
    expect(changes.map((each: Record<string, string>) => [each.field, each.old, each.new, each.by])).toEqual([
      ['state', 'dropped', 'open', 'Cleo Moser'],
      ['state', 'in-progress', 'dropped', 'Cleo Moser'],
      ['state', 'done', 'in-progress', 'Ben Moser'],
      ['state', 'in-progress', 'done', 'Ben Moser'],
      ['state', 'open', 'in-progress', 'Ben Moser'],
    ]);
    const acts = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('id').execute(),
    );
    expect(acts.map(({ action }) => action)).toEqual([
      'action-item.created',
      ...Array(5).fill('action-item.state-set'),
    ]);
  });

  test('of two who change one field, the second is informed, and nothing of the first is lost', async () => {
    const { id } = await make();
    await change(chair, id, { revision: 1, title: 'Compare three rents' });
    const late = await change(admin, id, { revision: 1, title: 'Ask for rents', notes: 'By letter' });
    expect(late.json.data.item).toMatchObject({ title: 'Compare three rents', notes: 'By letter' });
    expect(late.json.data.conflicts).toMatchObject([{ field: 'title', by: 'Cleo Moser' }]);
    const racing = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => change(admin, id, { revision: 3, due_on: `2026-12-${10 + nth}` })),
    );
    expect(racing.filter(({ json }) => json.data.conflicts.length === 0)).toHaveLength(1);
  });

  test('a revision that is still to come is refused', async () => {
    const { id } = await make();
    const answer = await change(admin, id, { revision: 2_147_483_647, notes: 'Mine' });
    expect(answer).toMatchObject({ status: 422, json: { errors: { revision: 'There is no such revision yet.' } } });
  });

  test('of whoever leaves it stays, marked, and another gets it', async () => {
    const { id } = await make();
    await admin.post(`/ajax/people/${ownerMember.id}/status`, { status: 'inactive' });
    const left = (await read(chair, id)).item;
    expect(left.owner).toMatchObject({ name: 'Ben Moser', has_left: true });
    const given = await change(chair, id, { revision: left.revision, owner_id: chairMember.id });
    expect(given.json.data.item.owner).toMatchObject({ name: 'Cleo Moser', has_left: false });
    expect((await read(chair, id)).changes[0]).toMatchObject({ field: 'owner', old: 'Ben Moser', new: 'Cleo Moser' });
  });

  test('where people are hidden, a member reads the own name alone', async () => {
    await asSuperuser(server.context, (client) =>
      client.query('update boards set people_hidden = true where id = $1', [board.id]),
    );
    const { id } = await make();
    expect((await read(other, id)).item.owner).toBeNull();
    expect((await read(owner, id)).item.owner.name).toBe('Ben Moser');
  });
});

describe('by link', () => {
  const at = (uid: string) => `/ajax/magic/action-items/${uid}`;
  const uidOf = (id: string, generation = 1) =>
    actionItemUid(server.context.secrets, { memberId: ownerMember.id, actionItemId: id, generation });
  const setLinks = (links: string) =>
    asSuperuser(server.context, (client) =>
      client.query('update boards set magic_links = $2 where id = $1', [board.id, links]),
    );

  test('the owner says that it is done, with a note; opening alone changes nothing', async () => {
    const { id } = await make(admin, { notes: 'Three of them' });
    const visitor = server.stranger();
    const before = await read(owner, id);
    for (let nth = 0; nth < 5; nth += 1) {
      const shown = await visitor.get(at(uidOf(id)));
      expect(shown.json.data.item).toMatchObject({ title: 'Compare the rents', states: ['in-progress', 'done'] });
    }
    expect(await read(owner, id)).toEqual(before);
    const said = { to: 'done', note: 'Sent by post' };
    const done = await visitor.post(at(uidOf(id)), said);
    expect(done.json.data.item.state).toBe('done');
    // As a second tap does.
    expect((await visitor.post(at(uidOf(id)), said)).json.data.item.state).toBe('done');
    const after = await read(chair, id);
    expect(after.item).toMatchObject({ state: 'done', notes: 'Three of them\n\nSent by post' });
    expect(after.changes).toMatchObject([
      { field: 'notes', by: 'Ben Moser', by_link: true },
      { field: 'state', new: 'done', by_link: true },
    ]);
  });

  test('it opens its own item alone, neither drops nor reassigns, and shows no title where links show no papers', async () => {
    const { id } = await make();
    const second = await make(admin, { title: 'Another', owner_id: chairMember.id });
    const visitor = server.stranger();
    expect((await visitor.get(at(uidOf(second.id)))).status).toBe(404);
    expect((await visitor.post(at(uidOf(id)), { to: 'dropped', note: '' })).status).toBe(422);
    expect((await visitor.get(`/ajax/magic/meetings/${uidOf(id)}`)).status).toBe(404);
    expect((await visitor.get(`/ajax/magic/announcements/${uidOf(id)}`)).status).toBe(404);
    await setLinks('answer');
    const shown = (await visitor.get(at(uidOf(id)))).json.data.item;
    expect(shown).toMatchObject({ title: null, notes: null, due_on: '2026-12-08' });
    await setLinks('off');
    expect((await visitor.get(at(uidOf(id)))).status).toBe(404);
  });

  test('it ends with its item, its meeting, its owner, and by the desk, who can send another', async () => {
    const { id } = await make();
    const visitor = server.stranger();
    const opens = async (generation = 1) => (await visitor.get(at(uidOf(id, generation)))).status;
    const link = (to: string, who = chair) => who.post(`/ajax/action-items/${id}/link`, { to });
    expect((await link('ended', owner)).status).toBe(403);
    expect([(await link('ended')).json.data.item.link, await opens()]).toEqual(['ended', 404]);
    expect([(await link('renewed')).json.data.item.link, await opens(), await opens(2)]).toEqual(['open', 404, 200]);
    await server.context.runJobs();
    expect(mails()).toContain('New link: Compare the rents');
    await admin.post(`/ajax/people/${ownerMember.id}/status`, { status: 'inactive' });
    await admin.post(`/ajax/people/${ownerMember.id}/status`, { status: 'active' });
    expect([await opens(2), await opens(3)]).toEqual([404, 200]);
    await change(admin, id, { revision: 1, owner_id: chairMember.id });
    expect(await opens(3)).toBe(404);
    const own = await make(admin, { title: 'Second' });
    const { revision } = (await read(owner, own.id)).item;
    await change(owner, own.id, { revision, state: 'done' });
    expect((await visitor.get(at(uidOf(own.id)))).status).toBe(200);
    server.context.clock.advance({ minutes: 31 * 1440 });
    expect((await visitor.get(at(uidOf(own.id)))).status).toBe(404);
  });
});

describe('attacks on a link', () => {
  const at = (uid: string) => `/ajax/magic/action-items/${uid}`;
  const uidOf = (id: string) =>
    actionItemUid(server.context.secrets, { memberId: ownerMember.id, actionItemId: id, generation: 1 });
  const done = { to: 'done', note: '' };
  const contents = () => asSuperuser(server.context, readContents);

  test('addresses that look like it open nothing, whoever asks', async () => {
    const uid = uidOf((await make()).id);
    const guesses = [
      ...[`${uid.slice(0, -1)}${uid.endsWith('a') ? 'b' : 'a'}`, uid.toUpperCase(), uid.slice(0, -1), `${uid}a`],
      ...[uid.replace('t-', 'm-b'), uid.replace('t-', 'a'), `t-${'q'.repeat(52)}`, "t-' or true --", '%00'],
    ];
    const before = await contents();
    for (const who of [server.stranger(), admin]) {
      for (const guess of guesses) {
        expect((await who.get(at(encodeURIComponent(guess)))).status, guess).toBe(404);
        expect((await who.post(at(encodeURIComponent(guess)), done)).status, guess).toBe(404);
      }
    }
    expect(await contents()).toEqual(before);
  });

  test('nothing but the button’s own call changes anything', async () => {
    const { id } = await make();
    const uid = uidOf(id);
    const visitor = server.stranger();
    const before = await contents();
    for (let nth = 0; nth < 50; nth += 1) expect((await visitor.get(at(uid))).status).toBe(200);
    for (const path of [at(uid), `/action/${uid}`]) {
      expect((await server.app.inject({ method: 'HEAD', url: path })).statusCode).toBeLessThan(500);
      expect((await visitor.get(`${path}?to=done`)).status).toBeLessThan(500);
    }
    for (const headers of [
      { 'x-xsrf-token': '' },
      { 'x-xsrf-token': 'forged' },
      { origin: 'https://elsewhere.example' },
    ]) {
      expect((await visitor.post(at(uid), done, headers)).status).toBe(419);
    }
    for (const body of [
      {},
      { to: 'open', note: '' },
      { ...done, owner_id: otherMember.id },
      { ...done, due_on: '2030-01-01' },
    ]) {
      expect((await visitor.post(at(uid), body)).status).toBe(422);
    }
    expect(await contents()).toEqual(before);
  });

  test('of ten who press at once one is written down, and a note stays the text that it is', async () => {
    const { id } = await make();
    const note = '<img src=x onerror=alert(1)>\n=1+1';
    const visitor = server.stranger();
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.post(at(uidOf(id)), done)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await read(owner, id)).changes).toHaveLength(1);
    expect((await visitor.post(at(uidOf(id)), { to: 'in-progress', note })).status).toBe(200);
    expect((await read(owner, id)).item.notes).toBe('<img src=x onerror=alert(1)>\n=1+1');
    const long = { to: 'done', note: 'x'.repeat(1_990) };
    expect((await visitor.post(at(uidOf(id)), long)).json.errors).toEqual({ note: 'There is no room for more notes.' });
  });

  test('it opens nothing while the board is suspended, nor for an account that is disabled', async () => {
    const uid = uidOf((await make()).id);
    const visitor = server.stranger();
    const opens = async () => [(await visitor.get(at(uid))).status, (await visitor.post(at(uid), done)).status];
    const set = (sql: string, id: string) => asSuperuser(server.context, (client) => client.query(sql, [id]));
    await set('update boards set suspended_at = now() where id = $1', board.id);
    expect(await opens()).toEqual([404, 404]);
    await set('update boards set suspended_at = null where id = $1', board.id);
    await set('update users set disabled_at = now() where id = $1', ownerMember.userId ?? '');
    expect(await opens()).toEqual([404, 404]);
    await set('update users set disabled_at = null where id = $1', ownerMember.userId ?? '');
    expect(await opens()).toEqual([200, 200]);
  });
});

describe('mail', () => {
  const due = async () => {
    for (const job of actionItemJobs(server.context).filter(({ schedule }) => schedule !== undefined)) {
      await job.handle({}, { attempt: 1, isLast: true });
    }
    await server.context.runJobs();
  };
  const subjectsAt = async (instant: string) => {
    const before = server.context.sent.length;
    server.context.clock.set(instant);
    await due();
    const people = [adminMember, chairMember, ownerMember, otherMember].map(({ email }) => email);
    const sent = server.context.sent.slice(before).filter(({ to }) => people.includes(to.address));
    return sent.map(({ to, subject }) => `${to.name}: ${subject}`);
  };

  test('whoever is given one hears of it, and of its being dropped; not of what they do themselves', async () => {
    const { id } = await make();
    await make(admin, { title: 'For myself', owner_id: chairMember.id });
    await make(chair, { title: 'My own', owner_id: chairMember.id });
    await change(chair, id, { revision: 1, state: 'dropped' });
    await server.context.runJobs();
    expect(mails().toSorted()).toEqual(['Dropped: Compare the rents']);
    const another = await make(admin, { title: 'Another' });
    await server.context.runJobs();
    const mail = server.context.sent.at(-1);
    expect(mail?.subject).toBe('Action item: Another');
    const uid = actionItemUid(server.context.secrets, {
      ...{ memberId: ownerMember.id, actionItemId: another.id, generation: 1 },
    });
    expect(mail?.text).toContain(`/action/${uid}`);
  });

  test('one a day lists all that is due: at 08:00, days before, on the day, then weekly, eight times', async () => {
    await makeActionItem(server.context, {
      ...{ boardId: board.id, owner: ownerMember, meetingId: meeting.id, dueOn: '2026-12-08', title: 'First' },
    });
    await makeActionItem(server.context, {
      boardId: board.id,
      owner: ownerMember,
      dueOn: '2026-12-10',
      title: 'Second',
    });
    expect(await subjectsAt('2026-12-01T12:59:00Z')).toEqual([]);
    const title = board.title;
    expect(await subjectsAt('2026-12-01T13:00:00Z')).toEqual([`Ben Moser: 1 action item due: ${title}`]);
    expect(await subjectsAt('2026-12-01T20:00:00Z')).toEqual([]);
    expect(await subjectsAt('2026-12-03T13:00:00Z')).toEqual([`Ben Moser: 2 action items due: ${title}`]);
    expect(await subjectsAt('2026-12-08T13:00:00Z')).toEqual([`Ben Moser: 2 action items due: ${title}`]);
    expect(await subjectsAt('2026-12-09T13:00:00Z')).toEqual([]);
    expect(await subjectsAt('2026-12-10T13:00:00Z')).toEqual([`Ben Moser: 2 action items due, 1 overdue: ${title}`]);
    expect(await subjectsAt('2026-12-15T13:00:00Z')).toEqual([`Ben Moser: 2 action items due, 2 overdue: ${title}`]);
    // The eighth of the second.
    expect(await subjectsAt('2027-02-04T13:00:00Z')).toHaveLength(1);
    expect(await subjectsAt('2027-02-11T13:00:00Z')).toEqual([]);
  });

  test('after days without a server one reminder makes up for those that were missed', async () => {
    await makeActionItem(server.context, { boardId: board.id, owner: ownerMember, dueOn: '2026-11-30' });
    const due = (subjects: readonly string[]) => subjects.filter((subject) => subject.includes('due'));
    expect(due(await subjectsAt('2026-12-20T13:00:00Z'))).toHaveLength(1);
    expect(await subjectsAt('2026-12-20T14:00:00Z')).toEqual([]);
    // Three weeks late.
    expect(await subjectsAt('2026-12-21T13:00:00Z')).toHaveLength(1);
  });

  test('the owner of a draft’s item hears of it once the draft is published', async () => {
    const times = { startsAt: '2026-11-26T14:00:00Z', endsAt: '2026-11-26T16:00:00Z' };
    const draft = await makeMeeting(server.context, { board, state: 'draft', ...times });
    await make(admin, { title: 'Of a draft', meeting_id: draft.id });
    await server.context.runJobs();
    expect(mails()).toEqual([]);
    expect((await admin.post(`/ajax/meetings/${draft.id}/publish`)).json.status).toBe('success');
    await server.context.runJobs();
    expect(mails()).toContain('Action item: Of a draft');
  });

  test('the desk hears on the day before a meeting what is overdue', async () => {
    await makeActionItem(server.context, { boardId: board.id, owner: ownerMember, dueOn: '2026-11-17', title: 'Late' });
    await makeMeeting(server.context, {
      ...{ board, title: 'Next', startsAt: '2026-11-20T15:00:00Z', endsAt: '2026-11-20T16:00:00Z' },
    });
    const subjects = (await subjectsAt('2026-11-19T13:00:00Z')).filter((subject) => subject.includes('Next'));
    expect(subjects.toSorted()).toEqual([
      'Ada Moser: 1 action item overdue: Next',
      'Cleo Moser: 1 action item overdue: Next',
    ]);
    expect((await subjectsAt('2026-11-19T14:00:00Z')).filter((subject) => subject.includes('Next'))).toEqual([]);
  });

  test('where people are hidden, only admins among the desk hear whose it is', async () => {
    await asSuperuser(server.context, (client) =>
      client.query('update boards set people_hidden = true where id = $1', [board.id]),
    );
    await makeActionItem(server.context, { boardId: board.id, owner: ownerMember, dueOn: '2026-11-17', title: 'Late' });
    await makeMeeting(server.context, {
      ...{ board, title: 'Next', startsAt: '2026-11-20T15:00:00Z', endsAt: '2026-11-20T16:00:00Z' },
    });
    await subjectsAt('2026-11-19T13:00:00Z');
    const named = server.context.sent
      .filter(({ subject }) => subject.endsWith('overdue: Next'))
      .map(({ to, text }) => [to.name, text.includes('Ben Moser')]);
    expect(new Map(named as [string, boolean][])).toEqual(
      new Map([
        ['Ada Moser', true],
        ['Cleo Moser', false],
      ]),
    );
  });

  test('a meeting’s own desk hears instead of the body’s', async () => {
    await makeActionItem(server.context, { boardId: board.id, owner: ownerMember, dueOn: '2026-11-17', title: 'Late' });
    const next = await makeMeeting(server.context, {
      ...{ board, title: 'Next', startsAt: '2026-11-20T15:00:00Z', endsAt: '2026-11-20T16:00:00Z' },
    });
    await makeInvitee(server.context, { meeting: next, member: otherMember });
    await setDesk(next.id, { chair_id: otherMember.id });
    const subjects = (await subjectsAt('2026-11-19T13:00:00Z')).filter((subject) => subject.includes('Next'));
    expect(subjects.toSorted()).toEqual([
      'Ada Moser: 1 action item overdue: Next',
      'Olga Moser: 1 action item overdue: Next',
    ]);
  });

  test.each([
    ['America/Toronto', '2027-03-14', '2027-11-07'],
    ['Europe/Zurich', '2027-03-28', '2027-10-31'],
    // By half an hour.
    ['Australia/Lord_Howe', '2027-04-04', '2027-10-03'],
    // At midnight: one day begins at one o'clock, another has its last hour twice.
    ['America/Santiago', '2027-04-04', '2027-09-05'],
  ])(
    '%s: on the days of %s and %s the reminder comes at 08:00, and what was due is overdue from midnight',
    async (timeZone, ...days) => {
      const { context } = server;
      const there = await makeBoard(context, { timeZone });
      const member = await makeMember(context, { board: there, firstName: 'Nia' });
      for (const day of days) {
        const instant = (time: string, on = day) => localToInstant({ date: on, time }, timeZone).toISOString();
        const { id } = await makeActionItem(context, { boardId: there.id, owner: member, dueOn: day, title: day });
        const heardAt = async (at: string) => {
          const before = context.sent.length;
          context.clock.set(at);
          await due();
          return context.sent.slice(before).filter(({ to }) => to.address === member.email).length;
        };
        // The one of a week before, which is not asked about.
        await heardAt(instant('12:00', dayAfter(day, -1)));
        expect([day, await heardAt(instant('07:59')), await heardAt(instant('08:00'))]).toEqual([day, 0, 1]);
        expect(await heardAt(instant('23:59'))).toBe(0);
        const client = await server.signIn(member);
        const page = async () => {
          const { today, items } = (await client.get('/ajax/action-items')).json.data;
          return [today, items[0]?.due_on < today];
        };
        expect(await page()).toEqual([day, false]);
        context.clock.set(instant('00:00', dayAfter(day)));
        expect(await page()).toEqual([dayAfter(day), true]);
        await inBoard(context, there.id, (tx) => tx.deleteFrom('action_items').where('id', '=', id).execute());
      }
      const midday = (day: string) => localToInstant({ date: day, time: '12:00' }, timeZone).getTime();
      for (const day of days) {
        const hours = [-1, 0].map(
          (from) => (midday(dayAfter(day, from + 1)) - midday(dayAfter(day, from))) / 3_600_000,
        );
        expect(hours.some((length) => length !== 24)).toBe(true);
      }
    },
  );
});
