import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '../server/app.ts';
import { cookieNames } from '../server/http/cookies.ts';
import { csrfToken } from '../server/http/csrf.ts';
import { asSuperuser, readContents } from './support/as-superuser.ts';
import { type ActorName, actorNames, actorOf, canariesOf } from './support/matrix/actors.ts';
import { type Credentials, callEndpoint, credentialsOf, type MatrixAnswer } from './support/matrix/call.ts';
import { matrixEntries } from './support/matrix/endpoints.ts';
import { type KeptState, keepState } from './support/matrix/kept-state.ts';
import { type ObjectKind, type Outcome, outcomeByAccess, statusOf } from './support/matrix/outcomes.ts';
import { makeWorld, type World } from './support/matrix/world.ts';
import { sessionOf } from './support/session.ts';
import { testApp } from './support/test-app.ts';

/**
 * Every endpoint × every actor × own, foreign and missing objects (quality.md, "Who gets in"), from the list that the app
 * is built from. There is one world; what a call was allowed to change is put back after it.
 */
const server = testApp();
let base: string;
let world: World;
let state: KeptState;
const credentials = new Map<ActorName, Credentials>();

beforeAll(async () => {
  const { app, context } = server;
  base = await app.listen({ host: '127.0.0.1', port: 0 });
  world = await makeWorld(context);
  for (const name of actorNames) credentials.set(name, await credentialsOf(context, actorOf(name, world)));
  state = await keepState(context);
});
afterAll(() => state?.end());
beforeEach(() => server.context.pool.query('delete from rate_limits'));

test('every endpoint of the product is in the matrix, and nothing else', () => {
  const declared = routes.map(({ endpoint }) => endpoint.name);
  expect(Object.keys(matrixEntries).toSorted()).toEqual(declared.toSorted());
  expect(new Set(declared).size).toBe(declared.length);
});

for (const { endpoint } of routes) {
  const entry = matrixEntries[endpoint.name];
  if (!entry) continue;
  describe(`${endpoint.name} (${endpoint.method} ${endpoint.path}, ${endpoint.access})`, () => {
    test.each(actorNames)('%s', async (name) => {
      const actor = actorOf(name, world);
      const calls = Object.entries(entry.calls(actor)).map(([object, call]) => ({
        object,
        outcome: outcomeByAccess(endpoint, actor) ?? entry.policy(actor, object as ObjectKind),
        ask: () => callEndpoint(base, endpoint, { call, credentials: credentialsHeldBy(name) }),
      }));
      const refusals: MatrixAnswer[] = [];
      for (const { object, outcome, ask } of calls.filter((each) => each.outcome !== 'allowed')) {
        const answer = await ask();
        expectRefusal(answer, outcome, `${object} is ${outcome}`);
        if (outcome === 'missing' || outcome === 'invalid') refusals.push(answer);
      }
      // What is refused writes nothing.
      await state.check();
      for (const refusal of refusals) expect(refusal, 'foreign and missing answer alike').toEqual(refusals[0]);
      for (const { object, ask } of calls.filter((each) => each.outcome === 'allowed')) {
        try {
          expectAllowed(await ask(), object, [...actor.canRead, ...(entry.reveals?.(actor) ?? [])]);
        } finally {
          await state.putBack();
        }
      }
    });
  });
}

const confirmed = routes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.confirmed);
test.each(confirmed.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s asks for the password before anything else',
  async (name, endpoint) => {
    const { context } = server;
    const actor = actorOf(endpoint.access === 'site-admin' ? 'site admin' : 'board admin', world);
    const call = matrixEntries[name]?.calls(actor).own;
    if (!call) throw new Error('There is no call about what is own.');
    const token = await sessionOf(context, { userId: actor.userId, boardId: actor.own.board.id });
    const unconfirmed = { cookie: `${cookieNames.session}=${token}`, 'x-xsrf-token': csrfToken(context, token) };
    const before = await contents();
    const answer = await callEndpoint(base, endpoint, { call, credentials: unconfirmed });
    expect(answer).toMatchObject({
      status: 423,
      text: JSON.stringify({ status: 'error', msg: '', step: 'confirm-password' }),
    });
    expect(await contents()).toEqual(before);
    await state.putBack();
  },
);

const contents = () => asSuperuser(server.context, readContents);

function credentialsHeldBy(name: ActorName): Credentials {
  const held = credentials.get(name);
  if (!held) throw new Error(`Nobody is ${name}.`);
  return held;
}

function expectRefusal(answer: MatrixAnswer, outcome: Outcome, why: string): void {
  if (outcome === 'allowed') throw new Error('This is no refusal.');
  expect(answer.status, `${why}: ${answer.text}`).toBe(statusOf[outcome]);
  if (outcome === 'told') expect(JSON.parse(answer.text)).toMatchObject({ status: 'error' });
  expectNoneOf(answer, canariesOf(world));
}

function expectAllowed(answer: MatrixAnswer, object: string, known: readonly string[]): void {
  expect(answer.status, `${object} is allowed: ${answer.text}`).toBeLessThan(400);
  expect(answer.text).not.toContain('"status":"error"');
  expectNoneOf(
    answer,
    canariesOf(world).filter((canary) => !known.includes(canary)),
  );
}

function expectNoneOf(answer: MatrixAnswer, canaries: readonly string[]): void {
  for (const canary of canaries) expect(`${answer.text} ${answer.location}`).not.toContain(canary);
}
