import { beforeAll, expect, test } from 'vitest';
import type { Forged, SoftPasskey } from '#tests/support/authenticator.ts';
import { type MadeBoard, makeBoard } from '#tests/support/factories.ts';
import { jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey } from '#tests/support/passkeys.ts';
import { signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp({ BOARDS_DOMAIN: 'boards.example' });
const { rows, makePerson, browserOf } = signInStage(server);
const rpId = 'boards.example';
let board: MadeBoard;
let other: MadeBoard;
let passkey: SoftPasskey;

const originOf = ({ shortname }: Pick<MadeBoard, 'shortname'>): string => `https://${shortname}.boards.example`;
const signIn = async (forged: Forged) =>
  (await answerWith(jarClient(server.app), '/sign-in/passkey', { passkey, forged: { rpId, ...forged } })).json;

beforeAll(async () => {
  const { context } = server;
  board = await makeBoard(context);
  other = await makeBoard(context);
  const browser = await browserOf(await makePerson({ board }), { isConfirmed: true });
  const made = await makePasskey(browser, { rpId, origin: originOf(board) });
  expect(made.answer.json.status).toBe('success');
  passkey = made.passkey;
});

test('a passkey created at one board’s address can sign in at every other board of the domain', async () => {
  const { options } = (await jarClient(server.app).post('/sign-in/passkey/options')).json;
  expect(options.rpId).toBe(rpId);
  for (const each of [board, other]) expect(await signIn({ origin: originOf(each) })).toEqual({ url: '/home' });
});

test.each<readonly [string, () => Forged]>([
  ['at an address that belongs to no board', () => ({ origin: 'https://nobody.boards.example' })],
  ['at the bare domain', () => ({ origin: 'https://boards.example' })],
  ['at a subdomain of a board', () => ({ origin: `https://evil.${board.shortname}.boards.example` })],
  ['at another port', () => ({ origin: `${originOf(board)}:8443` })],
  ['without https', () => ({ origin: originOf(board).replace('https', 'http') })],
  ['at a domain with a similar ending', () => ({ origin: `https://${board.shortname}.evil-boards.example` })],
  [
    'with a single board as relying party',
    () => ({ origin: originOf(board), rpId: `${board.shortname}.boards.example` }),
  ],
])('a passkey is rejected %s', async (_where, forged) => {
  const msg = 'That passkey did not work here. Try another way.';
  expect(await signIn(forged())).toEqual({ status: 'error', msg });
});

test('a passkey is rejected at a board’s former address and accepted at the current one', async () => {
  const before = originOf(other);
  await rows(`update boards set shortname = 'renamed-since' where id = $1`, [other.id]);
  expect((await signIn({ origin: before })).status).toBe('error');
  expect(await signIn({ origin: originOf({ shortname: 'renamed-since' }) })).toEqual({ url: '/home' });
});
