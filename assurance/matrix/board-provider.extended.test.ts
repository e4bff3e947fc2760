import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { sessionHeaders } from '#tests/support/client.ts';
import { sessionOf } from '#tests/support/session.ts';
import { makeProvider, sessionByProvider } from '#tests/support/sign-in-providers.ts';
import { testApp } from '#tests/support/test-app.ts';
import { type ActorName, actorOf, canariesOf } from './actors.ts';
import { type Credentials, callEndpoint } from './call.ts';
import { matrixEntries } from './endpoints.ts';
import { type KeptState, keepState } from './kept-state.ts';
import { outcomeByAccess, statusOf } from './outcomes.ts';
import { servedWorld } from './served-world.ts';

const server = testApp();
const served = servedWorld(server);
let state: KeptState;
let refused: readonly (readonly [string, ActorName, Credentials])[];
let admitted: readonly (readonly [string, ActorName, Credentials])[];

beforeAll(async () => {
  const { context } = server;
  const { world } = served;
  const { home } = world;
  const id = await makeProvider(context, { issuer: 'https://id.example' });
  const other = await makeProvider(context, { issuer: 'https://other.example', name: 'Other ID' });
  const begun = async (name: ActorName, by: string | null, strength: 1 | 2): Promise<Credentials> => {
    const who = { userId: actorOf(name, world).userId ?? '', boardId: home.board.id };
    const token = await (by === null
      ? sessionOf(context, who)
      : sessionByProvider(context, { ...who, providerId: by }));
    const latest = 'select id from sessions where user_id = $1 order by id desc limit 1';
    await server.sql(`update sessions set strength = $2 where id = (${latest})`, [who.userId, strength]);
    return { ...sessionHeaders(context, token), 'x-board': home.board.id };
  };
  refused = [
    ['a member by one factor', 'member', await begun('member', null, 1)],
    ['a member by two factors', 'member', await begun('member', null, 2)],
    ['a member by another provider', 'member', await begun('member', other, 2)],
    ['a group’s admin by two factors', 'own group’s admin', await begun('own group’s admin', null, 2)],
    ['an admin by one factor', 'board admin', await begun('board admin', null, 1)],
    ['an admin by another provider', 'board admin', await begun('board admin', other, 1)],
  ];
  admitted = [
    ['a member by its provider', 'member', await begun('member', id, 1)],
    ['an admin by its provider', 'board admin', await begun('board admin', id, 1)],
    ['an admin by two factors', 'board admin', await begun('board admin', null, 2)],
  ];
  await server.sql('update boards set provider_id = $2, provider_required = true where id = $1', [home.board.id, id]);
  state = await keepState(context);
});
afterAll(() => state?.end());
beforeEach(() => server.context.pool.query('delete from rate_limits'));

const ofBoards = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ access }) => access === 'member' || access === 'board-admin')
  .map((endpoint) => [endpoint.name, endpoint] as const);

test('the tests of a required sign-in method cover more than 100 board endpoints', () => {
  expect(ofBoards.length).toBeGreaterThan(100);
});

test.each(ofBoards)('%s rejects a session that started with another sign-in method', async (name, endpoint) => {
  for (const [who, actor, credentials] of refused) {
    const call = matrixEntries[name]?.calls(actorOf(actor, served.world)).own;
    if (!call) continue;
    const answer = await callEndpoint(served.base, endpoint, { call, credentials });
    expect.soft(answer.status, who).toBe(403);
    if (endpoint.method !== 'HEAD') {
      expect.soft(JSON.parse(answer.text), who).toEqual({ status: 'error', msg: '', step: 'sign-in-by-provider' });
    }
    for (const canary of canariesOf(served.world))
      expect.soft(`${answer.text} ${answer.location}`).not.toContain(canary);
  }
  await state.check();
});

test.each(ofBoards.filter(([, { method }]) => method === 'GET'))(
  '%s accepts a session that started with the required sign-in method',
  async (_name, endpoint) => {
    for (const [who, name, credentials] of admitted) {
      const actor = actorOf(name, served.world);
      const call = matrixEntries[endpoint.name]?.calls(actor).own;
      if (!call) continue;
      const outcome = outcomeByAccess(endpoint.access, actor) ?? matrixEntries[endpoint.name]?.policy(actor, 'own');
      const answer = await callEndpoint(served.base, endpoint, { call, credentials });
      if (outcome === undefined || outcome === 'allowed') expect.soft(answer.status, who).toBeLessThan(400);
      else expect.soft(answer.status, who).toBe(statusOf[outcome]);
      expect.soft(answer.text, who).not.toContain('sign-in-by-provider');
    }
  },
);
