import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { peopleMessages } from '#domain/messages/people.ts';
import { withBoardScope } from '#server/db/board-scope.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { makeMember } from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { signInStage, successes, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { lockPerson } from './commands.ts';

const server = testApp();
const { rows, auditOf } = signInStage(server);
const {
  board,
  adminMember: admin,
  member,
  admin: call,
  reader,
} = boardStage(server, { admin: { firstName: 'Ada', lastName: 'Adler' } });

type Given = Parameters<typeof makeMember>[1];

interface Identified {
  readonly id: string;
}
const add = (more: Given = {}) => server.make.member({ board, ...more });
const read = async ({ slug }: { readonly slug: string }, by = call) => (await by.get(`/ajax/people/${slug}`)).json.data;
const list = async (by = call) => (await by.get('/ajax/people')).json.data;
const setAdmin = ({ id }: Identified, is_board_admin: boolean) =>
  call.post(`/ajax/people/${id}/admin`, { is_board_admin });
const setStatus = ({ id }: Identified, status: string) => call.post(`/ajax/people/${id}/status`, { status });
const remove = ({ id }: Identified) => call.delete(`/ajax/people/${id}`);
const memberRow = async ({ id }: Identified) => (await rows('select * from members where id = $1', [id]))[0];
const openLink = async (uid: string) => (await server.stranger().get(`/ajax/magic/meetings/${uid}`)).status;

test('the directory is sorted by name and includes invited people', async () => {
  await add({ status: 'invited', firstName: 'Zoë', lastName: 'Ávila' });
  const names = (await list()).people.map((each: { name: string }) => each.name);
  expect(names).toEqual(['Ada Adler', 'Zoë Ávila', 'Ben Moser']);
});

test('a person is shown with only those groups that the reader may see', async () => {
  const person = await add();
  const shared = await server.make.group({ board, name: 'Audit', members: [member], admins: [person] });
  const other = await server.make.group({ board, name: 'Works', members: [person] });
  const audit = { id: shared.id, name: 'Audit', is_group_admin: true };
  const works = { id: other.id, name: 'Works', is_group_admin: false };
  expect((await read(person)).person.groups).toEqual([audit, works]);
  expect((await read(person, reader)).person.groups).toEqual([audit]);
});

