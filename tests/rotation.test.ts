import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Context } from '#server/context.ts';
import { announcementUid, meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { feedUid } from '#server/features/views/calendar/feeds/present.ts';
import { cookieName, cookieNames, csrfToken } from '#server/http/cookies.ts';
import { rotateRows } from '#server/rotation/rotate-rows.ts';
import { createSecrets } from '#server/secrets.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { signIn, stranger } from './support/client.ts';
import { createTestContext, type TestContext, testSecretKey } from './support/context.ts';
import { makeMember, makeUser } from './support/factories.ts';
import { jarClient } from './support/jar-client.ts';
import { sessionOf } from './support/session.ts';
import { makeSecondFactor, type SecondFactor } from './support/two-factor.ts';
import { makeWorld, type World } from './support/world.ts';

const key = 'another secret key, which only these tests have';
const password = 'nine lamps and a desk';
let context: TestContext;
let world: World;
let email: string;
let userId: string;
let factor: SecondFactor;
/** `during` has the new key and the old key, as in the middle of a rotation. `after` has only the new key. */
let during: Context;
let after: Context;

beforeAll(async () => {
  context = await createTestContext();
  world = await makeWorld(context);
  const user = await makeUser(context, { password });
  await makeMember(context, { board: world.home.board, user });
  ({ email, id: userId } = user);
  factor = await makeSecondFactor(context, userId);
  during = { ...context, secrets: createSecrets(key, testSecretKey) };
  after = { ...context, secrets: createSecrets(key) };
  const rotated = await rotateRows(context.ownerUrl, { key, previous: testSecretKey });
  expect(rotated.sealed).toBeGreaterThan(1);
  expect(rotated.addresses).toBeGreaterThan(3);
}, 60_000);
afterAll(() => context?.stop());

test('after a key rotation, recovery codes need the old key, but authenticator codes do not', async () => {
  const app = await createApp(after);
  const signingIn = async (to: typeof app, given: object) => {
    const browser = jarClient(to);
    await browser.post('/login', { email, password });
    return (await browser.post('/two-factor-challenge', given)).status;
  };
  const [first = '', second = ''] = factor.recoveryCodes;
  expect(await signingIn(app, { recovery_code: first })).toBe(422);
  expect(await signingIn(app, { code: factor.codeAt(context.clock.now()) })).toBe(200);
  await app.close();
  const appDuring = await createApp(during);
  expect(await signingIn(appDuring, { recovery_code: second })).toBe(200);
  await appDuring.close();
});

test('secret links from before a key rotation stop working, and new secret links work', async () => {
  const app = await createApp(after);
  const visitor = stranger(app, after);
  const memberId = world.home.member.id;
  const of = { memberId, generation: 1 };
  const { id: meetingId } = world.home.meeting;
  const meeting = meetingUid(after.secrets, { ...of, meetingId });
  expect((await visitor.get(`/ajax/magic/meetings/${world.home.memberUid}`)).status).toBe(404);
  expect((await visitor.get(`/ajax/magic/meetings/${meeting}`)).status).toBe(200);
  const announcement = announcementUid(after.secrets, { ...of, announcementId: world.home.announcement.id });
  expect((await visitor.get(`/ajax/magic/announcements/${world.home.announcementUid}`)).status).toBe(404);
  expect((await visitor.get(`/ajax/magic/announcements/${announcement}`)).status).toBe(200);
  expect((await visitor.get(`/feed/${world.home.feed}`)).status).toBe(404);
  expect((await visitor.get(`/feed/${feedUid(after.secrets, of)}.ics`)).status).toBe(200);
  await app.close();
});

test('pages opened before a key rotation can send forms as long as the old key is accepted', async () => {
  const token = await sessionOf(context, { userId, boardId: world.home.board.id });
  for (const [of, status] of [
    [during, 200],
    [after, 419],
  ] as const) {
    const app = await createApp(of);
    const headers = {
      cookie: `${cookieName(context.config, cookieNames.session)}=${token}`,
      'x-xsrf-token': csrfToken(context, token),
    };
    const call = { 'x-requested-with': 'XMLHttpRequest', 'x-board': world.home.board.id, ...headers };
    const theme = await app.inject({
      method: 'POST',
      url: '/ajax/session/theme',
      headers: call,
      payload: { theme: 'dark' },
    });
    expect(theme.statusCode).toBe(status);
    await app.close();
  }
});

test('an unsubscribe link from before a key rotation works as long as the old key is accepted', async () => {
  const { member_id: memberId, choice, secret } = world.home.unsubscribe;
  for (const [of, status] of [
    [during, 200],
    [after, 404],
  ] as const) {
    const app = await createApp(of);
    const stopped = await app.inject({ method: 'POST', url: `/unsubscribe/${memberId}/${choice}/${secret}` });
    expect(stopped.statusCode).toBe(status);
    await app.close();
  }
});

test('after a key rotation, clients also get the previous annotations key as long as the old key is accepted', async () => {
  const ask = async (of: Context) => {
    const app = await createApp(of);
    const client = await signIn(app, of, world.home.member);
    const { data } = (await client.get('/ajax/annotations-key')).json;
    await app.close();
    return data;
  };
  const [before, between, then] = [await ask(context), await ask(during), await ask(after)];
  expect(between.key).not.toBe(before.key);
  expect([before.previous_key, between.previous_key, then.previous_key]).toEqual([null, before.key, null]);
  expect(then.key).toBe(between.key);
});

test('repeating a key rotation changes nothing, and row-level security and triggers are intact', async () => {
  const rows = (of: string) => asSuperuser(context, async (client) => (await client.query(of)).rows);
  const hashes = 'select uid_hash from magic_links union all select uid_hash from calendar_feeds order by 1';
  const before = await rows(hashes);
  await rotateRows(context.ownerUrl, { key, previous: testSecretKey });
  expect(await rows(hashes)).toEqual(before);
  expect(
    await rows(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relforcerowsecurity order by 1`,
    ),
  ).toEqual([{ relname: 'migrations' }, { relname: 'rate_limits' }]);
  expect(await rows(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).toEqual([]);
});
