import { describe, expect, test, vi } from 'vitest';
import { withBoardScope } from '#server/db/board-scope.ts';
import { actionItemUid } from '#server/features/core/secret-addresses/present.ts';
import { makeActionItem } from '#tests/support/action-items.ts';
import { asSuperuser, readContents } from '#tests/support/as-superuser.ts';
import { type Actor, boardroom } from '#tests/support/boardroom.ts';
import type { TestClient } from '#tests/support/client.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWithheld } from '#tests/support/withheld.ts';
import { setByLink } from './changes/commands.ts';
import { actionItemJobs } from './jobs.ts';

const server = testApp();
/** Ada is the board admin, Cleo the chair, and Bea the owner of the action items. Dora has no role. */
const stage = boardroom(server, {
  voters: 4,
  chair: 'cleo',
  title: 'Winter meeting',
  timeZone: 'America/Toronto',
  items: ['Rents'],
  now: () => '2026-11-16T12:00:00Z',
  startsAt: () => '2026-11-23T12:00:00Z',
});
const { ada, bea, cleo, dora, at, query } = stage;

const fields = (rest: object = {}) => ({
  title: 'Compare the rents',
  notes: '',
  owner_id: bea.id,
  due_on: '2026-12-08',
  meeting_id: stage.meeting.id,
  ...rest,
});
const ofBody = () => ({ meeting_id: null, body_id: stage.board.id });
const post = (who: TestClient, rest: object = {}) => who.post('/ajax/action-items', fields(rest));
const make = async (who: TestClient = ada, rest: object = {}) => (await post(who, rest)).json.data.item;
const change = (who: TestClient, id: string, body: object) => who.patch(`/ajax/action-items/${id}`, body);
const read = async (who: TestClient, id: string) => (await who.get(`/ajax/action-items/${id}`)).json.data;
const titles = async (who: TestClient, rest = ''): Promise<string[]> =>
  (await who.get(`/ajax/action-items${rest}`)).json.data.items.map(({ title }: { title: string }) => title).toSorted();
const makeClosed = async () => {
  const { board } = stage;
  return server.make.meeting({ board, groups: [await server.make.group({ board, members: [bea] })] });
};
const setDesk = (body: object, meeting = stage.meeting) =>
  ada.post(stage.path('room/desk', meeting), { chair_id: null, secretary_id: null, ...body });
const setStatus = (status: string) => ada.post(`/ajax/people/${bea.id}/status`, { status });
const mails = async () => {
  await server.context.runJobs();
  return server.context.sent.filter(({ to }) => to.address === bea.email).map(({ subject }) => subject);
};

