import { expect, test } from 'vitest';
import { formatDocumentTime } from '#domain/dates.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestClient } from '#tests/support/client.ts';
import { jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey } from '#tests/support/passkeys.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const password = 'correct horse battery';

/** A site admin on no board, who has confirmed the password. */
async function siteAdmin(): Promise<{ readonly id: string; readonly client: TestClient }> {
  const { id } = await server.make.user();
  await server.asSuperuser((database) => database.query('update users set is_site_admin = true where id = $1', [id]));
  const client = await server.signIn({ userId: id, boardId: null });
  await server.asSuperuser((database) =>
    database.query('update sessions set confirmed_at = $2 where user_id = $1', [id, server.context.clock.now()]),
  );
  return { id, client };
}

const actions = (boardId: string) =>
  server.asSuperuser(async (database) => {
    const { rows } = await database.query<{ action: string; detail: Record<string, string> }>(
      'select action, detail from audit_entries where board_id = $1 order by at, id',
      [boardId],
    );
    return rows;
  });

const opening = (more: object = {}) => ({
  ...{ title: 'Lantern Library', shortname: '', time_zone: 'Europe/London', plan_note: 'Small, until May' },
  ...{ first_name: 'Ines', last_name: 'Duarte', email: 'ines@lantern.example', ...more },
});

test('S2.22 a board is opened with an invitation to its first admin, who gets in as board admin', async () => {
  const { id, client } = await siteAdmin();
  const made = (await client.post('/ajax/site/boards', opening())).json.data;
  const [board] = (await client.get('/ajax/site/boards?find=lantern')).json.data.boards;
  expect(board).toMatchObject({
    ...{ id: made.id, shortname: 'lantern-library', plan_note: 'Small, until May', has_admin: false },
    ...{ active_members: 0, invited_members: 1, documents: 0, stored_bytes: 0, meetings: 0 },
  });
  expect(await actions(made.id)).toMatchObject([
    { action: 'board.created', detail: { by_site_admin: id } },
    { action: 'board.admin-invited', detail: { by_site_admin: id } },
  ]);
  await server.context.runJobs();
  const mail = server.context.sent.find(({ to }) => to.address === 'ines@lantern.example');
  const token = /\/inv\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const account = { mode: 'createAccount', password, password_confirmation: password, email: 'ines@lantern.example' };
  expect((await server.stranger().post('/ajax/confirmAccount', { invitation_id: token, ...account })).status).toBe(200);
  expect((await client.get('/ajax/site/boards?find=lantern')).json.data.boards[0]).toMatchObject({
    ...{ has_admin: true, active_members: 1, invited_members: 0 },
  });
  const second = { first_name: 'Eve', last_name: 'Late', email: 'eve@lantern.example' };
  const refused = await client.post(`/ajax/site/boards/${made.id}/admin`, second);
  expect(refused.json.msg).toContain('has an active admin');
});

test('a board without an admin gets one: by an invitation, again, or by making a member one', async () => {
  const { client } = await siteAdmin();
  const board = await server.make.board();
  const who = { first_name: 'Nia', last_name: 'New', email: 'nia@first.example' };
  const name = async (more: object = {}) =>
    (await client.post(`/ajax/site/boards/${board.id}/admin`, { ...who, ...more })).json;
  expect((await name()).data).toEqual({ invited: true });
  expect((await name({ first_name: 'Niamh' })).data).toEqual({ invited: true });
  const [{ invited_members: invited }] = (await client.get(`/ajax/site/boards?find=${board.shortname}`)).json.data
    .boards;
  expect(invited).toBe(1);
  const inactive = await server.make.member({ board, status: 'inactive' });
  expect((await name({ email: inactive.email })).errors).toHaveProperty('email');
  const member = await server.make.member({ board });
  expect((await name({ email: member.email.toUpperCase() })).data).toEqual({ invited: false });
  const setup = await (await server.signIn(member)).get('/ajax/board');
  expect(setup.status).toBe(200);
});

