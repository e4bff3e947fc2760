import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { cookieName, cookieNames, csrfToken } from '#server/http/cookies.ts';
import { randomToken } from '#server/secrets.ts';
import type { TestContext } from '#tests/support/context.ts';
import type { World } from '#tests/support/world.ts';
import { accessOf } from './access.ts';
import { type Actor, type ActorName, actorOf } from './actors.ts';
import { type Credentials, callEndpoint } from './call.ts';
import { matrixEntries } from './endpoints.ts';
import type { KeptState } from './kept-state.ts';

interface Target {
  readonly context: TestContext;
  readonly world: World;
  readonly base: string;
  readonly credentials: ReadonlyMap<ActorName, Credentials>;
  readonly state: Pick<KeptState, 'differences'>;
}

function callersOf(endpoint: Endpoint): readonly ActorName[] {
  const access = accessOf(endpoint.name);
  if (access === 'site-admin') return ['site admin'];
  if (access === 'magic') return ['anonymous', 'board admin'];
  return access === 'public' ? ['anonymous', 'two-factor pending', 'board admin'] : ['board admin'];
}

type Forge = (own: Credentials, actor: Actor, target: Target) => Credentials;

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

export async function refusesForgeries(target: Target, endpoint: Endpoint): Promise<void> {
  const { credentials, world, base, state } = target;
  for (const name of callersOf(endpoint)) {
    const actor = actorOf(name, world);
    const call = Object.values(matrixEntries[endpoint.name]?.calls(actor) ?? {})[0];
    if (!call) throw new Error('The matrix has no call of this endpoint.');
    const own = credentials.get(name);
    if (!own) throw new Error(`There are no credentials of ${name}.`);
    const forged = Object.entries(forgeries).map(([kind, forge]) => ({ kind, with: forge(own, actor, target) }));
    const before = await state.differences();
    for (const each of forged) {
      const answer = await callEndpoint(base, endpoint, { call, credentials: each.with });
      expect(answer.status, `${name}, ${each.kind}: ${answer.text}`).toBe(419);
    }
    expect(await state.differences()).toEqual(before);
  }
}
