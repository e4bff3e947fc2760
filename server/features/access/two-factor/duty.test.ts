import { expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import { password, signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const { rows, auditOf, browserOf } = signInStage(server);
const { board, adminMember, admin: client } = boardStage(server, { board: { title: 'Zion Trust' } });
const makeFactor = () => makeSecondFactor(server.context, adminMember.userId ?? '');

const ask = async (required: boolean) => (await client.post('/ajax/board/two-factor-required', { required })).json;

async function memberOfBoth(title: string) {
  const other = await server.make.board({ title });
  const user = await server.make.user({ password });
  for (const each of [board, other]) await server.make.member({ board: each, user });
  return { other, user };
}

test('an admin without two-factor authentication cannot require it of others', async () => {
  expect(await ask(true)).toEqual({ status: 'error', msg: 'Turn on two-factor authentication for yourself first.' });
  expect((await client.get('/ajax/dashboard')).status).toBe(200);
  expect(await auditOf(board.id)).toEqual([]);
});

test('requiring two-factor authentication limits magic links to sending replies, and is logged', async () => {
  await makeFactor();
  for (const required of [true, true, false]) {
    expect((await ask(required)).data).toEqual({ two_factor_required: required, magic_links: 'answer' });
  }
  expect(await auditOf(board.id)).toEqual(['board.two-factor-required', 'board.two-factor-optional']);
});

test('requiring two-factor authentication does not turn magic links back on', async () => {
  await makeFactor();
  await rows(`update boards set magic_links = 'off' where id = $1`, [board.id]);
  expect((await ask(true)).data.magic_links).toBe('off');
});

test('a member without two-factor authentication can open the board only after setting it up, and can use other boards meanwhile', async () => {
  await makeFactor();
  const { other, user } = await memberOfBoth('Anchor Club');
  const meeting = await server.make.meeting({ board });
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

  await makeSecondFactor(server.context, user.id);
  expect((await here.get('/ajax/dashboard')).status).toBe(200);
});

test('signing in opens another board if the user does not meet the first board’s two-factor requirement', async () => {
  await makeFactor();
  await ask(true);
  const { other, user } = await memberOfBoth('Zz last by its title');
  const start = await (await browserOf(user)).call('GET', '/ajax/start');
  expect(start.json.data.current_board_id).toBe(other.id);
});
