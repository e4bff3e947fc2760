import { describe, expect, test } from 'vitest';
import { formatDocumentTime } from '#domain/dates.ts';
import type { TestClient } from '#tests/support/client.ts';
import { jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey } from '#tests/support/passkeys.ts';
import { signInSiteAdmin } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const password = 'correct horse battery';

const siteAdmin = (on = server) => signInSiteAdmin(on);

const nameAdmin = async (by: TestClient, boardId: string, who: object) =>
  (await by.post(`/ajax/site/boards/${boardId}/admin`, { first_name: 'Nia', last_name: 'New', ...who })).json;
const actions = (boardId: string) =>
  server.sql('select action, detail from audit_entries where board_id = $1 order by at, id', [boardId]);
const sentTo = (address: string) => server.context.sent.filter(({ to }) => to.address === address);
const subjectsTo = (address: string) => sentTo(address).map(({ subject }) => subject);

test('a new board is created with an invitation to its first admin, who joins as board admin', async () => {
  const { id, client } = await siteAdmin();
  const email = 'ines@lantern.example';
  const board = { title: 'Lantern Library', shortname: '', time_zone: 'Europe/London', plan_note: 'Small, until May' };
  const opened = await client.post('/ajax/site/boards', { ...board, first_name: 'Ines', last_name: 'Duarte', email });
  const found = async () => (await client.get('/ajax/site/boards?find=lantern')).json.data.boards[0];
  const { id: boardId } = opened.json.data;
  const figures = { active_members: 0, invited_members: 1, documents: 0, stored_bytes: 0, meetings: 0 };
  const described = { id: boardId, shortname: 'lantern-library', plan_note: 'Small, until May' };
  expect(await found()).toMatchObject({ ...described, ...figures, has_admin: false });
  expect(await actions(boardId)).toMatchObject([
    { action: 'board.created', detail: { by_site_admin: id } },
    { action: 'body.voter-added' },
    { action: 'board.admin-invited', detail: { by_site_admin: id } },
  ]);
  await server.context.runJobs();
  const token = /\/inv\/([\w-]+)/.exec(sentTo(email)[0]?.text ?? '')?.[1] ?? '';
  const account = { mode: 'createAccount', password, password_confirmation: password, email };
  expect((await server.stranger().post('/ajax/confirmAccount', { invitation_id: token, ...account })).status).toBe(200);
  expect(await found()).toMatchObject({ has_admin: true, active_members: 1, invited_members: 0 });
  expect((await nameAdmin(client, boardId, { email: 'eve@lantern.example' })).msg).toContain('has an active admin');
});

test('a site admin can invite or promote an admin for a board that has none', async () => {
  const { client } = await siteAdmin();
  const board = await server.make.board();
  const name = (more: object = {}) => nameAdmin(client, board.id, { email: 'nia@first.example', ...more });
  expect((await name()).data).toEqual({ invited: true });
  expect((await name({ first_name: 'Niamh' })).data).toEqual({ invited: true });
  const found = await client.get(`/ajax/site/boards?find=${board.shortname}`);
  expect(found.json.data.boards[0].invited_members).toBe(1);
  const inactive = await server.make.member({ board, status: 'inactive' });
  expect((await name({ email: inactive.email })).errors).toHaveProperty('email');
  const member = await server.make.member({ board });
  expect((await name({ email: member.email.toUpperCase() })).data).toEqual({ invited: false });
  expect((await (await server.signIn(member)).get('/ajax/board')).status).toBe(200);
});

test('a suspended board returns 404 to its members until it is resumed, and its log names the site admin', async () => {
  const { id, client } = await siteAdmin();
  const board = await server.make.board();
  const inside = await server.signIn(await server.make.member({ board }));
  const change = (what: string) => client.post(`/ajax/site/boards/${board.id}/${what}`, {});
  const status = async () => (await inside.get('/ajax/meetings')).status;
  expect(await status()).toBe(200);
  await change('suspend');
  expect(await status()).toBe(404);
  const listed = await client.get(`/ajax/site/boards?state=suspended&find=${board.shortname}`);
  expect(listed.json.data.boards).toMatchObject([{ id: board.id }]);
  await change('resume');
  expect(await status()).toBe(200);
  expect(await actions(board.id)).toMatchObject([
    { action: 'board.suspended', detail: { by_site_admin: id } },
    { action: 'board.resumed', detail: { by_site_admin: id } },
  ]);
});

test('a board cannot take another board’s shortname, and its members do not see the site admins’ note about its plan', async () => {
  const { client } = await siteAdmin();
  const [board, other] = [await server.make.board(), await server.make.board()];
  const change = (body: object) => client.patch(`/ajax/site/boards/${board.id}`, body);
  expect((await change({ shortname: other.shortname })).json.errors).toHaveProperty('shortname');
  expect((await change({ title: 'Renamed', plan_note: 'Owes for May' })).status).toBe(200);
  await change({ plan_note: 'Owes for June' });
  const logged = (await actions(board.id)).map(({ action }) => action);
  expect(logged).toEqual(['board.plan-noted', 'board.renamed', 'board.plan-noted']);
  const inside = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  for (const path of ['/ajax/board', '/ajax/start', '/ajax/audit']) {
    const { text } = await inside.get(path);
    if (path !== '/ajax/audit') expect(text).toContain('Renamed');
    expect(text).not.toContain('Owes');
  }
});