test('suspended: members find nothing, the log says who, and resuming opens the board again', async () => {
  const { id, client } = await siteAdmin();
  const board = await server.make.board();
  const member = await server.make.member({ board });
  const inside = await server.signIn(member);
  expect((await inside.get('/ajax/meetings')).status).toBe(200);
  await client.post(`/ajax/site/boards/${board.id}/suspend`, {});
  expect((await inside.get('/ajax/meetings')).status).toBe(404);
  const listed = await client.get(`/ajax/site/boards?state=suspended&find=${board.shortname}`);
  expect(listed.json.data.boards).toMatchObject([{ id: board.id }]);
  await client.post(`/ajax/site/boards/${board.id}/resume`, {});
  expect((await inside.get('/ajax/meetings')).status).toBe(200);
  expect(await actions(board.id)).toMatchObject([
    { action: 'board.suspended', detail: { by_site_admin: id } },
    { action: 'board.resumed', detail: { by_site_admin: id } },
  ]);
});

test('renamed: a name that another board has is told; the plan’s note is the site’s alone', async () => {
  const { client } = await siteAdmin();
  const [board, other] = [await server.make.board(), await server.make.board()];
  const rename = (body: object) => client.patch(`/ajax/site/boards/${board.id}`, body);
  expect((await rename({ shortname: other.shortname })).json.errors).toHaveProperty('shortname');
  expect((await rename({ title: 'Renamed', plan_note: 'Owes for May' })).status).toBe(200);
  const admin = await server.make.member({ board, isBoardAdmin: true });
  const inside = await server.signIn(admin);
  for (const path of ['/ajax/board', '/ajax/start']) {
    const { text } = await inside.get(path);
    expect(text).toContain('Renamed');
    expect(text).not.toContain('Owes');
  }
  await rename({ plan_note: 'Owes for June' });
  expect((await actions(board.id)).map(({ action }) => action)).toEqual([
    'board.plan-noted',
    'board.renamed',
    'board.plan-noted',
  ]);
  expect((await inside.get('/ajax/audit')).text).not.toContain('Owes');
});

test('S2.23 users are found by name, address, board and state, with their boards', async () => {
  const { id, client } = await siteAdmin();
  const board = await server.make.board({ title: 'Kestrel Trust' });
  const member = await server.make.member({ board, firstName: 'Quill', lastName: 'Marsh', isBoardAdmin: true });
  const find = async (query: string) => (await client.get(`/ajax/site/users?${query}`)).json.data;
  for (const query of ['find=quill%20marsh', `find=${member.email}`, `board=${board.id}`]) {
    expect((await find(query)).users).toMatchObject([
      { name: 'Quill Marsh', boards: [{ title: 'Kestrel Trust', status: 'active', is_board_admin: true }] },
    ]);
  }
  expect((await find('state=site-admins')).users.map((user: { id: string }) => user.id)).toContain(id);
  expect((await find('find=%25')).users).toEqual([]);
});

test('a disabled user is out at once, everywhere, and back in when enabled; nobody disables themselves', async () => {
  const { id, client } = await siteAdmin();
  const member = await server.make.member();
  const inside = await server.signIn(member);
  const set = (userId: string | null, is_disabled: boolean) =>
    client.post(`/ajax/site/users/${userId}/disabled`, { is_disabled });
  expect((await set(id, true)).json.msg).toContain('Another site admin');
  await set(member.userId, true);
  expect((await inside.get('/ajax/meetings')).status).toBe(419);
  await set(member.userId, false);
  expect((await inside.get('/ajax/meetings')).status).toBe(419);
  expect((await (await server.signIn(member)).get('/ajax/meetings')).status).toBe(200);
});

test('two site admins change one user at once: neither takes back what the other has done', async () => {
  const [one, two] = [await siteAdmin(), await siteAdmin()];
  const { id: userId } = await server.make.user();
  await one.client.post(`/ajax/site/users/${userId}/site-admin`, { is_site_admin: true });
  await Promise.all([
    one.client.post(`/ajax/site/users/${userId}/disabled`, { is_disabled: true }),
    two.client.post(`/ajax/site/users/${userId}/site-admin`, { is_site_admin: false }),
  ]);
  const [user] = (
    await server.asSuperuser((database) =>
      database.query('select is_site_admin, disabled_at is not null as is_disabled from users where id = $1', [userId]),
    )
  ).rows;
  expect(user).toEqual({ is_site_admin: false, is_disabled: true });
});

