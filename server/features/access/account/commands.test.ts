import { describe, expect, test } from 'vitest';
import { findSession } from '#server/http/session.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { clientOf } from '#tests/support/client.ts';
import { inBoard, makeBoard, makeMeeting, makeMember, makeUser } from '#tests/support/factories.ts';
import { leaveOneTry } from '#tests/support/leave-one-try.ts';
import { countLockWaiters } from '#tests/support/lock-waiters.ts';
import { makeProvider, sessionByProvider } from '#tests/support/sign-in-providers.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const password = 'correct horse battery';

const signInBy = (email: string, given = password) => server.stranger().post('/login', { email, password: given });
const mailTo = (address: string) => server.context.sent.filter((mail) => mail.to.address === address);
/** Of the newest link mailed to the address. */
const tokenTo = (address: string): string => {
  const found = /\/(?:reset-password|confirm-email)\/([\w-]+)/.exec(mailTo(address).at(-1)?.text ?? '');
  return found?.[1] ?? '';
};

async function someone() {
  const board = await makeBoard(server.context);
  const user = await makeUser(server.context, { password });
  const member = await makeMember(server.context, { board, user });
  return { board, user, member, client: await server.signIn(member) };
}

const saved = (user: { firstName: string; lastName: string; email: string }, more: object = {}) => ({
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  notifications: [],
  ...more,
});

describe('the name', () => {
  test('is the user’s: it changes on every board at once, and each board’s log says so', async () => {
    const { board, user, client } = await someone();
    const second = await makeBoard(server.context);
    await makeMember(server.context, { board: second, user });
    const answer = await client.patch('/ajax/account', saved(user, { first_name: ' Zoë ', last_name: 'Ní Bhriain' }));
    expect(answer.json.data.account).toMatchObject({ first_name: 'Zoë', last_name: 'Ní Bhriain' });
    for (const { id } of [board, second]) {
      const other = await server.signIn(await makeMember(server.context, { board: { ...board, id } }));
      const people = (await other.get('/ajax/people')).text;
      expect(people).toContain('Zoë');
      expect(people).toContain('Ní Bhriain');
      const logged = await inBoard(server.context, id, (tx) =>
        tx.selectFrom('audit_entries').select('action').where('action', '=', 'person.renamed').execute(),
      );
      expect(logged).toHaveLength(1);
    }
  });

  test('cannot be empty, or longer than a name may be', async () => {
    const { user, client } = await someone();
    const answer = await client.patch('/ajax/account', saved(user, { first_name: ' ', last_name: 'x'.repeat(101) }));
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toEqual({
      first_name: 'This field is required.',
      last_name: 'This field must be shorter than 100 characters',
    });
  });
});