test('users can be found by name, address and state, and are listed with their boards', async () => {
  const { id, client } = await siteAdmin();
  const board = await server.make.board({ title: 'Kestrel Trust' });
  const member = await server.make.member({ board, firstName: 'Quill', lastName: 'Marsh', isBoardAdmin: true });
  const find = async (query: string) => (await client.get(`/ajax/site/users?${query}`)).json.data.users;
  const boards = [{ title: 'Kestrel Trust', status: 'active', is_board_admin: true }];
  for (const query of ['find=quill%20marsh', `find=${member.email}`])
    expect(await find(query)).toMatchObject([{ name: 'Quill Marsh', boards }]);
  expect((await find('state=site-admins')).map((user: { id: string }) => user.id)).toContain(id);
  expect(await find('find=%25')).toEqual([]);
});

test('disabling a user ends the user’s sessions, and site admins cannot disable themselves', async () => {
  const { id, client } = await siteAdmin();
  const member = await server.make.member();
  const inside = await server.signIn(member);
  const status = async (by = inside) => (await by.get('/ajax/meetings')).status;
  const set = (userId: string | null, is_disabled: boolean) =>
    client.post(`/ajax/site/users/${userId}/disabled`, { is_disabled });
  expect((await set(id, true)).json.msg).toContain('Another site admin');
  await set(member.userId, true);
  expect(await status()).toBe(419);
  await set(member.userId, false);
  expect([await status(), await status(await server.signIn(member))]).toEqual([419, 200]);
});

test('after disabling a board’s admin, a site admin must wait a week to name another, and cannot name themselves', async () => {
  const { email, client } = await siteAdmin();
  const board = await server.make.board();
  const admin = await server.make.member({ board, isBoardAdmin: true });
  await client.post(`/ajax/site/users/${admin.userId}/disabled`, { is_disabled: true });
  await server.context.runJobs();
  expect(subjectsTo(admin.email).join()).toContain('Your account was disabled');
  const name = (address: string) => nameAdmin(client, board.id, { email: address });
  expect((await name('nia@week.example')).msg).toContain('has an active admin');
  await server.sql(`update users set disabled_at = disabled_at - interval '8 days' where id = $1`, [admin.userId]);
  expect((await name(admin.email)).errors).toHaveProperty('email');
  expect((await name(email.toUpperCase())).msg).toContain('Another site admin');
  expect((await name('nia@week.example')).data).toEqual({ invited: true });
});

async function toReset() {
  const board = await server.make.board({ title: 'Kestrel Trust' });
  const user = await server.make.user({ password, firstName: 'Quill', lastName: 'Marsh' });
  const member = await server.make.member({ board, user });
  const chief = await server.make.member({ board, isBoardAdmin: true });
  return {
    board,
    member,
    chief,
    reset: async () => (await siteAdmin()).client.post(`/ajax/site/users/${user.id}/sign-in/reset`, {}),
    logIn: (given: string) => server.stranger().post('/login', { email: user.email, password: given, remember: false }),
    async useLink(given: string) {
      await server.context.runJobs();
      const link = sentTo(user.email)
        .flatMap(({ text }) => /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? [])
        .at(-1);
      return (await server.stranger().post(`/ajax/password/reset/${link}`, { password: given })).json.data;
    },
  };
}

test('resetting an account without a second factor mails a password link, and the new password can be used at once', async () => {
  const { reset, useLink, logIn, member, chief } = await toReset();
  expect((await reset()).status).toBe(200);
  expect(await useLink('another long sentence')).toEqual({ sign_in: 'done' });
  expect((await logIn('another long sentence')).json).toEqual({ url: '/home' });
  expect(subjectsTo(member.email)).toContain('Your sign-in was reset (Dais)');
  expect(sentTo(chief.email).map(({ text }) => text.includes('Sign-in blocked until'))).toEqual([false]);
});

test('resetting an account with a second factor delays signing in with the new password by twelve hours', async () => {
  const { clock } = server.context;
  const { reset, useLink, logIn, member } = await toReset();
  await makeSecondFactor(server.context, member.userId ?? '');
  const inside = await server.signIn(member);
  const opening = new Date(clock.now().getTime() + 12 * 3_600_000);
  await reset();
  expect((await inside.get('/ajax/two-factor')).json.data.is_on).toBe(false);
  expect(await useLink('another long sentence')).toEqual({ sign_in: 'later' });
  expect((await inside.get('/ajax/two-factor')).status).toBe(419);
  const time = `${formatDocumentTime(opening, 'UTC')} UTC`;
  const { msg } = (await logIn('another long sentence')).json;
  expect(msg).toBe(`Your sign-in was reset. You cannot sign in until ${time}.`);
  expect((await logIn('not the new password')).status).toBe(422);
  clock.advance({ minutes: 11 * 60 });
  await reset();
  expect((await logIn('another long sentence')).json.msg).toContain(time);
  clock.advance({ minutes: 60 });
  expect((await logIn('another long sentence')).json).toEqual({ url: '/home' });
});

