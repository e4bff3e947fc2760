import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { MadeMember } from './support/factories.ts';
import { type JarClient, jarClient } from './support/jar-client.ts';
import { testApp } from './support/test-app.ts';
import { makeSecondFactor } from './support/two-factor.ts';

const password = 'correct horse battery';
const from = '203.0.113.9';
const lines: Record<string, unknown>[] = [];
const text: string[] = [];
const keep = (line: string): void => {
  text.push(line);
  lines.push(JSON.parse(line));
};
const server = testApp({}, { log: pino({ level: 'info' }, { write: keep }) });
const makeMember = async () => server.make.member({ user: await server.make.user({ password }) });
let member: MadeMember;
beforeEach(async () => {
  member = await makeMember();
  lines.length = 0;
  text.length = 0;
});

const reported = () =>
  lines
    .filter(({ msg }) => msg === 'security')
    .map(({ event, ip, user, factor, level }) => ({ event, ip, user, factor, level }));
const [info, warn] = [30, 40];
const browser = (): JarClient => jarClient(server.app, { from });

test('each sign-in is logged with its factor: password, authenticator code, or recovery code', async () => {
  const user = member.userId;
  await browser().post('/login', { email: member.email, password });
  expect(reported()).toEqual([
    { event: 'password.right', ip: from, user, factor: 'password', level: info },
    { event: 'session.started', ip: from, user, factor: undefined, level: info },
  ]);
  const factor = await makeSecondFactor(server.context, user ?? '');
  for (const [body, shown] of [
    [{ code: factor.codeAt(server.context.clock.now()) }, 'app'],
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
  await makeSecondFactor(server.context, user ?? '');
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
  const disabled = await makeMember();
  await server.sql('update users set disabled_at = now() where id = $1', [disabled.userId]);
  await browser().post('/login', { email: disabled.email, password });
  for (let tries = 0; tries < 11; tries += 1)
    await browser().post('/login', { email: member.email, password: 'guess' });
  await server.app.inject({ method: 'POST', url: '/logout', remoteAddress: from, payload: {} });
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
  await server.app.inject({
    url: '/ajax/nothing%0a{"msg":"made up"}',
    headers: { 'user-agent': 'a\t{"msg":"made up"}' },
  });
  const all = text.join('');
  expect(all).not.toMatch(/made up|secret of mine|x@example/);
  expect(text.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
});