test('only an admin can lock a person’s row for changes', async () => {
  const lockedBy = (who: typeof member, whom: typeof member) =>
    withBoardScope(server.context, { boardId: board.id, userId: who.userId ?? '' }, (scope) =>
      lockPerson(scope, whom.id),
    );
  await expect(lockedBy(member, admin)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(lockedBy(admin, member)).resolves.toMatchObject({ id: member.id, isLastAdmin: false });
});

test('inactive members are listed only for admins, and plain members cannot see their email addresses', async () => {
  const gone = await add({ status: 'inactive', lastName: 'Gone' });
  const listed = expect.objectContaining({ id: gone.id });
  expect((await list()).people).toContainEqual(listed);
  expect((await list(reader)).people).not.toContainEqual(listed);
  const seen = await reader.get(`/ajax/people/${gone.slug}`);
  expect(seen.json.data.person).toMatchObject({
    name: expect.stringMatching(/ Gone$/),
    email: null,
    status: 'inactive',
  });
  expect(seen.text).not.toContain(gone.email);
});

test('admins see the position and profile of an inactive member, and others only the position', async () => {
  const gone = await add();
  const draft = { required: false, visibility: 'everyone', options: [], id: null, kind: 'text' };
  const lists = { member: [{ ...draft, name: 'Mobile' }], admin: [{ ...draft, name: 'Term' }] };
  const { fields } = (await call.post('/ajax/profile-fields', lists)).json.data;
  const values = Object.fromEntries(
    (fields as readonly { readonly id: string; readonly name: string }[])
      .filter(({ name }) => ['Mobile', 'Term'].includes(name))
      .map(({ id, name }) => [id, `the ${name}`]),
  );
  expect((await call.post(`/ajax/profiles/${gone.slug}`, { values })).status).toBe(200);
  await setStatus(gone, 'inactive');
  expect((await read(gone)).values).toMatchObject([{ value: 'the Mobile' }, { value: 'the Term' }]);
  expect((await read(gone, reader)).values).toMatchObject([{ value: 'the Term' }]);
});

test('an admin can make another member an admin and undo it, and both actions are logged', async () => {
  for (const isAdmin of [true, false]) {
    await setAdmin(member, isAdmin);
    expect((await list(reader)).can).toEqual({ create: isAdmin, manage: isAdmin });
  }
  expect(await auditOf(board.id)).toEqual(['person.made-admin', 'person.admin-removed']);
});

test('a pending member cannot be made inactive', async () => {
  expect((await setStatus(await add({ status: 'invited' }), 'inactive')).json.msg).toBe(peopleMessages.notJoined);
});

test('the last active admin cannot be demoted, made inactive or removed', async () => {
  for (const status of ['inactive', 'invited'] as const) await add({ status, isBoardAdmin: true });
  expect((await setAdmin(admin, false)).json).toEqual({ status: 'error', msg: peopleMessages.lastAdmin });
  expect((await setStatus(admin, 'inactive')).json.msg).toBe(peopleMessages.notYourself);
  expect((await remove(admin)).json.msg).toBe(peopleMessages.notYourself);
  expect((await read(admin)).is_last_admin).toBe(true);
  expect(await memberRow(admin)).toMatchObject({ status: 'active', is_board_admin: true });
});

async function tenAdmins() {
  const board = await server.make.board();
  const admins = await tenAtOnce(() => server.make.member({ board, isBoardAdmin: true }));
  return {
    board,
    admins: await Promise.all(admins.map(async (each) => ({ id: each.id, by: await server.signIn(each) }))),
  };
}

test.each(['admin', 'status', 'remove'] as const)(
  'at least one admin remains if ten admins use “%s” on each other at the same time',
  async (way) => {
    const { board, admins } = await tenAdmins();
    const answers = await tenAtOnce(async (nth) => {
      const { by } = admins[nth] as (typeof admins)[number];
      const path = `/ajax/people/${admins[(nth + 1) % 10]?.id}`;
      if (way === 'admin') return by.post(`${path}/admin`, { is_board_admin: false });
      if (way === 'status') return by.post(`${path}/status`, { status: 'inactive' });
      return by.delete(path);
    });
    expect(answers.filter(({ status }) => ![200, 403, 404].includes(status))).toEqual([]);
    const left = `select from members where board_id = $1 and is_board_admin and status = 'active'`;
    expect((await rows(left, [board.id])).length).toBeGreaterThanOrEqual(1);
  },
);

test('if ten admins demote themselves at the same time, one admin remains', async () => {
  const { admins } = await tenAdmins();
  const answers = await Promise.all(
    admins.map(({ id, by }) => by.post(`/ajax/people/${id}/admin`, { is_board_admin: false })),
  );
  const refused = answers.filter(({ json }) => json.status === 'error');
  expect(refused.map(({ json }) => json.msg)).toEqual([peopleMessages.lastAdmin]);
  expect(successes(answers)).toHaveLength(9);
});

test('an inactive member loses access to the board in every session, but not to other boards', async () => {
  const user = await server.make.user();
  const [member, elsewhere] = [await add({ user }), await server.make.member({ user })];
  const meeting = await server.make.meeting({ board });
  const { uid } = await server.make.invitee({ meeting, member });
  const sessions = [await server.signIn(member), await server.signIn(member), await server.signIn(elsewhere)];
  expect(await openLink(uid)).toBe(200);
  expect((await setStatus(member, 'inactive')).status).toBe(200);
  const statuses = await Promise.all(sessions.map(async (each) => (await each.get('/ajax/meetings')).status));
  expect(statuses).toEqual([404, 404, 200]);
  expect(await openLink(uid)).toBe(404);
  const boards = await rows('select board_id from sessions where user_id = $1 order by board_id', [user.id]);
  expect(boards.map(({ board_id }) => board_id)).toEqual([elsewhere.boardId, null, null]);
  expect((await call.get(`/ajax/meetings/${meeting.id}`)).status).toBe(200);
  expect(await auditOf(board.id)).toEqual(['person.made-inactive']);
  expect(await memberRow(admin)).toMatchObject({ status: 'active' });
});

test('a reactivated person is a plain member with their former groups and replies', async () => {
  const member = await add({ isBoardAdmin: true });
  const group = await server.make.group({ board, members: [member] });
  const meeting = await server.make.meeting({ board });
  const { uid } = await server.make.invitee({ meeting, member, acceptance: 'declined' });
  await setStatus(member, 'inactive');
  const missed = await server.make.meeting({ board });
  await setStatus(member, 'active');
  const back = await server.signIn(member);
  const { person, can } = await read(member, back);
  expect(person).toMatchObject({ status: 'active', is_board_admin: false, groups: [{ id: group.id }] });
  expect(can).toMatchObject({ edit: true, make_admin: false, set_groups: false });
  expect(await openLink(uid)).toBe(404);
  const acceptanceOf = async ({ id }: Identified) =>
    (await back.get(`/ajax/meetings/${id}`)).json.data.meeting.meeting_status?.acceptance;
  expect([await acceptanceOf(meeting), await acceptanceOf(missed)]).toEqual(['declined', 'none']);
});

test('a removed person is still named in past meetings and can be invited again', async () => {
  const member = await add({ firstName: 'Rhea', lastName: 'Moved' });
  await server.make.group({ board, members: [member] });
  const past = await server.make.meeting({ board, startsAt: '2025-01-10T12:00:00Z' });
  await server.make.invitee({ meeting: past, member, acceptance: 'accepted' });
  const session = await server.signIn(member);
  expect((await remove(member)).status).toBe(200);
  expect((await session.get('/ajax/meetings')).status).toBe(404);
  expect((await call.get(`/ajax/people/${member.slug}`)).status).toBe(404);
  expect((await call.get('/ajax/people')).text).not.toContain('Moved');
  const { invitees } = (await call.get(`/ajax/meetings/${past.id}`)).json.data.meeting;
  expect(invitees).toMatchObject([{ name: 'Rhea Moved', slug: null }]);
  const again = await call.post('/ajax/people', { first_name: 'Rhea', last_name: 'Moved', email: member.email });
  expect(again.json.data.person).toMatchObject({ status: 'invited' });
  expect((await setStatus(member, 'active')).status).toBe(404);
});

test('setting a person’s groups replaces them and keeps existing group admin rights', async () => {
  const kept = await server.make.group({ board, name: 'Kept', admins: [member] });
  await server.make.group({ board, name: 'Left', members: [member] });
  const joined = await server.make.group({ board, name: 'New' });
  const foreign = await server.make.group();
  const set = async (...group_ids: string[]) =>
    (await call.post(`/ajax/people/${member.id}/groups`, { group_ids })).status;
  const withForeign = await set(kept.id, foreign.id);
  expect(withForeign).not.toBe(500);
  expect([withForeign, await set(kept.id, joined.id)]).toEqual([404, 200]);
  expect((await read(member)).person.groups).toEqual([
    { id: kept.id, name: 'Kept', is_group_admin: true },
    { id: joined.id, name: 'New', is_group_admin: false },
  ]);
  await set();
  expect((await read(member)).person.groups).toEqual([]);
});

test('making a person inactive closes their event stream', async () => {
  const base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const cookie = `${cookieName(server.context.config, cookieNames.session)}=${await sessionOf(server.context, member)}`;
  const headers = { cookie, 'x-board': board.id, 'x-requested-with': 'XMLHttpRequest' };
  const stream = await fetch(`${base}/ajax/events`, { headers });
  expect(stream.status).toBe(200);
  const ended = stream.text();
  await setStatus(member, 'inactive');
  expect((await ended).trim()).toBe('');
  expect(await list()).toMatchObject({ can: { manage: true } });
});

test.each([
  ['the account is renamed first', ['rename', 'join']],
  ['the member joins first', ['join', 'rename']],
] as const)('a person whose account is renamed while joining gets the new name: %s', async (_, order) => {
  const invited = await add({ status: 'invited' });
  const user = await server.make.user({ firstName: 'Ida', lastName: 'Before' });
  const statements = {
    rename: [`update users set last_name = 'After' where id = $1`, [user.id]],
    join: [`update members set user_id = $1, status = 'active' where id = $2`, [user.id, invited.id]],
  } as const;
  const [first, second] = order.map((name) => statements[name]);
  await server.asSuperuser(async (client) => {
    await client.query('begin');
    await client.query(first?.[0] ?? '', [...(first?.[1] ?? [])]);
    const later = rows(second?.[0] ?? '', second?.[1]);
    await Promise.race([later, pause(300)]);
    await client.query('commit');
    await later;
  });
  expect(await memberRow(invited)).toMatchObject({ first_name: 'Ida', last_name: 'After' });
});
