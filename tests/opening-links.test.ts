import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationChoices } from '#domain/mail.ts';
import { createApp } from '#server/app.ts';
import { unsubscribeSecret } from '#server/features/core/mail/unsubscribing.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { asSuperuser, readContents } from './support/as-superuser.ts';
import { signIn, stranger } from './support/client.ts';
import { createTestContext, type TestContext } from './support/context.ts';
import { makeWorld, type World } from './support/world.ts';

let context: TestContext;
let app: FastifyInstance;
let world: World;
const logged: string[] = [];
const [reset, newAddress] = [randomToken(), randomToken()];

beforeAll(async () => {
  const made = await createTestContext();
  context = { ...made, log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }) };
  app = await createApp(context);
  world = await makeWorld(context);
  const { userId } = world.home.member;
  const until = new Date(context.clock.now().getTime() + 3_600_000);
  await asSuperuser(context, async (client) => {
    await client.query(
      'insert into password_resets (email, user_id, token_hash, requested_at, expires_at) values ($1, $2, $3, now(), $4)',
      ['somebody@example.org', userId, hashToken(reset), until],
    );
    await client.query(
      'insert into email_changes (user_id, new_email, token_hash, created_at, expires_at) values ($1, $2, $3, now(), $4)',
      [userId, 'new@example.org', hashToken(newAddress), until],
    );
  });
});
afterAll(async () => {
  await app?.close();
  await context?.stop();
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
      const secret = unsubscribeSecret(context.secrets, { memberId: member.id, choice });
      return `/unsubscribe/${member.id}/${choice}/${secret}`;
    }),
  ];
};

test('opening the links in mail without a session changes nothing', {
  timeout: 60_000,
}, async () => {
  const before = await asSuperuser(context, readContents);
  for (const url of links()) {
    for (const method of ['HEAD', ...Array<'GET'>(50).fill('GET')] as const) {
      const answer = await app.inject({ method, url, headers: { accept: 'text/html,*/*' } });
      expect(answer.statusCode, `${method} ${url}`).toBeLessThan(500);
    }
  }
  expect(await asSuperuser(context, readContents)).toEqual(before);
});

test('opening a reply link as a signed-in member does not record a reply', async () => {
  const { member, board, meeting, memberUid } = world.home;
  const client = await signIn(app, context, { userId: member.userId, boardId: board.id });
  const before = await asSuperuser(context, readContents);
  for (const uid of [meeting.id, memberUid]) {
    for (const letter of ['y', 'n', 'p']) {
      for (let opened = 0; opened < 50; opened += 1) await client.get(`/attendance/${uid}/${letter}`);
    }
  }
  expect(await asSuperuser(context, readContents)).toEqual(before);
});

test('posting to a reply link records the reply', async () => {
  const answer = await stranger(app, context).post(`/attendance/${world.home.memberUid}/p`);
  expect(answer.json).toEqual({ status: 'success', data: 'accepted-in-person' });
});

test('the log contains no secret address, token, cookie or password', async () => {
  logged.length = 0;
  const { memberUid, invitation, member, board } = world.home;
  const client = await signIn(app, context, { userId: member.userId, boardId: board.id });
  await client.get('/ajax/meetings');
  for (const url of links()) await app.inject({ url, headers: { accept: 'text/html,*/*', referer: url } });
  await stranger(app, context).post(`/attendance/${memberUid}/y`);
  await stranger(app, context).post('/login', { email: member.email, password: 'a password that was typed' });
  const setup = randomToken();
  await app.inject(`/ajax/setup?token=${setup}`);
  const session = randomToken();
  await app.inject({
    url: '/ajax/meetings',
    headers: { cookie: `${cookieName(context.config, cookieNames.session)}=${session}` },
  });
  const all = logged.join('');
  expect(logged.length).toBeGreaterThan(links().length);
  for (const secret of [memberUid, invitation, reset, newAddress, setup, session, 'a password that was typed']) {
    expect.soft(all).not.toContain(secret);
    expect.soft(all).not.toContain(hashToken(secret).toString('hex'));
  }
});

test('an internal error is logged with the request id, and the response does not contain its message', async () => {
  const broken: TestContext = {
    ...context,
    storage: { ...context.storage, openForResponse: () => Promise.reject(new Error('the disk is on fire')) },
  };
  const brokenApp = await createApp(broken);
  logged.length = 0;
  const { member, board, document, memberUid } = world.home;
  const client = await signIn(brokenApp, broken, { userId: member.userId, boardId: board.id });
  const answer = await client.get(`/document/${document.id}`);
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('fire');
  const failure = logged.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
  expect(failure).toMatchObject({
    ...{ msg: 'request failed', requestId: answer.json.request_id, err: { message: 'the disk is on fire' } },
  });
  await brokenApp.inject(`/meeting/${memberUid}/document/${document.id}`);
  expect(logged.join('')).not.toContain(memberUid);
  await brokenApp.close();
});