describe('an action item', () => {
  test('can be created only by officers and editors, for a meeting, an agenda item or a body', async () => {
    expect(await make(cleo, { agenda_item_id: stage.item.id })).toMatchObject({
      title: 'Compare the rents',
      state: 'open',
      due_on: '2026-12-08',
      link: 'open',
      owner: { name: 'Bea Byron', has_left: false },
      meeting: { title: 'Winter meeting', agenda_item_id: stage.item.id, agenda_number: '1' },
      body: { id: stage.board.id, name: '' },
      can: { edit: true, note: true, states: ['in-progress', 'done', 'dropped'] },
    });
    expect(await make(ada, ofBody())).toMatchObject({ meeting: null });
    for (const who of [bea, dora]) {
      for (const rest of [{}, ofBody()]) expect((await post(who, rest)).status).toBe(403);
    }
  });

  test('cannot be given a due date before today in the board’s time zone', async () => {
    const error = { due_on: 'Choose a later day.' };
    expect((await post(ada, { due_on: '2026-11-15' })).json.errors).toEqual(error);
    expect((await post(ada, { due_on: '' })).json.errors).toEqual({ due_on: 'This field is required.' });
    at('2026-11-17T04:59:00Z');
    await stage.signInAgain();
    const { id, due_on } = await make(ada, { due_on: '2026-11-16' });
    expect(due_on).toBe('2026-11-16');
    at('2026-11-17T05:00:00Z');
    expect((await change(ada, id, { revision: 1, due_on })).json.data.conflicts).toEqual([]);
    expect((await change(ada, id, { revision: 1, due_on: '2026-11-14' })).json.errors).toEqual(error);
  });

  test('can be assigned only to members who can see it, including pending members', async () => {
    const errors = { owner_id: 'Choose somebody who can see this action item.' };
    const invited = await server.make.member({ board: stage.board, status: 'invited' });
    const closed = await makeClosed();
    const rejected = await post(ada, { meeting_id: closed.id, owner_id: invited.id });
    expect(rejected.json.errors).toEqual(errors);
    expect((await make(ada, { owner_id: invited.id })).owner.member_id).toBe(invited.id);
    const owners = (who: TestClient) => who.get(`/ajax/action-items/owners?meeting=${stage.meeting.id}`);
    const { people } = (await owners(cleo)).json.data;
    expect(people.map(({ name }: { name: string }) => name)).toContain('Bea Byron');
    expect((await owners(dora)).status).toBe(403);
    const agenda_item_id = stage.item.id;
    const { id } = await make(cleo, { agenda_item_id, owner_id: dora.id });
    await makeWithheld(server.context, { item: stage.item, from: bea, by: ada });
    expect((await post(cleo, { agenda_item_id })).json.errors).toEqual(errors);
    expect((await change(cleo, id, { revision: 1, owner_id: bea.id })).json.errors).toEqual(errors);
  });

  test('can be filtered by body and by owner, and is hidden from an owner who has left its group', async () => {
    const finance = await server.make.group({ board: stage.board, members: [bea], admins: [cleo] });
    const closed = await server.make.meeting({ board: stage.board, groups: [finance] });
    await make(ada, { title: 'Of all' });
    await make(ada, { title: 'Of a closed meeting', meeting_id: closed.id });
    await make(ada, { title: 'Of the group', meeting_id: null, body_id: finance.id });
    expect(await titles(cleo, `?body=${finance.id}`)).toEqual(['Of a closed meeting', 'Of the group']);
    expect(await titles(dora, '?whose=mine')).toEqual([]);
    expect(await titles(bea, '?whose=mine')).toHaveLength(3);
    await ada.post(`/ajax/people/${bea.id}/groups`, { group_ids: [] });
    expect(await titles(bea)).toEqual(['Of all']);
  });

  test('is deleted and restored with its meeting, but not duplicated with it', async () => {
    const past = await stage.anotherMeeting('2026-11-10T12:00:00Z');
    const { id } = await make(ada, { meeting_id: past.id });
    const copy = (await ada.post(`/ajax/meetings/${past.id}/duplicate`)).json.data.meeting;
    expect((await ada.get(stage.path('action-items', copy))).json.data.items).toEqual([]);
    await ada.delete(`/ajax/meetings/${past.id}`);
    expect([await titles(bea), (await bea.get(`/ajax/action-items/${id}`)).status]).toEqual([[], 404]);
    await ada.post(`/ajax/meetings/${past.id}/undelete`);
    expect(await titles(bea)).toEqual(['Compare the rents']);
  });

  test('cannot be renamed by its owner or annotated by an uninvolved member', async () => {
    const { id } = await make();
    expect((await change(dora, id, { revision: 1, notes: 'Mine' })).status).toBe(403);
    expect((await change(bea, id, { revision: 1, title: 'Mine' })).status).toBe(403);
    expect((await dora.get(`/ajax/action-items/owners?body=${stage.board.id}`)).status).toBe(403);
  });

  test('sends live events only to members who can see its meeting', async () => {
    const closed = await makeClosed();
    const [heard, unheard] = [stage.hear(bea), stage.hear(dora)];
    await make(ada, { meeting_id: closed.id });
    await vi.waitFor(() => expect(heard).toContain('action-item'));
    expect(unheard).not.toContain('action-item');
  });

  test('can be started, completed and reopened by its owner, but dropped only by officers and editors', async () => {
    const { id } = await make();
    const to = async (who: TestClient, state: string) =>
      change(who, id, { revision: (await read(who, id)).item.revision, state });
    expect((await to(dora, 'done')).status).toBe(403);
    expect((await to(bea, 'dropped')).status).toBe(403);
    expect((await to(bea, 'in-progress')).json.data.item.state).toBe('in-progress');
    expect((await to(bea, 'done')).json.data.item).toMatchObject({ state: 'done', can: { edit: false } });
    expect((await to(bea, 'in-progress')).json.data.item.ended_at).toBeNull();
    expect((await to(cleo, 'dropped')).json.data.item.state).toBe('dropped');
    expect((await to(bea, 'open')).status).toBe(403);
    expect((await to(cleo, 'done')).json.status).toBe('error');
    expect((await to(cleo, 'open')).json.data.item.state).toBe('open');
    const { changes } = await read(dora, id);
    expect(changes.map((each: Record<string, string>) => [each.field, each.old, each.new, each.by])).toEqual([
      ['state', 'dropped', 'open', 'Cleo Byron'],
      ['state', 'in-progress', 'dropped', 'Cleo Byron'],
      ['state', 'done', 'in-progress', 'Bea Byron'],
      ['state', 'in-progress', 'done', 'Bea Byron'],
      ['state', 'open', 'in-progress', 'Bea Byron'],
    ]);
    const stateSet = Array(5).fill('action-item.state-set');
    expect(await stage.actions({ id })).toEqual(['action-item.created', ...stateSet]);
  });

  test('keeps the first of two conflicting edits and reports the conflict to the second editor', async () => {
    const { id } = await make();
    await change(cleo, id, { revision: 1, title: 'Compare three rents' });
    const late = (await change(ada, id, { revision: 1, title: 'Ask for rents', notes: 'By letter' })).json.data;
    expect(late.item).toMatchObject({ title: 'Compare three rents', notes: 'By letter' });
    expect(late.conflicts).toMatchObject([{ field: 'title', by: 'Cleo Byron' }]);
    const racing = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => change(ada, id, { revision: 3, due_on: `2026-12-${10 + nth}` })),
    );
    expect(racing.filter(({ json }) => json.data.conflicts.length === 0)).toHaveLength(1);
    const errors = { revision: 'Somebody else may have changed this. Reload the page and try again.' };
    const future = await change(ada, id, { revision: 2_147_483_647, notes: 'Mine' });
    expect(future).toMatchObject({ status: 422, json: { errors } });
  });

  test('keeps an inactive owner, marked as having left, until it is reassigned', async () => {
    const { id } = await make();
    await setStatus('inactive');
    const { owner, revision } = (await read(cleo, id)).item;
    expect(owner).toMatchObject({ name: 'Bea Byron', has_left: true });
    const given = await change(cleo, id, { revision, owner_id: cleo.id });
    expect(given.json.data.item.owner).toMatchObject({ name: 'Cleo Byron', has_left: false });
    expect((await read(cleo, id)).changes[0]).toMatchObject({ field: 'owner', old: 'Bea Byron', new: 'Cleo Byron' });
  });
});

