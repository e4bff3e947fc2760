import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Context } from '#server/context.ts';
import { announcementUid, meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { feedUid } from '#server/features/views/calendar/feeds/present.ts';
import { rotateRows } from '#server/rotation/rotate-rows.ts';
import { createSecrets } from '#server/secrets.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { sessionHeaders, signIn, stranger } from './support/client.ts';
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
interface Side {
  readonly context: Context;
  readonly app: FastifyInstance;
}
let before: Side;
/** Has the new key and the old key, as in the middle of a rotation. */
let during: Side;
/** Has only the new key. */
let after: Side;
const sideOf = async (of: Context): Promise<Side> => ({ context: of, app: await createApp(of) });

beforeAll(async () => {
  context = await createTestContext();
  world = await makeWorld(context);
  const user = await makeUser(context, { password });
  await makeMember(context, { board: world.home.board, user });
  ({ email, id: userId } = user);
  factor = await makeSecondFactor(context, userId);
  before = await sideOf(context);
  during = await sideOf({ ...context, secrets: createSecrets(key, testSecretKey) });
  after = await sideOf({ ...context, secrets: createSecrets(key) });
  const rotated = await rotateRows(context.ownerUrl, { key, previous: testSecretKey });
  expect(rotated.sealed).toBeGreaterThan(1);
  expect(rotated.addresses).toBeGreaterThan(3);
}, 60_000);
afterAll(async () => {
  for (const side of [before, during, after]) await side?.app.close();
  await context?.stop();
});

test('after a key rotation, recovery codes need the old key, but authenticator codes do not', async () => {
  const signingIn = async ({ app }: Side, given: object) => {
    const browser = jarClient(app);
    await browser.post('/login', { email, password });
    return (await browser.post('/two-factor-challenge', given)).status;
  };
  const [first = '', second = ''] = factor.recoveryCodes;
  expect(await signingIn(after, { recovery_code: first })).toBe(422);
  expect(await signingIn(after, { code: factor.codeAt(context.clock.now()) })).toBe(200);
  expect(await signingIn(during, { recovery_code: second })).toBe(200);
});

test('secret links from before a key rotation stop working, and new secret links work', async () => {
  const { secrets } = after.context;
  const visitor = stranger(after.app, after.context);
  const memberId = world.home.member.id;
  const of = { memberId, generation: 1 };
  const { id: meetingId } = world.home.meeting;
  const meeting = meetingUid(secrets, { ...of, meetingId });
  expect((await visitor.get(`/ajax/magic/meetings/${world.home.memberUid}`)).status).toBe(404);
  expect((await visitor.get(`/ajax/magic/meetings/${meeting}`)).status).toBe(200);
  const announcement = announcementUid(secrets, { ...of, announcementId: world.home.announcement.id });
  expect((await visitor.get(`/ajax/magic/announcements/${world.home.announcementUid}`)).status).toBe(404);
  expect((await visitor.get(`/ajax/magic/announcements/${announcement}`)).status).toBe(200);
  expect((await visitor.get(`/feed/${world.home.feed}`)).status).toBe(404);
  expect((await visitor.get(`/feed/${feedUid(secrets, of)}.ics`)).status).toBe(200);
});

test('pages opened before a key rotation can send forms as long as the old key is accepted', async () => {
  const token = await sessionOf(context, { userId, boardId: world.home.board.id });
  const headers = {
    'x-requested-with': 'XMLHttpRequest',
    'x-board': world.home.board.id,
    ...sessionHeaders(context, token),
  };
  const setTheme = async ({ app }: Side) =>
    (await app.inject({ method: 'POST', url: '/ajax/session/theme', headers, payload: { theme: 'dark' } })).statusCode;
  expect([await setTheme(during), await setTheme(after)]).toEqual([200, 419]);
});

test('an unsubscribe link from before a key rotation works as long as the old key is accepted', async () => {
  const { member_id: memberId, choice, secret } = world.home.unsubscribe;
  const stop = async ({ app }: Side) =>
    (await app.inject({ method: 'POST', url: `/unsubscribe/${memberId}/${choice}/${secret}` })).statusCode;
  expect([await stop(during), await stop(after)]).toEqual([200, 404]);
});

test('after a key rotation, clients also get the previous annotations key as long as the old key is accepted', async () => {
  const ask = async (of: Side) => {
    const client = await signIn(of.app, of.context, world.home.member);
    return (await client.get('/ajax/annotations-key')).json.data;
  };
  const [first, between, then] = [await ask(before), await ask(during), await ask(after)];
  expect(between.key).not.toBe(first.key);
  expect([first.previous_key, between.previous_key, then.previous_key]).toEqual([null, first.key, null]);
  expect(then.key).toBe(between.key);
});

test('repeating a key rotation changes nothing, and row-level security and triggers are intact', async () => {
  const rows = (of: string) => asSuperuser(context, async (client) => (await client.query(of)).rows);
  const hashes = 'select uid_hash from magic_links union all select uid_hash from calendar_feeds order by 1';
  const known = await rows(hashes);
  await rotateRows(context.ownerUrl, { key, previous: testSecretKey });
  expect(await rows(hashes)).toEqual(known);
  expect(
    await rows(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relforcerowsecurity order by 1`,
    ),
  ).toEqual([{ relname: 'migrations' }, { relname: 'rate_limits' }]);
  expect(await rows(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).toEqual([]);
});