describe('a new address', () => {
  const ask = (given: Awaited<ReturnType<typeof someone>>, email: string, current = password) =>
    given.client.patch('/ajax/account', saved(given.user, { email, current_password: current }));

  test('is used once it is confirmed from its own mailbox; the old one hears of it', async () => {
    const given = await someone();
    const wanted = `new-${given.user.email}`;
    const answer = await ask(given, wanted);
    expect(answer.json.data.account).toMatchObject({ email: given.user.email, new_email: wanted });
    await server.context.runJobs();
    expect(mailTo(given.user.email)).toEqual([]);
    const [mail] = mailTo(wanted);
    expect(mail?.from.name).toBe('Dais');
    expect(mail?.subject).toBe('Confirm your new Dais email address');
    const token = tokenTo(wanted);
    expect((await server.stranger().get(`/ajax/account/email/${token}`)).json.data).toEqual({ email: wanted });
    expect((await signInBy(wanted)).status).toBe(422);
    const confirmed = await server.stranger().post(`/ajax/account/email/${token}`);
    expect(confirmed.json.data).toEqual({ email: wanted });
    expect((await signInBy(wanted)).status).toBe(200);
    expect((await signInBy(given.user.email)).status).toBe(422);
    await server.context.runJobs();
    expect(mailTo(given.user.email).map(({ subject }) => subject)).toEqual(['Your email address was changed (Dais)']);
    expect((await server.stranger().post(`/ajax/account/email/${token}`)).status).toBe(404);
  });

  test('is confirmed by one of ten who race', async () => {
    const given = await someone();
    const wanted = `race-${given.user.email}`;
    await ask(given, wanted);
    await server.context.runJobs();
    const path = `/ajax/account/email/${tokenTo(wanted)}`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.stranger().post(path)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('asks for the current password, and says under the field when it is another', async () => {
    const given = await someone();
    const wanted = `asked-${given.user.email}`;
    expect((await ask(given, wanted, '')).json.errors).toEqual({ current_password: 'This field is required.' });
    const wrong = await ask(given, wanted, 'not the password');
    expect(wrong.status).toBe(422);
    expect(wrong.json.errors).toEqual({ current_password: 'This is not your current password.' });
    await server.context.runJobs();
    expect(mailTo(wanted)).toEqual([]);
  });

  test('that has an account answers the same and tells only the mailbox', async () => {
    const given = await someone();
    const taken = await makeUser(server.context, { password });
    const free = await ask(given, `free-${given.user.email}`);
    const answer = await ask(given, taken.email);
    expect(answer.status).toBe(free.status);
    const strip = (text: string, email: string) =>
      text.replaceAll(email, 'ADDRESS').replaceAll(/"last_seen_at":"[^"]*"/g, '');
    expect(strip(answer.text, taken.email)).toBe(strip(free.text, `free-${given.user.email}`));
    await server.context.runJobs();
    expect(mailTo(taken.email).map(({ subject }) => subject)).toEqual(['This address already has a Dais account']);
    expect(mailTo(taken.email)[0]?.text).not.toContain(given.user.email);
    expect(mailTo(taken.email)[0]?.text).not.toContain('/confirm-email/');
  });

  test('that got an account meanwhile changes nothing', async () => {
    const given = await someone();
    const wanted = `late-${given.user.email}`;
    await ask(given, wanted);
    await server.context.runJobs();
    await makeUser(server.context, { email: wanted.toUpperCase() });
    const answer = await server.stranger().post(`/ajax/account/email/${tokenTo(wanted)}`);
    expect(answer.json).toEqual({
      status: 'error',
      msg: 'This email has an account already. Nothing was changed.',
    });
    expect((await signInBy(given.user.email)).status).toBe(200);
  });

  test('opens nothing a day later, after another was asked for, or after one kept the old', async () => {
    const given = await someone();
    const [first, second, third] = [1, 2, 3].map((n) => `${n}-${given.user.email}`) as [string, string, string];
    for (const wanted of [first, second]) {
      await ask(given, wanted);
      await server.context.runJobs();
    }
    expect((await server.stranger().get(`/ajax/account/email/${tokenTo(first)}`)).status).toBe(404);
    await given.client.post('/ajax/account/email/keep');
    expect((await server.stranger().get(`/ajax/account/email/${tokenTo(second)}`)).status).toBe(404);
    await ask(given, third);
    await server.context.runJobs();
    server.context.clock.advance({ minutes: 24 * 60 + 1 });
    expect((await server.stranger().post(`/ajax/account/email/${tokenTo(third)}`)).status).toBe(404);
  });

  test('asked for while the password is being reset is never confirmed', async () => {
    const given = await someone();
    const wanted = `overtaken-${given.user.email}`;
    const asked = await asSuperuser(server.context, async (db) => {
      // An uncommitted reset: new password written, sessions ended.
      await db.query('begin');
      await db.query("update users set password_hash = 'another', password_changed_at = $2 where id = $1", [
        given.user.id,
        server.context.clock.now(),
      ]);
      await db.query('delete from sessions where user_id = $1', [given.user.id]);
      await db.query('delete from email_changes where user_id = $1', [given.user.id]);
      let isAnswered = false;
      const asking = ask(given, wanted).finally(() => {
        isAnswered = true;
      });
      await expect
        .poll(async () => isAnswered || (await countLockWaiters(server.context)) === 1, { timeout: 10_000 })
        .toBe(true);
      await db.query('commit');
      return asking;
    });
    expect(asked.status).toBe(419);
    await server.context.runJobs();
    expect(mailTo(wanted)).toEqual([]);
  });

  test('asked for with a password that was since reset or changed is void', async () => {
    const given = await someone();
    const wanted = `void-${given.user.email}`;
    await ask(given, wanted);
    await server.context.runJobs();
    server.context.clock.advance({ minutes: 1 });
    // Survived the new password.
    await asSuperuser(server.context, (db) =>
      db.query('update users set password_changed_at = $2 where id = $1', [given.user.id, server.context.clock.now()]),
    );
    const token = tokenTo(wanted);
    expect((await server.stranger().get(`/ajax/account/email/${token}`)).status).toBe(404);
    expect((await server.stranger().post(`/ajax/account/email/${token}`)).status).toBe(404);
    expect((await signInBy(given.user.email)).status).toBe(200);
  });

  test('of a reset and ten who ask with the old password at once, none carries the account off', async () => {
    const given = await someone();
    const clients = await Promise.all(Array.from({ length: 10 }, () => server.signIn(given.member)));
    await server.stranger().post('/ajax/password/forgot', { email: given.user.email });
    await server.context.runJobs();
    const reset = tokenTo(given.user.email);
    const addresses = clients.map((_, n) => `thief-${n}-${given.user.email}`);
    const [answer] = await Promise.all([
      server.stranger().post(`/ajax/password/reset/${reset}`, { password: 'a wholly new password' }),
      ...clients.map((client, n) => ask({ ...given, client }, addresses[n] ?? '')),
    ]);
    expect(answer.status).toBe(200);
    await server.context.runJobs();
    for (const address of addresses) {
      const token = tokenTo(address);
      if (token !== '') expect((await server.stranger().post(`/ajax/account/email/${token}`)).status).toBe(404);
    }
    expect((await signInBy(given.user.email, 'a wholly new password')).status).toBe(200);
  });

  test('cannot be asked for without end', async () => {
    const given = await someone();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await ask(given, `${n}-many-${given.user.email}`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  test('guessing at links runs out: sixty from one network', async () => {
    await server.context.pool.query('delete from rate_limits');
    const token = Buffer.alloc(32).toString('base64url');
    const guess = async () => (await server.stranger().post(`/ajax/account/email/${token}`)).status;
    expect(await guess()).toBe(404);
    await leaveOneTry(server.context, { name: 'email-change-follow', points: 60 });
    expect([await guess(), await guess()]).toEqual([404, 429]);
  });
});

describe('the password', () => {
  const change = (client: Awaited<ReturnType<typeof someone>>['client'], current: string, wanted: string) =>
    client.post('/ajax/account/password', { current_password: current, password: wanted });
  const wanted = 'a wholly new password';

  test('a change ends every other session, gives this one a new token, and is told by mail', async () => {
    const { user, member, client } = await someone();
    const other = await server.signIn(member);
    const answer = await change(client, password, wanted);
    expect(answer.status).toBe(200);
    expect((await other.get('/ajax/account')).status).toBe(419);
    expect((await client.get('/ajax/account')).status).toBe(419);
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    const token = /__Host-dais_session=([^;]+)/.exec(cookies.join('\n'))?.[1] ?? '';
    expect(await findSession(server.context, token)).toMatchObject({ userId: user.id, boardId: member.boardId });
    expect((await signInBy(user.email)).status).toBe(422);
    expect((await signInBy(user.email, wanted)).status).toBe(200);
    await server.context.runJobs();
    expect(mailTo(user.email).map(({ subject }) => subject)).toEqual([
      ...['Your password was changed (Dais)', 'New sign-in to your account (Dais)'],
    ]);
  });

  test('this session stays what it was: its way in, its strength, the provider that began it, its end', async () => {
    const { user, member, client } = await someone();
    const issuer = 'https://id.example';
    const providerId = await makeProvider(server.context, { issuer });
    const byProvider = await sessionByProvider(server.context, {
      userId: user.id,
      boardId: member.boardId,
      providerId,
    });
    const state = () =>
      asSuperuser(server.context, async (owner) => {
        const { rows } = await owner.query(
          `select id, begun_by, strength, own_factor, provider_id, connection_id, device_id, expires_at, created_at
           from sessions where user_id = $1 and provider_id is not null`,
          [user.id],
        );
        return rows;
      });
    await asSuperuser(server.context, (owner) =>
      owner.query('update sessions set strength = 2, own_factor = true where provider_id = $1', [providerId]),
    );
    const before = await state();
    expect(before).toMatchObject([{ begun_by: 'provider', strength: 2, own_factor: true, provider_id: providerId }]);
    const here = clientOf(server.app, server.context, { token: byProvider, boardId: member.boardId });
    expect((await change(here, password, wanted)).status).toBe(200);
    expect(await state()).toEqual(before);
    expect((await client.get('/ajax/account')).status).toBe(419);
  });

  test('of ten who change it at once with the same password, one succeeds', async () => {
    const { member } = await someone();
    const clients = await Promise.all(Array.from({ length: 10 }, () => server.signIn(member)));
    const answers = await Promise.all(clients.map((client, n) => change(client, password, `${wanted} ${n}`)));
    expect(answers.filter(({ json }) => json.status === 'success')).toHaveLength(1);
  });

  test('the present one is asked for', async () => {
    const { client } = await someone();
    expect((await change(client, 'not the password', wanted)).json.errors).toEqual({
      current_password: 'This is not your current password.',
    });
    expect((await change(client, '', wanted)).json.errors).toEqual({ current_password: 'This field is required.' });
  });

  test('guessing at the present one runs out', async () => {
    const { client } = await someone();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await change(client, `guess ${n}`, wanted)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  test.each([
    ['x'.repeat(9), 'password must be greater than 10 characters'],
    ['😀'.repeat(9), 'password must be greater than 10 characters'],
    ['x'.repeat(91), 'password must be less than 90 characters'],
  ])('S5.11 S5.12 characters are counted, not what they are stored in: %s', async (given, message) => {
    const { client } = await someone();
    expect((await change(client, password, given)).json.errors).toEqual({ password: message });
  });

  test('S9.1 ninety characters are a password, emoji or not', async () => {
    const { user, client } = await someone();
    expect((await change(client, password, '😀'.repeat(90))).status).toBe(200);
    expect((await signInBy(user.email, '😀'.repeat(90))).status).toBe(200);
  });
});

describe('notification choices', () => {
  const publish = async (boardId: string, title: string) => {
    const admin = await makeMember(server.context, {
      board: { id: boardId, shortname: '', title: '' },
      isBoardAdmin: true,
    });
    const meeting = await makeMeeting(server.context, {
      board: { id: boardId, shortname: '', title: '' },
      title,
      state: 'draft',
    });
    const answer = await (await server.signIn(admin)).post(`/ajax/meetings/${meeting.id}/publish`, {});
    expect(answer.status).toBe(200);
  };

  test('what is switched off on one board is not sent from there, and from another still is', async () => {
    const { board, user, client } = await someone();
    const second = await makeBoard(server.context);
    await makeMember(server.context, { board: second, user });
    const muted = { board_id: board.id, muted: ['meeting-invitations'] };
    const answer = await client.patch('/ajax/account', saved(user, { notifications: [muted] }));
    expect(answer.json.data.account.notifications).toContainEqual({ ...muted, title: board.title });
    await publish(board.id, 'Muted meeting');
    await publish(second.id, 'Loud meeting');
    await server.context.runJobs();
    const subjects = mailTo(user.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('Muted'))).toEqual([]);
    expect(subjects.filter((subject) => subject.includes('Loud'))).toHaveLength(1);
    await client.patch('/ajax/account', saved(user, { notifications: [{ board_id: board.id, muted: [] }] }));
    await publish(board.id, 'Wanted again');
    await server.context.runJobs();
    expect(mailTo(user.email).at(-1)?.subject).toContain('Wanted again');
  });

  test('are offered for boards that are open, and one that was shut meanwhile loses nothing else of the save', async () => {
    const { board, user, client } = await someone();
    const shut = await makeBoard(server.context);
    await makeMember(server.context, { board: shut, user });
    await inBoard(server.context, shut.id, (tx) =>
      tx.updateTable('boards').set({ two_factor_required: true }).execute(),
    );
    const offered = (await client.get('/ajax/account')).json.data.account.notifications;
    expect(offered.map((each: { board_id: string }) => each.board_id)).toEqual([board.id]);
    const muted = ['meeting-invitations'];
    const notifications = [shut, board].map(({ id }) => ({ board_id: id, muted }));
    const answer = await client.patch('/ajax/account', saved(user, { first_name: 'Zoë', notifications }));
    expect(answer.status).toBe(200);
    expect(answer.json.data.account).toMatchObject({
      first_name: 'Zoë',
      notifications: [{ board_id: board.id, muted }],
    });
    const kept = await inBoard(server.context, shut.id, (tx) => tx.selectFrom('muted_mail').select('choice').execute());
    expect(kept).toEqual([]);
  });

  test('of a board where one is not cannot be chosen', async () => {
    const { user, client } = await someone();
    const foreign = await makeBoard(server.context);
    const answer = await client.patch(
      '/ajax/account',
      saved(user, { notifications: [{ board_id: foreign.id, muted: [] }] }),
    );
    expect(answer.status).toBe(404);
  });
});

describe('a disabled user', () => {
  test('gets no security notice', async () => {
    const { user, client } = await someone();
    await client.post('/ajax/account/password', { current_password: password, password: 'a wholly new password' });
    await asSuperuser(server.context, (db) =>
      db.query('update users set disabled_at = now() where id = $1', [user.id]),
    );
    await server.context.runJobs();
    expect(mailTo(user.email)).toEqual([]);
  });
});