test('who disables a board’s admin does not get the board: not themselves, and for a week nobody else', async () => {
  const { id, client } = await siteAdmin();
  const board = await server.make.board();
  const admin = await server.make.member({ board, isBoardAdmin: true });
  await client.post(`/ajax/site/users/${admin.userId}/disabled`, { is_disabled: true });
  await server.context.runJobs();
  const reported = server.context.sent.filter(({ to }) => to.address === admin.email);
  expect(reported.map(({ subject }) => subject).join()).toContain('Your account was disabled');
  const who = { first_name: 'Nia', last_name: 'New', email: 'nia@week.example' };
  const name = async (email: string) =>
    (await client.post(`/ajax/site/boards/${board.id}/admin`, { ...who, email })).json;
  expect((await name(who.email)).msg).toContain('has an active admin');
  await server.asSuperuser((database) =>
    database.query(`update users set disabled_at = disabled_at - interval '8 days' where id = $1`, [admin.userId]),
  );
  expect((await name(admin.email)).errors).toHaveProperty('email');
  const own = await server.asSuperuser((database) =>
    database.query<{ email: string }>('select email from users where id = $1', [id]),
  );
  expect((await name(own.rows[0]?.email.toUpperCase() ?? '')).msg).toContain('Another site admin');
  expect((await name(who.email)).data).toEqual({ invited: true });
});

const sentTo = (address: string) => server.context.sent.filter(({ to }) => to.address === address);
const subjectsTo = (address: string) => sentTo(address).map(({ subject }) => subject);

