import { expect, test } from 'vitest';
import { readPastedPeople } from '#domain/invitations.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import { invitationStage } from '#tests/support/invitations.ts';
import { password, signInStage, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { switchVoter } from '#tests/support/voters.ts';

const server = testApp();
const { rows, secretTo } = signInStage(server);
const { redeem } = invitationStage(server);
const { board, adminMember: admin, admin: client } = boardStage(server);

const person = (nth: number, more: object = {}) => ({
  line: nth,
  first_name: 'Nadia',
  last_name: `Boudreau${nth}`,
  email: `nadia${nth}@several.example`,
  ...more,
});
const pendingOf = (boardId: string) =>
  rows(`select from members where board_id = $1 and status = 'invited'`, [boardId]);

test('each person on a list gets one invitation and is added to the chosen groups', async () => {
  const group = await server.make.group({ board });
  const groups = [{ id: group.id, is_group_admin: true }];
  const { data } = (await client.post('/ajax/invitations', { people: [person(1), person(2)], groups })).json;
  const ready = { message: 'Ready to invite' };
  expect(data).toMatchObject({ invited: 2, lines: [ready, ready] });
  await server.context.runJobs();
  const addresses = server.context.sent.map(({ to }) => to.address).toSorted();
  expect(addresses).toEqual(['nadia1@several.example', 'nadia2@several.example']);
  const belonging = await rows('select is_group_admin from group_members where group_id = $1', [group.id]);
  expect(belonging).toEqual([{ is_group_admin: true }, { is_group_admin: true }]);
});

test('an invitation can override the board’s default for the right to vote', async () => {
  const [group, later] = [await server.make.group({ board }), await server.make.group({ board })];
  const groups = [{ id: group.id, is_group_admin: false }];
  const named = { first_name: 'Ann', last_name: 'Lee' };
  const invite = async (email: string, rest: object = {}) =>
    (await client.post('/ajax/people', { ...named, email, groups, ...rest })).json.data.person.id;
  const [member, guest] = [await invite('member@votes.example'), await invite('guest@votes.example', { votes: false })];
  await client.post('/ajax/deciding', { revision: 0, new_members_vote: false });
  await client.post('/ajax/invitations', { people: [person(1)] });
  const [other, asked] = [await invite('other@votes.example'), await invite('asked@votes.example', { votes: true })];
  const silent = async (id: string) =>
    (await rows('select body_id from non_voters where member_id = $1', [id])).map((row) => row.body_id);
  expect(await silent(member)).toEqual([]);
  expect((await silent(guest)).toSorted()).toEqual([board.id, group.id].toSorted());
  expect((await silent(other)).toSorted()).toEqual([board.id, group.id].toSorted());
  expect(await silent(asked)).toEqual([]);
  const logged = await rows(
    `select action, detail->>'member_id' as id from audit_entries
     where board_id = $1 and action like 'body.voter-%' order by audit_entries.id`,
    [board.id],
  );
  expect(logged.filter(({ id }) => [member, guest, asked].includes(id)).map(({ action }) => action)).toEqual([
    'body.voter-added',
    'body.voter-removed',
    'body.voter-added',
  ]);
  const several = await rows(
    `select from non_voters n join members m on m.id = n.member_id where m.email like 'nadia%' and m.board_id = $1`,
    [board.id],
  );
  expect(several).toHaveLength(1);
  await client.post(`/ajax/people/${guest}/groups`, { group_ids: [group.id, later.id] });
  expect(await silent(guest)).toContain(later.id);
});

test('renewing an invitation does not change the voting right that an admin set for a committee', async () => {
  const group = await server.make.group({ board });
  const invited = {
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@renewed.example',
    votes: true,
    groups: [{ id: group.id, is_group_admin: false }],
  };
  const { id } = (await client.post('/ajax/people', invited)).json.data.person;
  await switchVoter(client, group.id, { member_id: id, votes: false });
  await rows(`update invitations set sent_at = '2026-10-01', expires_at = '2026-10-15' where member_id = $1`, [id]);
  expect((await client.post('/ajax/people', invited)).json.data.person.id).toBe(id);
  expect(await rows('select body_id from non_voters where member_id = $1', [id])).toEqual([{ body_id: group.id }]);
});

test('a list with an invalid line invites nobody, unless the request is limited to the valid lines', async () => {
  const lines = [
    [person(1), 'Ready to invite'],
    [person(2, { email: 'lena@several' }), 'This field must be in email format'],
    [person(3, { email: admin.email.toUpperCase() }), 'Already a member, not invited again'],
    [person(4, { email: 'nadia1@several.example' }), 'This field cannot be a duplicate'],
    [person(5, { first_name: '', last_name: '' }), 'Enter a first name or a last name'],
  ] as const;
  const people = lines.map(([given]) => given);
  const refused = (await client.post('/ajax/invitations', { people })).json.data;
  expect(refused).toMatchObject({ invited: 0, lines: lines.map(([, message]) => ({ message })) });
  expect(await pendingOf(board.id)).toHaveLength(0);
  const ready = await client.post('/ajax/invitations', { people, only_ready: true });
  expect(ready.json.data.invited).toBe(1);
  expect(await pendingOf(board.id)).toHaveLength(1);
});

test('nobody is invited if a list has more than 200 people or would exceed the daily limit of 200 invitations', async () => {
  const many = Array.from({ length: 201 }, (_, index) => person(index + 1));
  expect((await client.post('/ajax/invitations', { people: many })).status).toBe(422);
  await client.post('/ajax/people', { first_name: 'One', last_name: 'More', email: 'one@several.example' });
  const answer = await client.post('/ajax/invitations', { people: many.slice(0, 200) });
  const msg = 'A board can send at most 200 invitations a day. You can send more tomorrow.';
  expect(answer.json).toEqual({ status: 'error', msg });
  expect(await pendingOf(board.id)).toHaveLength(1);
});

test('ten simultaneous requests with the same list invite each person once', async () => {
  const body = { people: [person(1), person(2)], only_ready: true };
  const answers = await tenAtOnce(() => client.post('/ajax/invitations', body));
  expect(answers.map(({ json }) => json.data.invited).toSorted()).toEqual([...Array(9).fill(0), 2]);
  expect(await pendingOf(board.id)).toHaveLength(2);
});

test('inviting people into another board’s group, or into the same group twice, is rejected', async () => {
  const chosen = { id: (await server.make.group()).id, is_group_admin: false };
  const inviteInto = async (...groups: readonly (typeof chosen)[]) =>
    (await client.post('/ajax/invitations', { people: [person(1)], groups })).status;
  expect([await inviteInto(chosen), await inviteInto(chosen, chosen)]).toEqual([404, 422]);
  expect(await pendingOf(board.id)).toHaveLength(0);
});

test('addresses with international domains are stored as ASCII, displayed as typed, and can be used to sign in', async () => {
  const people = readPastedPeople(
    'sep=;\r\nGiven name(s);Last name;Email\r\nJörg;Böhm;joerg@bücher.example\r\nTaro;;x@例え.jp\r\nZero;Width;zw\u200B@example.org',
  );
  expect((await client.post('/ajax/invitations', { people })).json.data.invited).toBe(3);
  const again = [{ line: 1, first_name: 'Jörg', last_name: 'Böhm', email: 'Joerg@Bücher.example' }];
  expect((await client.post('/ajax/invitations', { people: again })).json.data.lines[0].state).toBe('left-out');
  await server.context.runJobs();
  const addresses = server.context.sent.map(({ to }) => to.address);
  const stored = ['joerg@xn--bcher-kva.example', 'x@xn--r8jz45g.jp', 'zw@example.org'];
  expect(addresses).toEqual(expect.arrayContaining(stored));
  const pending = (await client.get('/ajax/invitations')).json.data.invitations;
  expect(pending.map(({ email }: { email: string }) => email).toSorted()).toEqual(
    ['joerg@bücher.example', 'x@例え.jp', 'zw@example.org'].toSorted(),
  );
  const email = 'joerg@bücher.example';
  expect((await redeem({ uuid: await secretTo('joerg@xn--bcher-kva.example'), email })).json.status).toBe('success');
  const signedIn = await server
    .stranger()
    .post('/login', { email: ' Joerg@BÜCHER.example', password, remember: false });
  expect(signedIn.status).toBe(200);
});
