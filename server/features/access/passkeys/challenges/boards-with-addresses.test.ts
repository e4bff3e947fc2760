import { beforeAll, expect, test } from 'vitest';
import type { Forged, SoftPasskey } from '#tests/support/authenticator.ts';
import { inBoard, type MadeBoard, makeBoard, makeMember, makeUser } from '#tests/support/factories.ts';
import { jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey } from '#tests/support/passkeys.ts';
import { testApp } from '#tests/support/test-app.ts';

/** Where each board has an address of its own, below one domain. */
const server = testApp({ BOARDS_DOMAIN: 'boards.example' });
const password = 'correct horse battery';
const rpId = 'boards.example';
let board: MadeBoard;
let other: MadeBoard;
let passkey: SoftPasskey;

const originOf = ({ shortname }: Pick<MadeBoard, 'shortname'>): string => `https://${shortname}.boards.example`;
const signIn = async (forged: Forged) =>
  (await answerWith(jarClient(server.app), '/sign-in/passkey', { passkey, forged: { rpId, ...forged } })).json;

beforeAll(async () => {
  const { context, app } = server;
  const user = await makeUser(context, { password });
  board = await makeBoard(context);
  other = await makeBoard(context);
  await makeMember(context, { board, user });
  const browser = jarClient(app);
  await browser.post('/login', { email: user.email, password });
  await browser.post('/user/confirm-password', { password });
  const made = await makePasskey(browser, { rpId, origin: originOf(board) });
  expect(made.answer.json.status).toBe('success');
  passkey = made.passkey;
});

test('a passkey belongs to the domain: made at one board’s address, it signs in at every other’s', async () => {
  const { options } = (await jarClient(server.app).post('/sign-in/passkey/options')).json;
  expect(options.rpId).toBe(rpId);
  for (const each of [board, other]) expect(await signIn({ origin: originOf(each) })).toEqual({ url: '/home' });
});

test.each<readonly [string, () => Forged]>([
  ['at an address of no board', () => ({ origin: 'https://nobody.boards.example' })],
  ['at the bare domain', () => ({ origin: 'https://boards.example' })],
  ['below a board', () => ({ origin: `https://evil.${board.shortname}.boards.example` })],
  ['at another port', () => ({ origin: `${originOf(board)}:8443` })],
  ['without https', () => ({ origin: originOf(board).replace('https', 'http') })],
  ['at a domain that ends alike', () => ({ origin: `https://${board.shortname}.evil-boards.example` })],
  ['for a board alone', () => ({ origin: originOf(board), rpId: `${board.shortname}.boards.example` })],
])('%s it is refused', async (_where, forged) => {
  expect(await signIn(forged())).toEqual({
    status: 'error',
    msg: 'That passkey did not work here. Try another way.',
  });
});

test('at a board’s former address it is refused: that leads to the present one', async () => {
  const before = originOf(other);
  await inBoard(server.context, other.id, async (tx) => {
    await tx.updateTable('boards').set({ shortname: 'renamed-since' }).where('id', '=', other.id).execute();
  });
  expect((await signIn({ origin: before })).status).toBe('error');
  expect(await signIn({ origin: originOf({ shortname: 'renamed-since' }) })).toEqual({ url: '/home' });
});
