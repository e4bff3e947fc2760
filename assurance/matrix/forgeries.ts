import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { cookieName, cookieNames, csrfToken } from '#server/http/cookies.ts';
import { randomToken } from '#server/secrets.ts';
import { accessOf } from './access.ts';
import { type Actor, type ActorName, actorOf } from './actors.ts';
import { type Credentials, callEndpoint } from './call.ts';
import type { Matrix } from './cells.ts';
import { ownCallOf } from './endpoints.ts';

function callersOf(endpoint: Endpoint): readonly ActorName[] {
  const access = accessOf(endpoint.name);
  if (access === 'site-admin') return ['site admin'];
  if (access === 'magic') return ['anonymous', 'board admin'];
  return access === 'public' ? ['anonymous', 'two-factor pending', 'board admin'] : ['board admin'];
}

type Forge = (own: Credentials, actor: Actor, matrix: Matrix) => Credentials;

const forgeries: Readonly<Record<string, Forge>> = {
  'no token': ({ cookie = '', 'x-board': board = '' }) => ({ cookie, 'x-board': board }),
  "another session's token": (own, _actor, { credentials }) => {
    const other = credentials.get('other board’s admin');
    return { ...own, 'x-xsrf-token': other?.['x-xsrf-token'] ?? '' };
  },
  'a forged pair of cookie and token': (own) => {
    const forged = randomToken();
    return { ...own, cookie: `${own.cookie}; ${cookieNames.csrf}=${forged}`, 'x-xsrf-token': forged };
  },
  'the token of a page without a session': (own, actor, { context }) => {
    const visit = randomToken();
    const token = csrfToken(context, visit);
    const cookie =
      actor.userId === null
        ? own.cookie
        : `${own.cookie}; ${cookieName(context.config, cookieNames.preSession)}=${visit}`;
    return { ...own, cookie: cookie ?? '', 'x-xsrf-token': token };
  },
  'a foreign origin': (own) => ({ ...own, origin: 'https://evil.example' }),
  'the origin of a sandboxed page': (own) => ({ ...own, origin: 'null' }),
  'an origin that begins like ours': (own, _actor, { context }) => ({
    ...own,
    origin: `${context.config.appUrl}.evil.example`,
  }),
};

export async function refusesForgeries(matrix: Matrix, endpoint: Endpoint): Promise<void> {
  const { credentials, world, base, state } = matrix;
  for (const name of callersOf(endpoint)) {
    const actor = actorOf(name, world);
    const call = ownCallOf(endpoint.name, actor);
    const own = credentials.get(name);
    if (!own) throw new Error(`There are no credentials of ${name}.`);
    const forged = Object.entries(forgeries).map(([kind, forge]) => ({ kind, with: forge(own, actor, matrix) }));
    const before = await state.differences();
    for (const each of forged) {
      const answer = await callEndpoint(base, endpoint, { call, credentials: each.with });
      expect(answer.status, `${name}, ${each.kind}: ${answer.text}`).toBe(419);
    }
    expect(await state.differences()).toEqual(before);
  }
}