describe('a meeting with its own chair or secretary', () => {
  const runs = async (who: TestClient, meeting = stage.meeting) => {
    const { create } = (await who.get(stage.path('action-items', meeting))).json.data.can;
    const status = create ? 200 : 403;
    expect((await who.get(`/ajax/action-items/owners?meeting=${meeting.id}`)).status).toBe(status);
    expect((await post(who, { meeting_id: meeting.id })).status).toBe(status);
    return create;
  };

  test('lets its own officers, rather than the body’s, manage its action items', async () => {
    const { id } = await make();
    expect([await runs(cleo), await runs(dora)]).toEqual([true, false]);
    expect((await setDesk({ secretary_id: dora.id })).status).toBe(200);
    expect([await runs(cleo), await runs(dora)]).toEqual([false, true]);
    expect([(await read(cleo, id)).item.can.edit, (await read(dora, id)).item.can.edit]).toEqual([false, true]);
    expect((await change(cleo, id, { revision: 1, state: 'dropped' })).status).toBe(403);
    expect((await change(dora, id, { revision: 1, state: 'dropped' })).status).toBe(200);
    expect((await post(cleo, ofBody())).status).toBe(200);
    expect((await post(dora, ofBody())).status).toBe(403);
  });

  test('lets its chair manage action items even if its audience consists of two groups', async () => {
    const group = (name: string) => server.make.group({ board: stage.board, name, members: [dora, bea] });
    const groups = [await group('Finance'), await group('Audit')];
    const joint = await stage.anotherMeeting('2026-11-23T12:00:00Z', { groups });
    const made = await make(ada, { meeting_id: joint.id });
    expect([made.body, await runs(dora, joint)]).toEqual([null, false]);
    await setDesk({ chair_id: dora.id }, joint);
    expect([(await read(dora, made.id)).item.body, await runs(dora, joint)]).toEqual([null, true]);
    await setDesk({ chair_id: dora.id, body_id: groups[1]?.id }, joint);
    expect((await read(dora, made.id)).item.body).toEqual({ id: groups[1]?.id, name: 'Audit' });
  });
});

