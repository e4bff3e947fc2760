import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { notificationChoices } from '#domain/mail.ts';
import { createApp } from '#server/app.ts';
import { unsubscribeSecret } from '#server/features/core/mail/unsubscribing.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { readContents } from './support/as-superuser.ts';
import { signIn } from './support/client.ts';
import type { TestContext } from './support/context.ts';
import { testApp } from './support/test-app.ts';
import { makeWorld, type World } from './support/world.ts';

const logged: string[] = [];
const server = testApp({}, { log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }) });
let world: World;
const [reset, newAddress] = [randomToken(), randomToken()];

beforeAll(async () => {
  world = await makeWorld(server.context);
  const { userId } = world.home.member;
  const until = new Date(server.context.clock.now().getTime() + 3_600_000);
  await server.sql(
    'insert into password_resets (email, user_id, token_hash, requested_at, expires_at) values ($1, $2, $3, now(), $4)',
    ['somebody@example.org', userId, hashToken(reset), until],
  );
  await server.sql(
    'insert into email_changes (user_id, new_email, token_hash, created_at, expires_at) values ($1, $2, $3, now(), $4)',
    [userId, 'new@example.org', hashToken(newAddress), until],
  );
});

/** Scanners, previews and prefetching browsers open the links in an email before the recipient does. */
const links = (): readonly string[] => {
  const { memberUid: uid, member, meeting, document, invitation, papers } = world.home;
  return [
    ...['y', 'n', 'p', 'r', 'm'].map((letter) => `/attendance/${uid}/${letter}`),
    ...['y', 'n'].map((letter) => `/attendance/${meeting.id}/${letter}`),
    `/meeting/${uid}`,
    `/ajax/magic/meetings/${uid}`,
    `/addtocalendar/${uid}`,
    `/addtocalendar/${uid}/ical`,
    `/addtocalendar/${uid}/google`,
    `/meetings/subscribetocalendar/${uid}/google`,
    `/meetings/subscribetocalendar/${meeting.id}/ical`,
    '/meetings/genericsubscribetocalendar/outlook',
    `/paper/${papers.own.uid}`,
    `/ajax/magic/papers/${papers.own.uid}`,
    `/inv/${invitation}`,
    `/ajax/invitations/${invitation}`,
    `/reset-password/${reset}`,
    `/ajax/password/reset/${reset}`,
    `/confirm-email/${newAddress}`,
    `/ajax/account/email/${newAddress}`,
    `/meetings/${meeting.id}`,
    `/document/${document.id}`,
    ...notificationChoices.map(({ choice }) => {
      const secret = unsubscribeSecret(server.context.secrets, { memberId: member.id, choice });
      return `/unsubscribe/${member.id}/${choice}/${secret}`;
    }),
  ];
};

test('opening the links in mail without a session changes nothing', {
  timeout: 60_000,
}, async () => {
  const before = await server.asSuperuser(readContents);
  for (const url of links()) {
    for (const method of ['HEAD', ...Array<'GET'>(50).fill('GET')] as const) {
      const answer = await server.app.inject({ method, url, headers: { accept: 'text/html,*/*' } });
      expect(answer.statusCode, `${method} ${url}`).toBeLessThan(500);
    }
  }
  expect(await server.asSuperuser(readContents)).toEqual(before);
});

test('opening a reply link as a signed-in member does not record a reply', async () => {
  const { member, meeting, memberUid } = world.home;
  const client = await server.signIn(member);
  const before = await server.asSuperuser(readContents);
  for (const uid of [meeting.id, memberUid]) {
    for (const letter of ['y', 'n', 'p']) {
      for (let opened = 0; opened < 50; opened += 1) await client.get(`/attendance/${uid}/${letter}`);
    }
  }
  expect(await server.asSuperuser(readContents)).toEqual(before);
});

test('posting to a reply link records the reply', async () => {
  const answer = await server.stranger().post(`/attendance/${world.home.memberUid}/p`);
  expect(answer.json).toEqual({ status: 'success', data: 'accepted-in-person' });
});

test('the log contains no secret address, token, cookie or password', async () => {
  logged.length = 0;
  const { memberUid, invitation, member } = world.home;
  const client = await server.signIn(member);
  await client.get('/ajax/meetings');
  for (const url of links()) await server.app.inject({ url, headers: { accept: 'text/html,*/*', referer: url } });
  await server.stranger().post(`/attendance/${memberUid}/y`);
  await server.stranger().post('/login', { email: member.email, password: 'a password that was typed' });
  const setup = randomToken();
  await server.app.inject(`/ajax/setup?token=${setup}`);
  const session = randomToken();
  await server.app.inject({
    url: '/ajax/meetings',
    headers: { cookie: `${cookieName(server.context.config, cookieNames.session)}=${session}` },
  });
  const all = logged.join('');
  expect(logged.length).toBeGreaterThan(links().length);
  for (const secret of [memberUid, invitation, reset, newAddress, setup, session, 'a password that was typed']) {
    expect.soft(all).not.toContain(secret);
    expect.soft(all).not.toContain(hashToken(secret).toString('hex'));
  }
});

test('an internal error is logged with the request id, and the response does not contain its message', async () => {
  const { context } = server;
  const broken: TestContext = {
    ...context,
    storage: { ...context.storage, openForResponse: () => Promise.reject(new Error('the disk is on fire')) },
  };
  const brokenApp = await createApp(broken);
  logged.length = 0;
  const { member, document, memberUid } = world.home;
  const client = await signIn(brokenApp, broken, member);
  const answer = await client.get(`/document/${document.id}`);
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('fire');
  const failure = logged.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
  expect(failure).toMatchObject({
    msg: 'request failed',
    requestId: answer.json.request_id,
    err: { message: 'the disk is on fire' },
  });
  await brokenApp.inject(`/meeting/${memberUid}/document/${document.id}`);
  expect(logged.join('')).not.toContain(memberUid);
  await brokenApp.close();
});
