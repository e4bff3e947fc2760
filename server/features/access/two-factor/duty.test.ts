import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMember,
  makeBoard,
  makeMeeting,
  makeMember,
  makeUser,
} from '#tests/support/factories.ts';
import { jarClient } from '#tests/support/jar-client.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const password = 'correct horse battery';
let board: MadeBoard;
let admin: MadeMember;
let client: TestClient;

beforeEach(async () => {
  board = await makeBoard(server.context, { title: 'Zion Trust' });
  admin = await makeMember(server.context, { board, isBoardAdmin: true });
  client = await server.signIn(admin);
});

const ask = (required: boolean) => client.post('/ajax/board/two-factor-required', { required });
const audits = () =>
  inBoard(server.context, board.id, async (tx) =>
    (await tx.selectFrom('audit_entries').select('action').orderBy('at').execute()).map(({ action }) => action),
  );

test('an admin without two-factor cannot ask it of others', async () => {
  expect((await ask(true)).json).toEqual({
    status: 'error',
    msg: 'Turn on two-factor authentication for yourself first.',
  });
  expect((await client.get('/ajax/dashboard')).status).toBe(200);
  expect(await audits()).toEqual([]);
});

test('asking for it sets the magic links to answering only, and both are in the log', async () => {
  await makeSecondFactor(server.context, admin.userId ?? '');
  expect((await ask(true)).json.data).toEqual({ two_factor_required: true, magic_links: 'answer' });
  expect((await ask(true)).json.data).toEqual({ two_factor_required: true, magic_links: 'answer' });
  expect((await ask(false)).json.data).toEqual({ two_factor_required: false, magic_links: 'answer' });
  expect(await audits()).toEqual(['board.two-factor-required', 'board.two-factor-optional']);
});

test('magic links that are off stay off', async () => {
  await makeSecondFactor(server.context, admin.userId ?? '');
  await inBoard(server.context, board.id, (tx) => tx.updateTable('boards').set({ magic_links: 'off' }).execute());
  expect((await ask(true)).json.data.magic_links).toBe('off');
});

test('a member without two-factor is led to set it up; other boards stay open, and this one opens once it is on', async () => {
  const { context } = server;
  await makeSecondFactor(context, admin.userId ?? '');
  const other = await makeBoard(context, { title: 'Anchor Club' });
  const user = await makeUser(context, { password });
  await makeMember(context, { board, user });
  await makeMember(context, { board: other, user });
  const meeting = await makeMeeting(context, { board });
  await ask(true);

  const here = await server.signIn({ userId: user.id, boardId: board.id });
  const refused = { status: 403, json: { status: 'error', msg: '', step: 'set-up-two-factor' } };
  expect(await here.get('/ajax/dashboard')).toMatchObject(refused);
  expect(await here.get(`/ajax/meetings/${meeting.id}`)).toMatchObject(refused);
  expect(await here.post(`/attendance/${meeting.id}/y`)).toMatchObject(refused);
  expect((await here.get('/ajax/events')).status).toBe(403);
  const start = (await here.get('/ajax/start')).json.data;
  expect(start.recent_documents).toEqual([]);
  expect(
    start.boards.map((each: { title: string; two_factor_missing: boolean }) => [each.title, each.two_factor_missing]),
  ).toEqual([
    ['Anchor Club', false],
    ['Zion Trust', true],
  ]);
  expect((await here.get('/ajax/dashboard', { 'x-board': other.id })).status).toBe(200);

  await makeSecondFactor(context, user.id);
  expect((await here.get('/ajax/dashboard')).status).toBe(200);
});

test('signing in opens a board that does not wait for a second factor, if there is one', async () => {
  const { context } = server;
  await makeSecondFactor(context, admin.userId ?? '');
  await ask(true);
  const user = await makeUser(context, { password });
  await makeMember(context, { board, user });
  const other = await makeBoard(context, { title: 'Zz last by its title' });
  await makeMember(context, { board: other, user });
  const browser = jarClient(server.app);
  await browser.post('/login', { email: user.email, password });
  expect((await browser.call('GET', '/ajax/start')).json.data.current_board_id).toBe(other.id);
});
