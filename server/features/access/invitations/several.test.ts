import { expect, test } from 'vitest';
import { inBoard, makeBoard, makeGroup, makeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

async function boardWithAdmin() {
  const board = await makeBoard(server.context);
  const admin = await makeMember(server.context, { board, isBoardAdmin: true });
  return { board, admin, client: await server.signIn(admin) };
}

const person = (nth: number, more: Readonly<Record<string, unknown>> = {}) => ({
  line: nth,
  first_name: 'Nadia',
  last_name: `Boudreau${nth}`,
  email: `nadia${nth}@several.example`,
  ...more,
});

const pendingOf = (boardId: string) =>
  inBoard(server.context, boardId, (tx) =>
    tx.selectFrom('members').select('id').where('status', '=', 'invited').execute(),
  );

test('a list is invited at once, by one message each, into the groups that were chosen', async () => {
  const { board, client } = await boardWithAdmin();
  const group = await makeGroup(server.context, { board });
  const answer = await client.post('/ajax/invitations', {
    people: [person(1), person(2)],
    groups: [{ id: group.id, is_group_admin: true }],
  });
  expect(answer.json.data.invited).toBe(2);
  expect(answer.json.data.lines.map((line: { message: string }) => line.message)).toEqual([
    'Ready to invite',
    'Ready to invite',
  ]);
  await server.context.runJobs();
  const mails = server.context.sent.filter((mail) => mail.to.address.endsWith('@several.example'));
  expect(mails.map((mail) => mail.to.address).toSorted()).toEqual(['nadia1@several.example', 'nadia2@several.example']);
  const belonging = await inBoard(server.context, board.id, (tx) =>
    tx.selectFrom('group_members').select('is_group_admin').where('group_id', '=', group.id).execute(),
  );
  expect(belonging).toEqual([{ is_group_admin: true }, { is_group_admin: true }]);
});

test('one line that is not ready keeps everybody from being invited, and each line is answered', async () => {
  const { board, admin, client } = await boardWithAdmin();
  const people = [
    person(1),
    person(2, { email: 'lena@several' }),
    person(3, { email: admin.email.toUpperCase() }),
    person(4, { email: 'nadia1@several.example' }),
    person(5, { last_name: '' }),
  ];
  const refused = await client.post('/ajax/invitations', { people });
  expect(refused.json.data.invited).toBe(0);
  expect(refused.json.data.lines.map((line: { message: string }) => line.message)).toEqual([
    'Ready to invite',
    'This field must be in email format',
    'Already a member, left out',
    'This field cannot be a duplicate',
    'This field is required.',
  ]);
  expect(await pendingOf(board.id)).toHaveLength(0);
  const ready = await client.post('/ajax/invitations', { people, only_ready: true });
  expect(ready.json.data.invited).toBe(1);
  expect(await pendingOf(board.id)).toHaveLength(1);
});

test('200 at a time, and 200 a day: nobody is invited when the list goes beyond', async () => {
  const { board, client } = await boardWithAdmin();
  const many = Array.from({ length: 201 }, (_, index) => person(index + 1));
  expect((await client.post('/ajax/invitations', { people: many })).status).toBe(422);
  await client.post('/ajax/people', { first_name: 'One', last_name: 'More', email: 'one@several.example' });
  const answer = await client.post('/ajax/invitations', { people: many.slice(0, 200) });
  expect(answer.json).toEqual({
    status: 'error',
    msg: 'A board can send 200 invitations a day. Please go on tomorrow.',
  });
  expect(await pendingOf(board.id)).toHaveLength(1);
});

test('the same list sent ten times at once invites each person once', async () => {
  const { board, client } = await boardWithAdmin();
  const people = [person(1), person(2)];
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.post('/ajax/invitations', { people, only_ready: true })),
  );
  const invited = answers.map((answer) => answer.json.data.invited as number);
  expect(invited.toSorted((a, b) => b - a)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(await pendingOf(board.id)).toHaveLength(2);
});

test('groups of another board, and a group named twice, are refused', async () => {
  const { board, client } = await boardWithAdmin();
  const foreign = await makeGroup(server.context);
  const chosen = { id: foreign.id, is_group_admin: false };
  expect((await client.post('/ajax/invitations', { people: [person(1)], groups: [chosen] })).status).toBe(404);
  expect((await client.post('/ajax/invitations', { people: [person(1)], groups: [chosen, chosen] })).status).toBe(422);
  expect(await pendingOf(board.id)).toHaveLength(0);
});
