import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#server/db/database.ts';
import { testSecretKey } from '#tests/support/context.ts';
import type { MadeUser } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';
import type { Operator } from './accounts.ts';
import { readCommand } from './command-line.ts';

vi.setConfig({ testTimeout: 30_000 });

const server = testApp();
let database: DatabaseHandle;
let operator: Operator;
let user: MadeUser;
beforeAll(() => {
  const { ownerUrl, clock, config, secrets } = server.context;
  database = openDatabase({ servingUrl: ownerUrl, connectionsMax: 2, onLost: () => undefined });
  operator = { db: database.db, clock, config, secrets };
});
afterAll(() => database.close());
beforeEach(async () => {
  await server.sql('update users set is_site_admin = false');
  user = await server.make.user({ password: 'nine lamps and a desk' });
});

const run = (...words: readonly string[]): Promise<string> => {
  const command = readCommand(words);
  if (command === null) throw new Error('This is not a command.');
  return command(operator);
};
const logged = () =>
  server.sql('select action, by_user_id, detail from account_entries where user_id = $1 order by at, id', [user.id]);
const entry = (action: string, detail: object = {}) => ({
  action,
  by_user_id: null,
  detail: { by: 'operator', ...detail },
});
const mailTo = async (address: string) => {
  await server.context.runJobs();
  return server.context.sent.filter(({ to }) => to.address === address);
};

test('the operator can appoint and remove site admins, except the last one', async () => {
  const name = user.email.toUpperCase();
  expect(await run('make-site-admin', name)).toBe(`${name} is now a site admin.`);
  expect(await run('make-site-admin', user.email)).toBe(`${user.email} is already a site admin.`);
  const client = await server.signIn({ userId: user.id, boardId: null });
  expect((await client.get('/ajax/site/boards')).status).toBe(200);
  await expect(run('unmake-site-admin', user.email)).rejects.toThrow('the last site admin');
  const other = await server.make.user();
  await run('make-site-admin', other.email);
  expect(await run('unmake-site-admin', user.email)).toBe(`${user.email} is no longer a site admin.`);
  expect((await client.get('/ajax/site/boards')).status).toBe(403);
  expect(await logged()).toEqual([entry('account.made-site-admin'), entry('account.site-admin-removed')]);
  const subjects = (await mailTo(user.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['You are now a site admin (Dais)', 'You are no longer a site admin (Dais)']);
});

test('the operator can reset a user’s second factor, and the user is notified', async () => {
  await makeSecondFactor(server.context, user.id);
  expect(await run('reset-two-factor', user.email)).toBe(`${user.email} now signs in with the password only.`);
  expect(await run('reset-two-factor', user.email)).toBe(`${user.email} has no second factor.`);
  expect((await logged()).at(-1)).toMatchObject({ action: 'two-factor.reset', by_user_id: null });
  expect((await mailTo(user.email)).at(-1)?.subject).toBe('Two-factor authentication is off (Dais)');
});

test('the operator can send a reset link by email without printing the link', async () => {
  const output = await run('send-reset-link', user.email);
  expect(output).toBe(`A link to set a new password will be sent to ${user.email} as soon as a server is running.`);
  const [mail] = await mailTo(user.email);
  expect(mail?.text).toMatch(/\/reset-password\/[\w-]{43}/);
  expect(await logged()).toEqual([entry('password.reset-link-sent')]);
  await server.sql('update users set disabled_at = now() where id = $1', [user.id]);
  await expect(run('send-reset-link', user.email)).rejects.toThrow('is disabled');
  const elsewhere = {
    ...operator,
    config: { links: { ...operator.config.links, passwordReset: 'https://id.example' } },
  };
  await expect(readCommand(['send-reset-link', user.email])?.(elsewhere)).rejects.toThrow('PASSWORD_RESET_URL');
});

test('the operator can end all sessions of an account', async () => {
  const client = await server.signIn({ userId: user.id, boardId: null });
  await server.signIn({ userId: user.id, boardId: null });
  expect(await run('sign-out', user.email)).toBe(`${user.email} was signed out: 2 sessions ended.`);
  expect((await client.get('/ajax/account')).status).toBe(419);
  expect(await logged()).toEqual([entry('session.ended-by-operator', { sessions: 2 })]);
});

test('the operator can list boards and users, without control characters in the output', async () => {
  const board = await server.make.board({ title: 'Quay\u001b[31m Society', shortname: 'quay' });
  const chief = await server.make.member({ board, isBoardAdmin: true, lastName: 'Zeppelin' });
  await server.make.member({ board });
  const boards = (await run('boards')).split('\n');
  expect(boards[0]).toMatch(/^shortname +title +is +members +admins$/);
  expect(boards.find((line) => line.startsWith('quay '))).toMatch(
    new RegExp(`^quay +Quay \\[31m Society +open +2 +${chief.email}$`),
  );
  await run('make-site-admin', chief.email);
  const [, found, ...others] = (await run('users', 'zeppelin')).split('\n');
  expect(found).toMatch(new RegExp(`^Ada Zeppelin +${chief.email} +site admin +0 +quay$`));
  expect(others).toEqual([]);
  expect(await run('users', 'nobody of this name')).toBe('None.');
});

test('an unknown email address or operator command is rejected', async () => {
  await expect(run('sign-out', 'nobody@example.org')).rejects.toThrow('Nobody has an account with the address');
  for (const words of [[], ['help'], ['sign-out'], ['sign-out', 'a@b.c', 'd@e.f'], ['boards', 'x'], ['toString', 'x']])
    expect(readCommand(words)).toBeNull();
});

test('npm run admin works with the configured database while a server is running', async () => {
  const { servingUrl, ownerUrl, config } = server.context;
  const urls = { DATABASE_URL: servingUrl, DATABASE_OWNER_URL: ownerUrl };
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: config.dataDir, SECRET_KEY: testSecretKey, ...urls };
  const command = async (...words: readonly string[]) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../admin.ts'), ...words], { env });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { out, err, code };
  };
  expect(await command('make-site-admin', user.email)).toEqual({
    out: `${user.email} is now a site admin.\n`,
    err: '',
    code: 0,
  });
  const refused = await command('make-site-admin');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('npm run admin -- COMMAND')]);
});