/** A person with a password on a board with an admin, and the calls of their way back in after a reset. */
async function toReset() {
  const board = await server.make.board({ title: 'Kestrel Trust' });
  const user = await server.make.user({ password, firstName: 'Quill', lastName: 'Marsh' });
  const member = await server.make.member({ board, user });
  const chief = await server.make.member({ board, isBoardAdmin: true });
  return {
    ...{ board, member, chief },
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

test('the reset of an account without a second factor mails it a link to a new password, which signs in at once', async () => {
  const { reset, useLink, logIn, member, chief } = await toReset();
  expect((await reset()).status).toBe(200);
  expect(await useLink('another long sentence')).toEqual({ sign_in: 'done' });
  expect((await logIn('another long sentence')).json).toEqual({ url: '/home' });
  expect(subjectsTo(member.email)).toContain('Your sign-in was reset (Dais)');
  expect(sentTo(chief.email).map(({ text }) => text.includes('It signs in from'))).toEqual([false]);
});

test('after the reset of an account with a second factor, the new password signs in twelve hours later', async () => {
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
  expect((await logIn('another long sentence')).json).toEqual({
    status: 'error',
    msg: `Your sign-in was reset. You can sign in from ${time}.`,
  });
  expect((await logIn('not the new password')).status).toBe(422);
  // A second reset neither ends the wait nor begins a new one.
  clock.advance({ minutes: 11 * 60 });
  await reset();
  expect((await logIn('another long sentence')).json.msg).toContain(time);
  clock.advance({ minutes: 60 });
  expect((await logIn('another long sentence')).json).toEqual({ url: '/home' });
});

test('the person and the other admins of their boards are told of a reset by mail, with the time of its end', async () => {
  const { reset, board, member, chief } = await toReset();
  const [fellow, stranger] = [await server.make.member({ board }), await server.make.member({ isBoardAdmin: true })];
  await makeSecondFactor(server.context, member.userId ?? '');
  const opening = new Date(server.context.clock.now().getTime() + 12 * 3_600_000);
  await reset();
  await server.context.runJobs();
  const subjects = subjectsTo(member.email).filter((subject) => subject !== 'Two-factor authentication is on (Dais)');
  expect(subjects.toSorted()).toEqual(['Choose a new Dais password', 'Your sign-in was reset (Dais)']);
  expect(subjectsTo(chief.email)).toEqual(['The sign-in of Quill Marsh was reset']);
  for (const { email } of [fellow, stranger]) expect(subjectsTo(email)).toEqual([]);
  const notice = sentTo(member.email).find(({ subject }) => subject.startsWith('Your sign-in'));
  expect(notice?.text).toContain(`${formatDocumentTime(opening, 'UTC')} UTC`);
  expect(sentTo(chief.email)[0]?.text).toContain(formatDocumentTime(opening, 'America/Halifax'));
  const logged = await server.asSuperuser((database) =>
    database.query('select action, detail from account_entries where user_id = $1 order by at, id', [member.userId]),
  );
  expect(logged.rows.at(-1)).toEqual({ action: 'account.sign-in-reset', detail: { opens: opening.toISOString() } });
});

test('a passkey that was made during the wait after a reset does not sign in before its end', async () => {
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

test('a user whom site administration signs out loses every session and is told', async () => {
  const { client } = await siteAdmin();
  const member = await server.make.member();
  const inside = await server.signIn(member);
  await client.post(`/ajax/site/users/${member.userId}/sign-out`, {});
  expect((await inside.get('/ajax/two-factor')).status).toBe(419);
  await server.context.runJobs();
  expect(subjectsTo(member.email)).toEqual(['You have been signed out (Dais)']);
});

test('whoever is signed out by site administration is asked for a code everywhere again', async () => {
  const { client } = await siteAdmin();
  const [member, other] = [await server.make.member(), await server.make.member()];
  const trusted = () =>
    server.asSuperuser(async (database) => {
      const found = await database.query('select user_id from devices where trusted_at is not null');
      return found.rows.map(({ user_id: userId }) => userId);
    });
  await server.asSuperuser(async (database) => {
    for (const { userId } of [member, other]) {
      await database.query(
        `insert into devices (user_id, token_hash, user_agent, address, created_at, last_seen_at, trusted_at, trusted_until)
         values ($1::uuid, sha256($1::uuid::text::bytea), '', '', now(), now(), now(), now() + interval '30 days')`,
        [userId],
      );
    }
  });
  expect((await client.post(`/ajax/site/users/${member.userId}/sign-out`, {})).status).toBe(200);
  expect(await trusted()).toEqual([other.userId]);
});

test('one site admin always remains: of two who take the right from each other at once, one keeps it', async () => {
  await server.asSuperuser((database) => database.query('update users set is_site_admin = false'));
  const [one, two] = [await siteAdmin(), await siteAdmin()];
  const demote = (by: TestClient, userId: string) =>
    by.post(`/ajax/site/users/${userId}/site-admin`, { is_site_admin: false });
  await Promise.all([demote(one.client, two.id), demote(two.client, one.id)]);
  const left = await server.asSuperuser(async (database) => {
    const { rows } = await database.query<{ id: string }>('select id from users where is_site_admin');
    return rows.map(({ id }) => id);
  });
  expect(left).toHaveLength(1);
  const remaining = left[0] === one.id ? one : two;
  expect((await demote(remaining.client, remaining.id)).json.msg).toContain('One site admin always remains');
});

test('a site admin reads nothing inside a board, and figures hold no word of it', async () => {
  const { client } = await siteAdmin();
  const board = await server.make.board({ title: 'Plover Trust' });
  await server.make.member({ board, isBoardAdmin: true });
  const meeting = await server.make.meeting({ board, title: 'Zygote merger' });
  for (const path of ['/ajax/meetings', `/ajax/meetings/${meeting.id}`, '/ajax/people', '/ajax/audit', '/ajax/board']) {
    expect((await client.get(path, { 'x-board': board.id })).status, path).toBe(404);
  }
  for (const path of ['/ajax/site/boards', '/ajax/site/users', '/ajax/site/health']) {
    expect((await client.get(path)).text, path).not.toContain('Zygote');
  }
});
