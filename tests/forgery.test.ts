import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../server/app.ts';
import { cookieNames } from '../server/http/cookies.ts';
import { csrfToken } from '../server/http/csrf.ts';
import { randomToken } from '../server/secrets.ts';
import { readContents, superuserUrlOf } from './support/as-superuser.ts';
import { type Actor, type ActorName, actorOf } from './support/matrix/actors.ts';
import { type Credentials, callEndpoint, credentialsOf } from './support/matrix/call.ts';
import { matrixEntries } from './support/matrix/endpoints.ts';
import { makeWorld, type World } from './support/matrix/world.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();
let base: string;
let superuser: pg.Client;
let world: World;

beforeAll(async () => {
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  superuser = new pg.Client({ connectionString: await superuserUrlOf(server.context) });
  await superuser.connect();
  world = await makeWorld(server.context);
});
afterAll(async () => {
  await superuser?.end();
});

const writing = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const changing = writing.filter(({ csrf }) => csrf === undefined);

test('the only exemption is the one-click unsubscribe', () => {
  expect(writing.filter((endpoint) => !changing.includes(endpoint)).map(({ name }) => name)).toEqual([
    'mail.unsubscribe',
  ]);
});

/** Who could call it: public endpoints also in the name of somebody who is signed in. */
function callersOf({ access }: (typeof changing)[number]): readonly ActorName[] {
  if (access === 'site-admin') return ['site admin'];
  return access === 'public' || access === 'magic' ? ['anonymous', 'board admin'] : ['board admin'];
}

/** What an attacker's page can get a browser to send: the victim's cookies, and a token that is not theirs. */
const forgeries: Readonly<Record<string, (own: Credentials, actor: Actor) => Promise<Credentials>>> = {
  'no token': async ({ cookie = '', 'x-board': board = '' }) => ({ cookie, 'x-board': board }),
  "another session's token": async (own) => {
    const other = await credentialsOf(server.context, actorOf('other board’s admin', world));
    return { ...own, 'x-xsrf-token': other['x-xsrf-token'] ?? '' };
  },
  'a forged pair of cookie and token': async (own) => {
    const forged = randomToken();
    return { ...own, cookie: `${own.cookie}; ${cookieNames.csrf}=${forged}`, 'x-xsrf-token': forged };
  },
  'the token of a page without a session': async (own, actor) => {
    const visit = randomToken();
    const token = csrfToken(server.context, visit);
    // Bound to the pre-session cookie of another visit; where there is a session, to one that comes along with it.
    const cookie = actor.userId === null ? own.cookie : `${own.cookie}; ${cookieNames.visit}=${visit}`;
    return { ...own, cookie: cookie ?? '', 'x-xsrf-token': token };
  },
  'a foreign origin': async (own) => ({ ...own, origin: 'https://evil.example' }),
  'the origin of a sandboxed page': async (own) => ({ ...own, origin: 'null' }),
  'an origin that begins like ours': async (own) => ({
    ...own,
    origin: `${server.context.config.appUrl}.evil.example`,
  }),
};

test.each(changing)('$name with a forged token or origin is answered 419 and changes nothing', async (endpoint) => {
  for (const name of callersOf(endpoint)) {
    const actor = actorOf(name, world);
    const call = Object.values(matrixEntries[endpoint.name]?.calls(actor) ?? {})[0];
    if (!call) throw new Error('The matrix has no call of this endpoint.');
    const own = await credentialsOf(server.context, actor);
    const kinds = Object.entries(forgeries);
    const forged = await Promise.all(kinds.map(async ([kind, forge]) => ({ kind, with: await forge(own, actor) })));
    const before = await readContents(superuser);
    for (const each of forged) {
      const answer = await callEndpoint(base, endpoint, { call, credentials: each.with });
      expect(answer.status, `${name}, ${each.kind}: ${answer.text}`).toBe(419);
    }
    expect(await readContents(superuser)).toEqual(before);
  }
});

test('our own origin is let in, by the address of the installation and by the one that was asked', async () => {
  const endpoint = routes.find((route) => route.endpoint.name === 'session.setTheme')?.endpoint;
  if (!endpoint) throw new Error('There is no such endpoint.');
  const own = await credentialsOf(server.context, actorOf('member', world));
  for (const origin of [server.context.config.appUrl, base]) {
    const credentials = { ...own, origin };
    expect((await callEndpoint(base, endpoint, { call: { body: { theme: 'dark' } }, credentials })).status).toBe(200);
  }
});
