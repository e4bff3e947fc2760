import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { peopleMessages } from '#domain/messages/people.ts';
import { withBoardScope } from '#server/db/board-scope.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import {
  inBoard,
  type MadeBoard,
  makeBoard,
  makeGroup,
  makeInvitee,
  makeMeeting,
  makeMember,
  makeUser,
} from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { lockPerson } from './commands.ts';

const server = testApp();

async function boardWithAdmin(given: { readonly peopleHidden?: boolean } = {}) {
  const board = await makeBoard(server.context, given);
  const admin = await makeMember(server.context, { board, isBoardAdmin: true, firstName: 'Ada', lastName: 'Adler' });
  return { board, admin, call: await server.signIn(admin) };
}

const memberRow = (board: MadeBoard, id: string) =>
  inBoard(server.context, board.id, (tx) =>
    tx.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const actionsOf = (board: MadeBoard) =>
  inBoard(server.context, board.id, async (tx) =>
    (await tx.selectFrom('audit_entries').select('action').orderBy('id').execute()).map((row) => row.action),
  );

test('S3.3 the directory stands by last name, then first name, in the one order of the product', async () => {
  const { board, call } = await boardWithAdmin();
  for (const [firstName, lastName] of [
    ['Zoë', 'Ávila'],
    ['Ann', 'Avila'],
    ['Åsa', 'Öberg'],
    ['Ian', 'Oberg'],
  ] as const) {
    await makeMember(server.context, { board, firstName, lastName });
  }
  await makeMember(server.context, { board, status: 'invited', firstName: 'Pia', lastName: 'Avila' });
  const names = (await call.get('/ajax/people')).json.data.people.map((each: { name: string }) => each.name);
  expect(names).toEqual(['Ada Adler', 'Ann Avila', 'Pia Avila', 'Zoë Ávila', 'Ian Oberg', 'Åsa Öberg']);
});

test('a person is told with their groups, as far as the reader may see those', async () => {
  const { board, call } = await boardWithAdmin();
  const [reader, person] = [await makeMember(server.context, { board }), await makeMember(server.context, { board })];
  const shared = await makeGroup(server.context, { board, name: 'Audit', members: [reader], admins: [person] });
  const other = await makeGroup(server.context, { board, name: 'Works', members: [person] });
  const groupsFor = async (asked: typeof call) =>
    (await asked.get(`/ajax/people/${person.slug}`)).json.data.person.groups;
  const audit = { id: shared.id, name: 'Audit', is_group_admin: true };
  expect(await groupsFor(call)).toEqual([audit, { id: other.id, name: 'Works', is_group_admin: false }]);
  expect(await groupsFor(await server.signIn(reader))).toEqual([audit]);
  expect((await call.get('/ajax/people/nobody-there')).status).toBe(404);
});

test('of a board that hides its people a plain member finds neither the directory nor a person', async () => {
  const { board, admin, call } = await boardWithAdmin({ peopleHidden: true });
  const plain = await server.signIn(await makeMember(server.context, { board }));
  const statuses = async (asked: typeof call) => [
    (await asked.get('/ajax/people')).status,
    (await asked.get(`/ajax/people/${admin.slug}`)).status,
  ];
  expect([await statuses(plain), await statuses(call)]).toEqual([
    [404, 404],
    [200, 200],
  ]);
});

test('whoever is no admin any more holds nobody to take rights away', async () => {
  const { board, admin } = await boardWithAdmin();
  const member = await makeMember(server.context, { board });
  const lockedBy = (who: typeof member, whom: typeof member) =>
    withBoardScope(server.context, { boardId: board.id, userId: who.userId ?? '' }, (scope) =>
      lockPerson(scope, whom.id),
    );
  await expect(lockedBy(member, admin)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(lockedBy(admin, member)).resolves.toMatchObject({ id: member.id, isLastAdmin: false });
});

test('inactive members are listed for admins alone; their page keeps the name and nothing to reach them by', async () => {
  const { board, call } = await boardWithAdmin();
  const member = await makeMember(server.context, { board });
  const gone = await makeMember(server.context, { board, status: 'inactive', lastName: 'Gone' });
  const idsFor = async (asked: typeof call) =>
    (await asked.get('/ajax/people')).json.data.people.map((each: { id: string }) => each.id);
  expect(await idsFor(call)).toContain(gone.id);
  const plain = await server.signIn(member);
  expect(await idsFor(plain)).not.toContain(gone.id);
  const seen = await plain.get(`/ajax/people/${gone.slug}`);
  expect(seen.json.data.person).toMatchObject({ last_name: 'Gone', email: null, status: 'inactive' });
  expect(seen.text).not.toContain(gone.email);
});

test('of an inactive member the admins read position and profile, the others the position alone', async () => {
  const { board, call } = await boardWithAdmin();
  const gone = await makeMember(server.context, { board });
  const drafts = { required: false, visibility: 'everyone', options: [], id: null, kind: 'text' };
  const made = await call.post('/ajax/profile-fields', {
    member: [{ ...drafts, name: 'Mobile' }],
    admin: [{ ...drafts, name: 'Term' }],
  });
  const fields: readonly { readonly id: string; readonly name: string }[] = made.json.data.fields;
  const values = Object.fromEntries(
    fields.filter(({ name }) => name === 'Mobile' || name === 'Term').map(({ id, name }) => [id, `the ${name}`]),
  );
  expect((await call.post(`/ajax/profiles/${gone.slug}`, { values })).status).toBe(200);
  await call.post(`/ajax/people/${gone.id}/status`, { status: 'inactive' });
  const read = async (asked: typeof call) =>
    (await asked.get(`/ajax/people/${gone.slug}`)).json.data.values.map(({ value }: { value: string }) => value);
  expect(await read(call)).toEqual(['the Mobile', 'the Term']);
  expect(await read(await server.signIn(await makeMember(server.context, { board })))).toEqual(['the Term']);
});

test('an admin makes another admin and takes it back; both are in the log', async () => {
  const { board, call } = await boardWithAdmin();
  const member = await makeMember(server.context, { board });
  const other = await server.signIn(member);
  expect((await other.post(`/ajax/people/${member.id}/admin`, { is_board_admin: true })).status).toBe(403);
  await call.post(`/ajax/people/${member.id}/admin`, { is_board_admin: true });
  expect((await other.get('/ajax/people')).json.data.can).toEqual({ create: true, manage: true });
  await call.post(`/ajax/people/${member.id}/admin`, { is_board_admin: false });
  expect((await other.get('/ajax/people')).json.data.can).toEqual({ create: false, manage: false });
  expect(await actionsOf(board)).toEqual(['person.made-admin', 'person.admin-removed']);
});

test('the last active admin is kept, whatever is tried', async () => {
  const { board, admin, call } = await boardWithAdmin();
  await makeMember(server.context, { board, status: 'inactive', isBoardAdmin: true });
  await makeMember(server.context, { board, status: 'invited', isBoardAdmin: true });
  const refused = await call.post(`/ajax/people/${admin.id}/admin`, { is_board_admin: false });
  expect(refused.json).toEqual({ status: 'error', msg: peopleMessages.lastAdmin });
  expect((await call.post(`/ajax/people/${admin.id}/status`, { status: 'inactive' })).json.msg).toBe(
    peopleMessages.notYourself,
  );
  expect((await call.delete(`/ajax/people/${admin.id}`)).json.msg).toBe(peopleMessages.notYourself);
  expect((await call.get(`/ajax/people/${admin.slug}`)).json.data.is_last_admin).toBe(true);
  expect(await memberRow(board, admin.id)).toMatchObject({ status: 'active', is_board_admin: true });
});

test.each(['admin', 'status', 'remove'] as const)(
  'of ten admins who take each other off at once by %s, one admin stays',
  async (way) => {
    const board = await makeBoard(server.context);
    const admins = await Promise.all(
      Array.from({ length: 10 }, () => makeMember(server.context, { board, isBoardAdmin: true })),
    );
    const clients = await Promise.all(admins.map((admin) => server.signIn(admin)));
    const answers = await Promise.all(
      clients.map((client, nth) => {
        const { id } = admins[(nth + 1) % admins.length] ?? { id: '' };
        if (way === 'admin') return client.post(`/ajax/people/${id}/admin`, { is_board_admin: false });
        if (way === 'status') return client.post(`/ajax/people/${id}/status`, { status: 'inactive' });
        return client.delete(`/ajax/people/${id}`);
      }),
    );
    expect(answers.map((answer) => answer.status).filter((status) => ![200, 403, 404].includes(status))).toEqual([]);
    const left = await inBoard(server.context, board.id, (tx) =>
      tx.selectFrom('members').select('id').where('is_board_admin', '=', true).where('status', '=', 'active').execute(),
    );
    expect(left.length).toBeGreaterThanOrEqual(1);
  },
);

test('of ten who demote themselves at once, one admin stays', async () => {
  const board = await makeBoard(server.context);
  const admins = await Promise.all(
    Array.from({ length: 10 }, () => makeMember(server.context, { board, isBoardAdmin: true })),
  );
  const clients = await Promise.all(admins.map((admin) => server.signIn(admin)));
  const answers = await Promise.all(
    clients.map((client, nth) => client.post(`/ajax/people/${admins[nth]?.id}/admin`, { is_board_admin: false })),
  );
  const reported = answers.filter((answer) => answer.json.status === 'error');
  expect(reported.map((answer) => answer.json.msg)).toEqual([peopleMessages.lastAdmin]);
  expect(answers.filter((answer) => answer.json.status === 'success')).toHaveLength(9);
});

test('a member made inactive loses the board in every session, and its links; other boards stay', async () => {
  const { board, admin, call } = await boardWithAdmin();
  const user = await makeUser(server.context);
  const member = await makeMember(server.context, { board, user });
  const elsewhere = await makeMember(server.context, { user });
  const meeting = await makeMeeting(server.context, { board });
  const { uid } = await makeInvitee(server.context, { meeting, member });
  const [first, second] = [await server.signIn(member), await server.signIn(member)];
  const onElsewhere = await server.signIn(elsewhere);
  const magic = () => server.stranger().get(`/ajax/magic/meetings/${uid}`);
  expect((await magic()).status).toBe(200);
  expect((await call.post(`/ajax/people/${member.id}/status`, { status: 'inactive' })).status).toBe(200);
  for (const client of [first, second]) expect((await client.get('/ajax/meetings')).status).toBe(404);
  expect((await onElsewhere.get('/ajax/meetings')).status).toBe(200);
  expect((await magic()).status).toBe(404);
  const boards = await server.context.db.transaction().execute(async (tx) => {
    await sql`select set_config('dais.user_id', ${user.id}, true)`.execute(tx);
    return tx.selectFrom('sessions').select('board_id').execute();
  });
  expect(boards.map((session) => session.board_id).toSorted()).toEqual([elsewhere.boardId, null, null].toSorted());
  expect((await call.get(`/ajax/meetings/${meeting.id}`)).status).toBe(200);
  expect(await actionsOf(board)).toEqual(['person.made-inactive']);
  expect(await memberRow(board, admin.id)).toMatchObject({ status: 'active' });
});

test('who comes back is a plain member, with their groups, and with other links than before', async () => {
  const { board, call } = await boardWithAdmin();
  const member = await makeMember(server.context, { board, isBoardAdmin: true });
  const group = await makeGroup(server.context, { board, members: [member] });
  const meeting = await makeMeeting(server.context, { board });
  const { uid } = await makeInvitee(server.context, { meeting, member, acceptance: 'declined' });
  await call.post(`/ajax/people/${member.id}/status`, { status: 'inactive' });
  const missed = await makeMeeting(server.context, { board });
  await call.post(`/ajax/people/${member.id}/status`, { status: 'active' });
  const back = await server.signIn(member);
  const { person, can } = (await back.get(`/ajax/people/${member.slug}`)).json.data;
  expect(person).toMatchObject({ status: 'active', is_board_admin: false, groups: [{ id: group.id }] });
  expect(can).toMatchObject({ edit: true, make_admin: false, set_groups: false });
  expect((await server.stranger().get(`/ajax/magic/meetings/${uid}`)).status).toBe(404);
  const acceptanceOf = async (id: string) =>
    (await back.get(`/ajax/meetings/${id}`)).json.data.meeting.meeting_status?.acceptance;
  expect([await acceptanceOf(meeting.id), await acceptanceOf(missed.id)]).toEqual(['declined', 'none']);
});

test('whoever is removed is in no list, keeps their name on what they did, and can be invited again', async () => {
  const { board, call } = await boardWithAdmin();
  const member = await makeMember(server.context, { board, firstName: 'Rhea', lastName: 'Moved' });
  await makeGroup(server.context, { board, members: [member] });
  const past = await makeMeeting(server.context, { board, startsAt: '2025-01-10T12:00:00Z' });
  await makeInvitee(server.context, { meeting: past, member, acceptance: 'accepted' });
  const session = await server.signIn(member);
  expect((await call.delete(`/ajax/people/${member.id}`)).status).toBe(200);
  expect((await session.get('/ajax/meetings')).status).toBe(404);
  expect((await call.get(`/ajax/people/${member.slug}`)).status).toBe(404);
  expect((await call.get('/ajax/people')).text).not.toContain('Moved');
  expect((await call.get(`/ajax/meetings/${past.id}`)).json.data.meeting.invitees).toMatchObject([
    { name: 'Rhea Moved', slug: null },
  ]);
  const again = await call.post('/ajax/people', { first_name: 'Rhea', last_name: 'Moved', email: member.email });
  expect(again.json.data.person).toMatchObject({ status: 'invited' });
  expect((await call.post(`/ajax/people/${member.id}/status`, { status: 'active' })).status).toBe(404);
});

test('removing a pending member revokes the invitation', async () => {
  const { board, call } = await boardWithAdmin();
  const pending = await makeMember(server.context, { board, status: 'invited' });
  expect((await call.post(`/ajax/people/${pending.id}/status`, { status: 'inactive' })).json.msg).toBe(
    peopleMessages.notJoined,
  );
  await call.delete(`/ajax/people/${pending.id}`);
  const invitations = await inBoard(server.context, board.id, (tx) =>
    tx.selectFrom('invitations').select('revoked_at').execute(),
  );
  expect(invitations.map((row) => row.revoked_at !== null)).toEqual([true]);
  expect((await call.get('/ajax/people')).text).not.toContain(pending.email);
});

test('groups are set as a whole; who stays stays group admin; another board’s group is not there', async () => {
  const { board, call } = await boardWithAdmin();
  const member = await makeMember(server.context, { board });
  const kept = await makeGroup(server.context, { board, name: 'Kept', admins: [member] });
  await makeGroup(server.context, { board, name: 'Left', members: [member] });
  const joined = await makeGroup(server.context, { board, name: 'New' });
  const foreign = await makeGroup(server.context);
  const set = (...group_ids: string[]) => call.post(`/ajax/people/${member.id}/groups`, { group_ids });
  expect((await set(foreign.id)).status).toBe(404);
  expect((await set(kept.id, joined.id)).status).toBe(200);
  expect((await call.get(`/ajax/people/${member.slug}`)).json.data.person.groups).toEqual([
    { id: kept.id, name: 'Kept', is_group_admin: true },
    { id: joined.id, name: 'New', is_group_admin: false },
  ]);
  await set();
  expect((await call.get(`/ajax/people/${member.slug}`)).json.data.person.groups).toEqual([]);
});

test('the stream of whoever is made inactive is closed, and the server goes on', async () => {
  const { board, call } = await boardWithAdmin();
  const member = await makeMember(server.context, { board });
  const base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const token = await sessionOf(server.context, member);
  const stream = await fetch(`${base}/ajax/events`, {
    headers: {
      cookie: `${cookieName(server.context.config, cookieNames.session)}=${token}`,
      'x-board': board.id,
      'x-requested-with': 'XMLHttpRequest',
    },
  });
  expect(stream.status).toBe(200);
  const ended = stream.text();
  await call.post(`/ajax/people/${member.id}/status`, { status: 'inactive' });
  expect((await ended).trim()).toBe('');
  expect((await call.get('/ajax/people')).status).toBe(200);
});

test.each([
  ['the account is renamed first', ['rename', 'join']],
  ['the member joins first', ['join', 'rename']],
] as const)('who joins while their account gets another name has the new one: %s', async (_, order) => {
  const board = await makeBoard(server.context);
  const invited = await makeMember(server.context, { board, status: 'invited' });
  const user = await makeUser(server.context, { firstName: 'Ida', lastName: 'Before' });
  const statements = {
    rename: [`update users set last_name = 'After' where id = $1`, [user.id]],
    join: [`update members set user_id = $1, status = 'active' where id = $2`, [user.id, invited.id]],
  } as const;
  await asSuperuser(server.context, (first) =>
    asSuperuser(server.context, async (second) => {
      const [one, other] = order.map((name) => statements[name]);
      await first.query('begin');
      await first.query(one?.[0] ?? '', [...(one?.[1] ?? [])]);
      const later = second.query(other?.[0] ?? '', [...(other?.[1] ?? [])]);
      // Until it has ended, or waits.
      await Promise.race([later, pause(300)]);
      await first.query('commit');
      await later;
    }),
  );
  expect(await memberRow(board, invited.id)).toMatchObject({ first_name: 'Ida', last_name: 'After' });
});
