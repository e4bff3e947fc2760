import { beforeEach, describe, expect, test } from 'vitest';
import { createPasskey } from '#tests/support/authenticator.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import { clientOf, type TestClient } from '#tests/support/client.ts';
import { feedFile, type MadeMember } from '#tests/support/factories.ts';
import { invitationStage } from '#tests/support/invitations.ts';
import { origin } from '#tests/support/passkeys.ts';
import { browserOf, makeProvider, sessionByProvider } from '#tests/support/sign-in-providers.ts';
import { signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { rows, auditOf } = signInStage(server);
const { invite, readInvitation } = invitationStage(server);
const { board, adminMember: admin, admin: client } = boardStage(server, { board: { title: 'Zion Trust' } });
const path = '/ajax/board/sign-in-provider';
let provider: { readonly id: string; readonly name: string };
let other: string;

beforeEach(async () => {
  const { context } = server;
  await rows('update boards set provider_id = null, provider_required = false');
  await rows('delete from providers');
  provider = { id: await makeProvider(context, { issuer: 'https://id.example' }), name: 'Harbour ID' };
  other = await makeProvider(context, { issuer: 'https://other.example', name: 'Other ID' });
});

const set = (provider_id: string | null, required: boolean, by = client) => by.post(path, { provider_id, required });
const require = async () => set(provider.id, true, await byProvider(admin));
const byProvider = async ({ userId }: Pick<MadeMember, 'userId'>, providerId = provider.id) => {
  const boardId = board.id;
  const token = await sessionByProvider(server.context, { userId: userId ?? '', boardId, providerId });
  return clientOf(server.app, server.context, { token, boardId });
};
const strengthen = ({ userId }: Pick<MadeMember, 'userId'>) =>
  rows('update sessions set strength = 2 where user_id = $1', [userId]);
const actions = () => auditOf(board.id);
const refused = { status: 403, json: { status: 'error', msg: '', step: 'sign-in-by-provider' } };

test('an admin can add a provider to the board’s login page and remove it, and both changes are logged', async () => {
  const offered = { provider: { ...provider, is_off: false }, required: false };
  const providers = [provider, { id: other, name: 'Other ID' }];
  expect((await client.get(path)).json.data).toEqual({ provider: null, required: false, providers });
  expect((await set(provider.id, false)).json.data).toEqual(offered);
  expect((await set(provider.id, false)).json.data).toEqual(offered);
  expect((await client.get(path)).json.data).toEqual({ ...offered, providers });
  const faceOf = async () =>
    (await server.stranger().get(`/ajax/start?board=${board.shortname}`)).json.data.face.provider;
  expect(await faceOf()).toEqual({ id: provider.id, name: 'Harbour ID', is_required: false });
  expect((await client.get('/ajax/dashboard')).status).toBe(200);
  expect((await set(null, false)).json.data).toEqual({ provider: null, required: false });
  expect(await faceOf()).toBe(null);
  expect(await actions()).toEqual(['board.provider-offered', 'board.provider-none']);
});

test('a request to require a provider is rejected if it names none or an unknown one', async () => {
  expect((await set(null, true)).status).toBe(422);
  expect((await set('00000000-0000-4000-8000-000000000000', true)).status).toBe(404);
  expect(await actions()).toEqual([]);
});

test('an admin can require a provider only after signing in with it or with two factors', async () => {
  const shutsOut = 'This would lock you out of the board. Sign in with Harbour ID first, or with a passkey or a code.';
  expect((await set(provider.id, true)).json.msg).toBe(shutsOut);
  expect((await set(provider.id, true, await byProvider(admin, other))).json.msg).toBe(shutsOut);
  expect(await actions()).toEqual([]);
  const cameByIt = await byProvider(admin);
  expect((await set(provider.id, true, cameByIt)).json.data.required).toBe(true);
  expect(await client.get(path)).toMatchObject(refused);
  expect((await set(null, false, cameByIt)).status).toBe(200);
  await strengthen(admin);
  expect((await set(provider.id, true)).json.data.required).toBe(true);
  expect(await actions()).toEqual(['board.provider-required', 'board.provider-none', 'board.provider-required']);
});

test('a provider that is switched off cannot be required', async () => {
  await strengthen(admin);
  await rows('update providers set switched_off_at = now() where id = $1', [provider.id]);
  expect((await set(provider.id, true)).json.msg).toBe('This provider is switched off.');
  expect(await actions()).toEqual([]);
});

test('a session not started with the required provider cannot open the board but can open other boards', async () => {
  const elsewhere = await server.make.board({ title: 'Anchor Club' });
  const user = await server.make.user();
  const member = await server.make.member({ board, user });
  await server.make.member({ board: elsewhere, user });
  await strengthen(admin);
  await set(provider.id, true);
  const stateFor = async (by: TestClient) => ({
    start: (await by.get('/ajax/start')).json.data,
    feeds: (await by.get('/ajax/feeds')).json.data.feeds.length,
  });
  const here = await server.signIn({ userId: user.id, boardId: board.id });
  for (const by of [here, await byProvider({ userId: user.id }, other)]) {
    const boards = [
      { title: 'Anchor Club', opens_by: null },
      { title: 'Zion Trust', opens_by: provider },
    ];
    expect(await stateFor(by)).toMatchObject({ start: { recent_documents: [], boards }, feeds: 1 });
    expect((await by.post('/ajax/feeds/renew', { board_id: board.id })).status).toBe(403);
    expect((await by.get('/ajax/dashboard', { 'x-board': elsewhere.id })).status).toBe(200);
  }
  const cameByIt = await stateFor(await byProvider({ userId: user.id }));
  expect([cameByIt.start.boards[1].opens_by, cameByIt.feeds]).toEqual([null, 2]);
  expect((await server.stranger().get(`/feed/${feedFile(server.context, member)}`)).status).toBe(200);
});

test('a name change is logged only on boards that the session can open', async () => {
  await strengthen(admin);
  await set(provider.id, true);
  const member = await server.make.member({ board });
  const here = await server.signIn(member);
  const { account } = (await here.get('/ajax/account')).json.data;
  expect(account.notifications).toEqual([]);
  const name = { first_name: 'Ada', last_name: 'Quill' };
  const saved = { ...name, email: account.email, current_password: '', notifications: [] };
  expect((await here.patch('/ajax/account', saved)).status).toBe(200);
  expect(await actions()).toEqual(['board.provider-required']);
  expect((await (await byProvider(member)).patch('/ajax/account', { ...saved, last_name: 'Reed' })).status).toBe(200);
  expect(await actions()).toEqual(['board.provider-required', 'person.renamed']);
});

describe('an additional sign-in method on a board that requires a provider', () => {
  const first = { status: 'error', msg: 'Zion Trust requires you to sign in with Harbour ID first.' };
  const confirm = () => rows('update sessions set confirmed_at = $1', [server.context.clock.now()]);
  const answersOf = async (by: TestClient) => {
    await confirm();
    const answers = [
      await by.post('/ajax/passkeys/options'),
      await by.post('/ajax/two-factor/setup'),
      await by.post('/ajax/two-factor', { code: '123456' }),
    ];
    return answers.map(({ json }) => json);
  };

  test('can be added by an admin only after signing in with the provider or with two factors', async () => {
    await require();
    for (const by of [client, await byProvider(admin, other)]) {
      expect(await answersOf(by)).toEqual([first, first, first]);
    }
    const made = [{ status: 'success' }, { status: 'success' }, { errors: expect.anything() }];
    expect(await answersOf(await byProvider(admin))).toMatchObject(made);
    await strengthen(admin);
    expect(await answersOf(client)).toMatchObject(made);
  });

  test('is not saved if the user started to add it before the board required the provider', async () => {
    const browser = await browserOf(server.app, server.context, { userId: admin.userId ?? '', boardId: board.id });
    await confirm();
    const { options } = (await browser.post('/ajax/passkeys/options')).json.data;
    await require();
    const { made } = createPasskey(options, { origin });
    expect((await browser.post('/ajax/passkeys', { name: 'Desk', made })).json).toEqual(first);
    expect((await browser.call('GET', '/ajax/passkeys')).json.data.passkeys).toEqual([]);
  });

  test('can be added by plain members, however they signed in', async () => {
    await require();
    const member = await server.signIn(await server.make.member({ board }));
    expect((await answersOf(member)).map(({ status }) => status).slice(0, 2)).toEqual(['success', 'success']);
  });

  test('cannot be a passkey that an invited admin creates in order to join', async () => {
    await require();
    const by = await byProvider(admin);
    const { uuid } = await invite({ client: by }, { is_board_admin: true });
    const opensBy = async () => (await readInvitation(uuid)).json.data.invitation.opens_by;
    const begin = async () =>
      (await server.stranger().post('/ajax/invitations/passkey/options', { invitation_id: uuid })).json;
    expect([await opensBy(), await begin()]).toEqual([
      provider,
      { status: 'error', msg: 'Zion Trust requires you to sign in with Harbour ID.' },
    ]);
    await set(provider.id, false, by);
    expect([await opensBy(), (await begin()).status]).toEqual([null, 'success']);
  });
});
