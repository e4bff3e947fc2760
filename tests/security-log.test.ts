import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { createTestContext, type TestContext } from './support/context.ts';
import { type MadeMember, makeMember, makeUser } from './support/factories.ts';
import { type JarClient, jarClient } from './support/jar-client.ts';
import { makeSecondFactor } from './support/two-factor.ts';

const password = 'correct horse battery';
const from = '203.0.113.9';
let context: TestContext;
let app: Awaited<ReturnType<typeof createApp>>;
let member: MadeMember;
const lines: Record<string, unknown>[] = [];
const text: string[] = [];

beforeAll(async () => {
  const made = await createTestContext();
  const log = pino({ level: 'info' }, { write: keep });
  context = { ...made, log };
  app = await createApp(context);
});
beforeEach(async () => {
  member = await makeMember(context, { user: await makeUser(context, { password }) });
  lines.length = 0;
  text.length = 0;
});
afterAll(async () => {
  await app?.close();
  await context?.stop();
});

function keep(line: string): void {
  text.push(line);
  lines.push(JSON.parse(line));
}
const reported = () =>
  lines
    .filter(({ msg }) => msg === 'security')
    .map(({ event, ip, user, factor, level }) => ({ event, ip, user, factor, level }));
const [info, warn] = [30, 40];
const browser = (): JarClient => jarClient(app, { from });

test('each sign-in is logged with its factor: password, authenticator code, or recovery code', async () => {
  const user = member.userId;
  await browser().post('/login', { email: member.email, password });
  expect(reported()).toEqual([
    { event: 'password.right', ip: from, user, factor: 'password', level: info },
    { event: 'session.started', ip: from, user, factor: undefined, level: info },
  ]);
  const factor = await makeSecondFactor(context, user ?? '');
  for (const [body, shown] of [
    [{ code: factor.codeAt(context.clock.now()) }, 'app'],
    [{ recovery_code: factor.recoveryCodes[0] }, 'recovery-code'],
  ] as const) {
    lines.length = 0;
    const each = browser();
    await each.post('/login', { email: member.email, password });
    await each.post('/two-factor-challenge', body);
    expect(reported().slice(1)).toEqual([
      { event: 'code.right', ip: from, user, factor: shown, level: info },
      { event: 'session.started', ip: from, user, factor: undefined, level: info },
    ]);
  }
});

test('each failed sign-in is logged as a warning: unknown address, wrong password, or wrong code', async () => {
  const user = member.userId;
  await browser().post('/login', { email: 'nobody@example.org', password: 'not the password' });
  await browser().post('/login', { email: member.email, password: 'not the password' });
  await makeSecondFactor(context, user ?? '');
  const waiting = browser();
  await waiting.post('/login', { email: member.email, password });
  await waiting.post('/two-factor-challenge', { recovery_code: 'not-a-code' });
  expect(reported().filter(({ level }) => level === warn)).toEqual([
    { event: 'password.wrong', ip: from, user: null, factor: 'password', level: warn },
    { event: 'password.wrong', ip: from, user, factor: 'password', level: warn },
    { event: 'code.wrong', ip: from, user, factor: 'recovery-code', level: warn },
  ]);
});

test('a disabled account, an exceeded limit and a forged request are logged', async () => {
  const disabled = await makeMember(context, { user: await makeUser(context, { password }) });
  await asSuperuser(context, (client) =>
    client.query('update users set disabled_at = now() where id = $1', [disabled.userId]),
  );
  await browser().post('/login', { email: disabled.email, password });
  for (let tries = 0; tries < 11; tries += 1)
    await browser().post('/login', { email: member.email, password: 'guess' });
  await app.inject({ method: 'POST', url: '/logout', remoteAddress: from, payload: {} });
  const events = reported().map(({ event }) => event);
  expect(events[0]).toBe('account.disabled');
  expect(events.at(-2)).toBe('limit.reached');
  expect(lines.find(({ event }) => event === 'limit.reached')).toMatchObject({ limit: 'sign-in-account-here' });
  expect(events.at(-1)).toBe('forgery.refused');
});

test('a rejected request is logged with its user, time, route and status', async () => {
  const mine = browser();
  await mine.post('/login', { email: member.email, password });
  lines.length = 0;
  await mine.call('GET', '/ajax/site/boards');
  const [line] = lines.filter(({ msg }) => msg === 'request');
  expect(line).toMatchObject({ route: '/ajax/site/boards', status: 403, user: member.userId, ip: from });
  expect(typeof line?.time).toBe('number');
  expect(line?.reqId).toBeDefined();
});

test('the log contains no typed text, and line breaks cannot forge a log line', async () => {
  await browser().post('/login', { email: 'x@example.org"\n{"level":60,"msg":"made up"}', password: 'secret of mine' });
  await app.inject({ url: '/ajax/nothing%0a{"msg":"made up"}', headers: { 'user-agent': 'a\t{"msg":"made up"}' } });
  const all = text.join('');
  expect(all).not.toMatch(/made up|secret of mine|x@example/);
  expect(text.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
});