describe('the link to an action item', () => {
  test('cannot change another member’s item', async () => {
    const { id } = await make();
    const via = { kind: 'magic-action-item', actionItemId: id } as const;
    const answered = withBoardScope(
      server.context,
      { boardId: stage.board.id, userId: dora.userId ?? '', via },
      (scope) => setByLink(scope, server.context.secrets, { to: 'done', note: '' }),
    );
    await expect(answered).rejects.toMatchObject({ code: 'forbidden' });
  });

  const path = (uid: string) => `/ajax/magic/action-items/${encodeURIComponent(uid)}`;
  const uidOf = (id: string, generation = 1) =>
    actionItemUid(server.context.secrets, { memberId: bea.id, actionItemId: id, generation });
  const done = { to: 'done', note: '' };
  const contents = () => asSuperuser(server.context, readContents);

  test('changes nothing when opened, and can complete the item with a note', async () => {
    const { id } = await make(ada, { notes: 'Three of them' });
    const visitor = server.stranger();
    const before = await contents();
    for (let nth = 0; nth < 5; nth += 1) {
      const { item } = (await visitor.get(path(uidOf(id)))).json.data;
      expect(item).toMatchObject({ title: 'Compare the rents', states: ['in-progress', 'done'] });
    }
    for (const address of [path(uidOf(id)), `/action/${uidOf(id)}`]) {
      expect((await server.app.inject({ method: 'HEAD', url: address })).statusCode).toBeLessThan(500);
      expect((await visitor.get(`${address}?to=done`)).status).toBeLessThan(500);
    }
    expect(await contents()).toEqual(before);
    for (let nth = 0; nth < 2; nth += 1) {
      const answer = await visitor.post(path(uidOf(id)), { to: 'done', note: 'Sent by post' });
      expect(answer.json.data.item.state).toBe('done');
    }
    const after = await read(cleo, id);
    expect(after.item).toMatchObject({ state: 'done', notes: 'Three of them\n\nSent by post' });
    expect(after.changes).toMatchObject([
      { field: 'notes', by: 'Bea Byron', by_link: true },
      { field: 'state', new: 'done', by_link: true },
    ]);
  });

  test('opens only its own item and cannot drop or reassign it', async () => {
    const { id } = await make();
    const others = await make(ada, { title: 'Another', owner_id: cleo.id });
    const visitor = server.stranger();
    const opens = async () => (await visitor.get(path(uidOf(id)))).status;
    expect((await visitor.get(path(uidOf(others.id)))).status).toBe(404);
    for (const kind of ['meetings', 'announcements']) {
      expect((await visitor.get(`/ajax/magic/${kind}/${uidOf(id)}`)).status).toBe(404);
    }
    const before = await contents();
    for (const body of [
      {},
      { to: 'open', note: '' },
      { to: 'dropped', note: '' },
      { ...done, owner_id: dora.id },
      { ...done, due_on: '2030-01-01' },
    ]) {
      expect((await visitor.post(path(uidOf(id)), body)).status).toBe(422);
    }
    expect(await contents()).toEqual(before);
    await query(`update boards set magic_links = 'answer' where id = $1`, [stage.board.id]);
    const masked = { title: null, notes: null, due_on: '2026-12-08' };
    expect((await visitor.get(path(uidOf(id)))).json.data.item).toMatchObject(masked);
    await query(`update boards set magic_links = 'off' where id = $1`, [stage.board.id]);
    expect(await opens()).toBe(404);
  });

  test('can be revoked or renewed by officers and editors, and expires 31 days after the item is completed', async () => {
    const { id } = await make();
    const visitor = server.stranger();
    const opens = async (generation = 1, of = id) => (await visitor.get(path(uidOf(of, generation)))).status;
    const link = (to: string, who = cleo) => who.post(`/ajax/action-items/${id}/link`, { to });
    expect((await link('ended', bea)).status).toBe(403);
    expect([(await link('ended')).json.data.item.link, await opens()]).toEqual(['ended', 404]);
    expect([(await link('renewed')).json.data.item.link, await opens(), await opens(2)]).toEqual(['open', 404, 200]);
    expect(await mails()).toContain('New link: Compare the rents');
    await setStatus('inactive');
    await setStatus('active');
    expect([await opens(2), await opens(3)]).toEqual([404, 200]);
    await change(ada, id, { revision: 1, owner_id: cleo.id });
    expect(await opens(3)).toBe(404);
    const own = await make(ada, { title: 'Second' });
    await stage.signInAgain();
    const { revision } = (await read(bea, own.id)).item;
    await change(bea, own.id, { revision, state: 'done' });
    expect(await opens(1, own.id)).toBe(200);
    server.context.clock.advance({ minutes: 31 * 1440 });
    expect(await opens(1, own.id)).toBe(404);
  });

  test('records ten simultaneous responses as one change, and stores notes as plain text', async () => {
    const { id } = await make();
    const note = '<img src=x onerror=alert(1)>\n=1+1';
    const answer = (body: object) => server.stranger().post(path(uidOf(id)), body);
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(done)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await read(bea, id)).changes).toHaveLength(1);
    expect((await answer({ to: 'in-progress', note })).status).toBe(200);
    expect((await read(bea, id)).item.notes).toBe(note);
    const long = { to: 'done', note: 'x'.repeat(1_990) };
    expect((await answer(long)).json.errors).toEqual({ note: 'The notes have reached their maximum length.' });
  });
});

