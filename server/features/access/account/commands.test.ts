import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { findSession } from '#server/http/session.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { clientOf, type TestClient } from '#tests/support/client.ts';
import type { MadeBoard, MadeMember, MadeUser } from '#tests/support/factories.ts';
import { makeProvider, sessionByProvider } from '#tests/support/sign-in-providers.ts';
import { password, signInStage, successes, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { rows, forgetTries, mailsTo, subjectsTo, secretTo, auditOf, expectLimit } = signInStage(server);
const newPassword = 'a wholly new password';

let board: MadeBoard;
let user: MadeUser;
let member: MadeMember;
let client: TestClient;
beforeEach(async () => {
  await forgetTries();
  board = await server.make.board();
  user = await server.make.user({ password });
  member = await server.make.member({ board, user });
  client = await server.signIn(member);
});

const signInBy = async (email: string, given = password) =>
  (await server.stranger().post('/login', { email, password: given })).status;
const readChange = (token: string) => server.stranger().get(`/ajax/account/email/${token}`);
const confirmChange = (token: string) => server.stranger().post(`/ajax/account/email/${token}`);

const save = (more: object, by = client) => {
  const { firstName, lastName, email } = user;
  const saved = { first_name: firstName, last_name: lastName, email, notifications: [] };
  return by.patch('/ajax/account', { ...saved, ...more });
};
const askFor = (email: string, current = password, by = client) => save({ email, current_password: current }, by);

describe('changing the name', () => {
  test('takes effect on all the user’s boards and is recorded in each board’s log', async () => {
    const second = await server.make.board();
    await server.make.member({ board: second, user });
    const answer = await save({ first_name: ' Zoë ', last_name: 'Ní Bhriain' });
    expect(answer.json.data.account).toMatchObject({ first_name: 'Zoë', last_name: 'Ní Bhriain' });
    for (const each of [board, second]) {
      const other = await server.signIn(await server.make.member({ board: each }));
      const people = (await other.get('/ajax/people')).text;
      for (const name of ['Zoë', 'Ní Bhriain']) expect(people).toContain(name);
      expect((await auditOf(each.id)).filter((action) => action === 'person.renamed')).toHaveLength(1);
    }
  });
});

describe('changing the email address', () => {
  test('takes effect only on confirmation and notifies the old address', async () => {
    const wanted = `new-${user.email}`;
    expect((await askFor(wanted)).json.data.account).toMatchObject({ email: user.email, new_email: wanted });
    expect(await mailsTo(user.email)).toEqual([]);
    expect(await mailsTo(wanted)).toMatchObject([
      { from: { name: 'Dais' }, subject: 'Confirm your new Dais email address' },
    ]);
    const token = await secretTo(wanted);
    expect((await readChange(token)).json.data).toEqual({ email: wanted });
    expect(await signInBy(wanted)).toBe(422);
    expect((await confirmChange(token)).json.data).toEqual({ email: wanted });
    expect([await signInBy(wanted), await signInBy(user.email)]).toEqual([200, 422]);
    expect(await subjectsTo(user.email)).toEqual(['Your email address was changed (Dais)']);
    expect((await confirmChange(token)).status).toBe(404);
  });

  test('succeeds for only one of ten simultaneous confirmations', async () => {
    const wanted = `race-${user.email}`;
    await askFor(wanted);
    const token = await secretTo(wanted);
    const answers = await tenAtOnce(() => confirmChange(token));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('requires the current password, and a missing or wrong one is reported on that field', async () => {
    const wanted = `asked-${user.email}`;
    for (const [given, message] of [
      ['', 'This field is required.'],
      ['not the password', 'This is not your current password.'],
    ] as const) {
      const answer = await askFor(wanted, given);
      expect([answer.status, answer.json.errors]).toEqual([422, { current_password: message }]);
    }
    expect(await mailsTo(wanted)).toEqual([]);
  });

  test('returns the same response for a taken address as for a free one', async () => {
    const taken = await server.make.user({ password });
    const answerTo = async (email: string) => {
      const { status, text } = await askFor(email);
      return [status, text.replaceAll(email, 'ADDRESS').replaceAll(/"last_seen_at":"[^"]*"/g, '')];
    };
    const free = await answerTo(`free-${user.email}`);
    expect(await answerTo(taken.email)).toEqual(free);
    const [mail, ...others] = await mailsTo(taken.email);
    expect([mail?.subject, others]).toEqual(['This address already has a Dais account', []]);
    for (const secret of [user.email, '/confirm-email/']) expect(mail?.text).not.toContain(secret);
  });

  test('fails if somebody creates an account with the new address before the confirmation', async () => {
    const wanted = `late-${user.email}`;
    await askFor(wanted);
    const token = await secretTo(wanted);
    await server.make.user({ email: wanted.toUpperCase() });
    const { msg } = (await confirmChange(token)).json;
    expect(msg).toBe('There is already an account with this email address. Nothing was changed.');
    expect(await signInBy(user.email)).toBe(200);
  });

  test('is cancelled by a simultaneous password reset', async () => {
    const clients = await tenAtOnce(() => server.signIn(member));
    await server.stranger().post('/ajax/password/forgot', { email: user.email });
    const reset = await secretTo(user.email);
    const addresses = clients.map((_, nth) => `thief-${nth}-${user.email}`);
    const [answer] = await Promise.all([
      server.stranger().post(`/ajax/password/reset/${reset}`, { password: newPassword }),
      ...clients.map((client, nth) => askFor(addresses[nth] ?? '', password, client)),
    ]);
    expect(answer.status).toBe(200);
    for (const address of addresses) {
      const token = await secretTo(address);
      if (token !== '') expect((await confirmChange(token)).status).toBe(404);
    }
    expect(await signInBy(user.email, newPassword)).toBe(200);
  });

  test('is limited to ten requests per user', async () => {
    const statuses: number[] = [];
    for (let nth = 0; nth < 11; nth += 1) statuses.push((await askFor(`${nth}-many-${user.email}`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  test('is blocked for a network after sixty wrong confirmation links', async () => {
    const guess = () => confirmChange(Buffer.alloc(32).toString('base64url'));
    await expectLimit({ name: 'email-change-follow', points: 60 }, guess, 404);
  });
});

describe('changing the password', () => {
  const change = (by: TestClient, current: string, wanted = newPassword) =>
    by.post('/ajax/account/password', { current_password: current, password: wanted });

  test('ends all other sessions and gives this session a new token', async () => {
    const other = await server.signIn(member);
    const answer = await change(client, password);
    expect(answer.status).toBe(200);
    for (const each of [other, client]) expect((await each.get('/ajax/account')).status).toBe(419);
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    const token = /__Host-dais_session=([^;]+)/.exec(cookies.join('\n'))?.[1] ?? '';
    expect(await findSession(server.context, token)).toMatchObject({ userId: user.id, boardId: member.boardId });
    expect([await signInBy(user.email), await signInBy(user.email, newPassword)]).toEqual([422, 200]);
    const subjects = ['Your password was changed (Dais)', 'New sign-in to your account (Dais)'];
    expect(await subjectsTo(user.email)).toEqual(subjects);
  });

  test('preserves the session’s sign-in method, two-factor status, provider and expiry', async () => {
    const { boardId } = member;
    const providerId = await makeProvider(server.context, { issuer: 'https://id.example' });
    const token = await sessionByProvider(server.context, { userId: user.id, boardId, providerId });
    await rows('update sessions set strength = 2, own_factor = true where provider_id = $1', [providerId]);
    const state = () =>
      rows(
        `select id, begun_by, strength, own_factor, provider_id, connection_id, device_id, expires_at, created_at
         from sessions where user_id = $1 and provider_id is not null`,
        [user.id],
      );
    const before = await state();
    expect(before).toMatchObject([{ begun_by: 'provider', strength: 2, own_factor: true, provider_id: providerId }]);
    const here = clientOf(server.app, server.context, { token, boardId });
    expect((await change(here, password)).status).toBe(200);
    expect(await state()).toEqual(before);
    expect((await client.get('/ajax/account')).status).toBe(419);
  });

  test('succeeds for only one of ten simultaneous requests with the same current password', async () => {
    const clients = await tenAtOnce(() => server.signIn(member));
    const answers = await Promise.all(clients.map((each, nth) => change(each, password, `${newPassword} ${nth}`)));
    expect(successes(answers)).toHaveLength(1);
  });

  test('requires the current password, and limits guesses', async () => {
    expect((await change(client, '')).json.errors).toEqual({ current_password: 'This field is required.' });
    for (let nth = 0; nth < 10; nth += 1) {
      const answer = await change(client, 'not the password');
      expect(answer.status).toBe(422);
      expect(answer.json.errors).toEqual({ current_password: 'This is not your current password.' });
    }
    expect((await change(client, 'not the password')).status).toBe(429);
  });

  test('sends no notice if the user is disabled before the email is sent', async () => {
    await change(client, password);
    await rows('update users set disabled_at = now() where id = $1', [user.id]);
    expect(await mailsTo(user.email)).toEqual([]);
  });
});

describe('notification settings', () => {
  const muted = ['meeting-invitations'];

  test('can mute the emails of a single board, and can be reset', async () => {
    const second = await server.make.board();
    await server.make.member({ board: second, user });
    const publish = async (on: typeof board, title: string) => {
      const admin = await server.signIn(await server.make.member({ board: on, isBoardAdmin: true }));
      const meeting = await server.make.meeting({ board: on, title, state: 'draft' });
      expect((await admin.post(`/ajax/meetings/${meeting.id}/publish`, {})).status).toBe(200);
    };
    const answer = await save({ notifications: [{ board_id: board.id, muted }] });
    expect(answer.json.data.account.notifications).toContainEqual({ board_id: board.id, muted, title: board.title });
    await publish(board, 'Muted meeting');
    await publish(second, 'Loud meeting');
    await server.context.runJobs();
    await save({ notifications: [{ board_id: board.id, muted: [] }] });
    await publish(board, 'Wanted again');
    const subjects = await subjectsTo(user.email);
    const sent = (title: string) => subjects.filter((subject) => subject.includes(title)).length;
    expect([sent('Muted'), sent('Loud'), sent('Wanted again')]).toEqual([0, 1, 1]);
  });

  test('are offered and saved only for accessible boards', async () => {
    const shut = await server.make.board();
    await server.make.member({ board: shut, user });
    await rows('update boards set two_factor_required = true where id = $1', [shut.id]);
    const offered = (await client.get('/ajax/account')).json.data.account.notifications;
    expect(offered.map((each: { board_id: string }) => each.board_id)).toEqual([board.id]);
    const notifications = [shut, board].map(({ id }) => ({ board_id: id, muted }));
    const answer = await save({ first_name: 'Zoë', notifications });
    expect(answer.status).toBe(200);
    const kept = { first_name: 'Zoë', notifications: [{ board_id: board.id, muted }] };
    expect(answer.json.data.account).toMatchObject(kept);
    const stored = server.inBoard(shut.id, (tx) => tx.selectFrom('muted_mail').select('choice').execute());
    expect(await stored).toEqual([]);
  });
});

const now = () => server.context.clock.now();
const inDays = (days: number) => new Date(now().getTime() + days * 86_400_000);
const gate = (call: string, values: readonly unknown[]) =>
  server.context.pool.query(`select gate.${call}`, [...values]);

async function linkOf(insert: string, userId: string, expiresAt: Date): Promise<Buffer> {
  const hash = hashToken(randomToken());
  await rows(`insert into ${insert} values ($1, $2, $3, $4, $5)`, [
    userId,
    `${randomUUID()}@example.org`,
    hash,
    now(),
    expiresAt,
  ]);
  return hash;
}
const changeOf = (userId: string, expiresAt: Date) =>
  linkOf('email_changes (user_id, new_email, token_hash, created_at, expires_at)', userId, expiresAt);
const resetOf = (userId: string, expiresAt: Date) =>
  linkOf('password_resets (user_id, email, token_hash, requested_at, expires_at)', userId, expiresAt);

test('simultaneous changes to an account do not deadlock', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { id } = await server.make.user();
    const change = await changeOf(id, inDays(round % 2 === 0 ? 1 : -5));
    const [reset] = [await resetOf(id, inDays(1)), await resetOf(id, inDays(-5))];
    await Promise.all([
      gate('confirm_email_change($1, $2)', [change, now()]),
      gate('use_password_reset($1, $2, $3)', [reset, 'another hash', now()]),
      gate('change_password($1, $2, $3, $4, $5)', [id, id, 'no password', 'a third hash', now()]),
      gate('drop_email_change($1)', [id]),
      gate('sweep_account_links($1)', [now()]),
    ]);
  }
});

test('the cleanup skips a locked email change and deletes it on the next run', async () => {
  const { id } = await server.make.user();
  await changeOf(id, inDays(-5));
  const left = () => rows('select from email_changes where user_id = $1', [id]);
  await server.asSuperuser(async (client) => {
    await client.query('begin');
    await client.query('select from email_changes where user_id = $1 for update', [id]);
    // If the cleanup waited for the locked row, this would block until the test times out.
    await gate('sweep_account_links($1)', [now()]);
    await client.query('rollback');
  });
  expect(await left()).toHaveLength(1);
  await gate('sweep_account_links($1)', [now()]);
  expect(await left()).toHaveLength(0);
});