test('an email about a reset tells the user and the admins of the user’s boards when the user can sign in again', async () => {
  const { reset, board, member, chief } = await toReset();
  const [fellow, stranger] = [await server.make.member({ board }), await server.make.member({ isBoardAdmin: true })];
  await makeSecondFactor(server.context, member.userId ?? '');
  const opening = new Date(server.context.clock.now().getTime() + 12 * 3_600_000);
  await reset();
  await server.context.runJobs();
  const subjects = subjectsTo(member.email).filter((subject) => subject !== 'Two-factor authentication is on (Dais)');
  expect(subjects.toSorted()).toEqual(['Choose a new Dais password', 'Your sign-in was reset (Dais)']);
  expect(subjectsTo(chief.email)).toEqual(['Sign-in for Quill Marsh was reset']);
  for (const { email } of [fellow, stranger]) expect(subjectsTo(email)).toEqual([]);
  const notice = sentTo(member.email).find(({ subject }) => subject.startsWith('Your sign-in'));
  expect(notice?.text).toContain(`${formatDocumentTime(opening, 'UTC')} UTC`);
  expect(sentTo(chief.email)[0]?.text).toContain(formatDocumentTime(opening, 'America/Halifax'));
  const logged = await server.sql('select action, detail from account_entries where user_id = $1 order by at, id', [
    member.userId,
  ]);
  expect(logged.at(-1)).toEqual({ action: 'account.sign-in-reset', detail: { opens: opening.toISOString() } });
});

test('a passkey created during the wait after a reset can sign in only after the wait', async () => {
  const { clock } = server.context;
  const { reset, member } = await toReset();
  const browser = jarClient(server.app);
  await browser.post('/login', { email: member.email, password });
  await browser.post('/user/confirm-password', { password });
  await makeSecondFactor(server.context, member.userId ?? '');
  await reset();
  const { passkey } = await makePasskey(browser);
  const signIn = () => answerWith(jarClient(server.app), '/sign-in/passkey', { passkey });
  expect((await signIn()).json.msg).toContain('Your sign-in was reset.');
  clock.advance({ minutes: 12 * 60 });
  expect((await signIn()).status).toBe(200);
});

test('a site admin can end all of a user’s sessions and trusted devices, and the user is notified by email', async () => {
  const { client } = await siteAdmin();
  const [member, other] = [await server.make.member(), await server.make.member()];
  const inside = await server.signIn(member);
  for (const { userId } of [member, other]) {
    await server.sql(
      `insert into devices (user_id, token_hash, user_agent, address, created_at, last_seen_at, trusted_at, trusted_until)
       values ($1::uuid, sha256($1::uuid::text::bytea), '', '', now(), now(), now(), now() + interval '30 days')`,
      [userId],
    );
  }
  expect((await client.post(`/ajax/site/users/${member.userId}/sign-out`, {})).status).toBe(200);
  expect((await inside.get('/ajax/two-factor')).status).toBe(419);
  const trusted = await server.sql('select user_id from devices where trusted_at is not null');
  expect(trusted).toEqual([{ user_id: other.userId }]);
  await server.context.runJobs();
  expect(subjectsTo(member.email)).toEqual(['You have been signed out (Dais)']);
});

test('if two site admins demote each other at the same time, one remains and cannot demote themselves', async () => {
  await server.sql('update users set is_site_admin = false');
  const [one, two] = [await siteAdmin(), await siteAdmin()];
  const demote = (by: TestClient, userId: string) =>
    by.post(`/ajax/site/users/${userId}/site-admin`, { is_site_admin: false });
  await Promise.all([demote(one.client, two.id), demote(two.client, one.id)]);
  const left = await server.sql('select id from users where is_site_admin');
  expect(left).toHaveLength(1);
  const remaining = left[0]?.id === one.id ? one : two;
  expect((await demote(remaining.client, remaining.id)).json.msg).toContain('There must always be a site admin');
});
describe('the setting PASSWORD_RESET_URL', () => {
  const elsewhere = testApp({ PASSWORD_RESET_URL: 'https://accounts.example.org/reset' });

  test('replaces the password link in the messages about a sign-in reset', async () => {
    const { make, context } = elsewhere;
    const board = await make.board({ title: 'Kestrel Trust' });
    const [member, chief] = [await make.member({ board }), await make.member({ board, isBoardAdmin: true })];
    const { client } = await siteAdmin(elsewhere);
    expect((await client.post(`/ajax/site/users/${member.userId}/sign-in/reset`, {})).status).toBe(200);
    await context.runJobs();
    expect(context.sent.map(({ to }) => to.address).toSorted()).toEqual([member.email, chief.email].toSorted());
    for (const { text } of context.sent) {
      expect(text).toContain('https://accounts.example.org/reset');
      expect(text).not.toMatch(/link (to a new password|that comes)/);
    }
  });
});