describe('mail about action items', () => {
  const sentAt = async (instant: string) => {
    const before = server.context.sent.length;
    at(instant);
    for (const job of actionItemJobs(server.context).filter(({ schedule }) => schedule !== undefined)) {
      await job.handle({}, { attempt: 1, isLast: true });
    }
    await server.context.runJobs();
    const addresses = [ada, bea, cleo, dora].map(({ email }) => email);
    return server.context.sent.slice(before).filter(({ to }) => addresses.includes(to.address));
  };
  const subjectsAt = async (instant: string) =>
    (await sentAt(instant)).map(({ to, subject }) => `${to.name}: ${subject}`);
  const due = (owner: Actor, dueOn: string, rest: object = {}) =>
    makeActionItem(server.context, { boardId: stage.board.id, owner, dueOn, ...rest });

  test('notifies an owner of changes by others, but not of the owner’s own changes', async () => {
    const { id } = await make();
    await make(cleo, { title: 'My own', owner_id: cleo.id });
    await change(cleo, id, { revision: 1, state: 'dropped' });
    expect(await mails()).toEqual(['Dropped: Compare the rents']);
    expect(server.context.sent.filter(({ to }) => to.address === cleo.email)).toEqual([]);
    const another = await make(ada, { title: 'Another' });
    expect(await mails()).toContain('Action item: Another');
    const uid = actionItemUid(server.context.secrets, { memberId: bea.id, actionItemId: another.id, generation: 1 });
    expect(server.context.sent.at(-1)?.text).toContain(`/action/${uid}`);
  });

  test('sends one reminder of all due items at 08:00, and repeats it weekly up to eight times', async () => {
    await due(bea, '2026-12-08', { meetingId: stage.meeting.id });
    await due(bea, '2026-12-10');
    const mail = (words: string) => [`Bea Byron: ${words}: ${stage.board.title}`];
    for (const [instant, sent] of [
      ['2026-12-01T12:59:00Z', []],
      ['2026-12-01T13:00:00Z', mail('1 action item due')],
      ['2026-12-01T20:00:00Z', []],
      ['2026-12-03T13:00:00Z', mail('2 action items due')],
      ['2026-12-08T13:00:00Z', mail('2 action items due')],
      ['2026-12-09T13:00:00Z', []],
      ['2026-12-10T13:00:00Z', mail('2 action items due, 1 overdue')],
      ['2026-12-15T13:00:00Z', mail('2 action items due, 2 overdue')],
      ['2027-02-04T13:00:00Z', [expect.anything()]],
      ['2027-02-11T13:00:00Z', []],
    ] as const) {
      expect(await subjectsAt(instant), instant).toEqual(sent);
    }
  });

  test('replaces the reminders missed during an outage with a single one', async () => {
    await due(bea, '2026-11-30');
    expect((await subjectsAt('2026-12-20T13:00:00Z')).filter((subject) => subject.includes('due'))).toHaveLength(1);
    expect(await subjectsAt('2026-12-20T14:00:00Z')).toEqual([]);
    expect(await subjectsAt('2026-12-21T13:00:00Z')).toHaveLength(1);
  });

  test('does not notify the owner of an item in a draft meeting until the meeting is published', async () => {
    const draft = await stage.anotherMeeting('2026-11-26T14:00:00Z', { state: 'draft' });
    await make(ada, { title: 'Of a draft', meeting_id: draft.id });
    expect(await mails()).toEqual([]);
    expect((await ada.post(`/ajax/meetings/${draft.id}/publish`)).json.status).toBe('success');
    expect(await mails()).toContain('Action item: Of a draft');
  });

  test('informs officers and admins of overdue items the day before a meeting, and names owners only to recipients who may see them', async () => {
    await due(bea, '2026-11-17');
    const next = await stage.anotherMeeting('2026-11-20T15:00:00Z', { title: 'Next' });
    const last = await stage.anotherMeeting('2026-11-21T15:00:00Z', { title: 'Last' });
    await setDesk({ chair_id: dora.id }, last);
    const overdueAt = async (instant: string, title: string) =>
      (await sentAt(instant))
        .filter(({ subject }) => subject === `1 action item overdue: ${title}`)
        .map(({ to, text }) => [to.name, text.includes('Bea Byron')])
        .toSorted();
    expect(await overdueAt('2026-11-19T13:00:00Z', next.title)).toEqual([
      ['Ada Byron', true],
      ['Cleo Byron', true],
    ]);
    expect(await overdueAt('2026-11-19T14:00:00Z', next.title)).toEqual([]);
    await stage.hidePeople();
    expect(await overdueAt('2026-11-20T13:00:00Z', last.title)).toEqual([
      ['Ada Byron', true],
      ['Dora Byron', false],
    ]);
  });
});
