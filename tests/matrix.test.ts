import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp, routes } from '../server/app.ts';
import { readContents, superuserUrlOf } from './support/as-superuser.ts';
import { createTestContext, type TestContext } from './support/context.ts';
import { type Actor, actorNames, actorOf, canariesOf } from './support/matrix/actors.ts';
import { type Credentials, callEndpoint, credentialsOf, type MatrixAnswer } from './support/matrix/call.ts';
import { type MatrixEntry, matrixEntries } from './support/matrix/endpoints.ts';
import { type ObjectKind, type Outcome, outcomeByAccess, statusOf } from './support/matrix/outcomes.ts';
import { makeWorld, type World } from './support/matrix/world.ts';

/**
 * Every endpoint × every actor × own, foreign and missing objects (quality.md, "Who gets in"), from the list that the app
 * is built from.
 */
interface Installation {
  readonly context: TestContext;
  readonly app: FastifyInstance;
  readonly base: string;
}
/** Nothing but reading is ever allowed here, so that its one world stays as it was made. */
let still: Installation;
let shared: World;
/** Where what is allowed changes something: a world for each call. */
let moving: Installation;
let superuser: pg.Client;

beforeAll(async () => {
  still = await install();
  moving = await install();
  superuser = new pg.Client({ connectionString: await superuserUrlOf(still.context) });
  await superuser.connect();
  shared = await makeWorld(still.context);
});
afterAll(async () => {
  await superuser?.end();
  for (const installation of [still, moving]) {
    await installation?.app.close();
    await installation?.context.stop();
  }
});
beforeEach(async () => {
  for (const { context } of [still, moving]) await context.pool.query('delete from rate_limits');
});

async function install(): Promise<Installation> {
  const context = await createTestContext();
  const app = await createApp(context);
  return { context, app, base: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

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
      const actor = actorOf(name, shared);
      const credentials = await credentialsOf(still.context, actor);
      const expected = Object.keys(entry.calls(actor)).map((object) => {
        const kind = object as ObjectKind;
        return { object: kind, outcome: outcomeByAccess(endpoint, actor) ?? entry.policy(actor, kind) };
      });
      const refusals: MatrixAnswer[] = [];
      const before = await readContents(superuser);
      for (const { object, outcome } of expected.filter((each) => each.outcome !== 'allowed')) {
        const call = callOf(entry, actor, object);
        const answer = await callEndpoint(still.base, endpoint, { call, credentials });
        expectRefusal(answer, outcome, `${object} is ${outcome}`);
        if (outcome === 'missing' || outcome === 'invalid') refusals.push(answer);
      }
      expect(await readContents(superuser), 'what is refused writes nothing').toEqual(before);
      for (const refusal of refusals) expect(refusal, 'foreign and missing answer alike').toEqual(refusals[0]);
      for (const { object } of expected.filter((each) => each.outcome === 'allowed')) {
        await expectAllowed(name, object);
      }
    });

    async function expectAllowed(name: Actor['name'], object: ObjectKind): Promise<void> {
      const isReading = endpoint.method === 'GET' || endpoint.method === 'HEAD';
      const { context, base } = isReading ? still : moving;
      const world = isReading ? shared : await makeWorld(context);
      const actor = actorOf(name, world);
      const credentials: Credentials = await credentialsOf(context, actor);
      const call = callOf(matrixEntries[endpoint.name], actor, object);
      const answer = await callEndpoint(base, endpoint, { call, credentials });
      expect(answer.status, `${object} is allowed: ${answer.text}`).toBeLessThan(400);
      expect(answer.text).not.toContain('"status":"error"');
      const known = [...actor.canRead, ...(matrixEntries[endpoint.name]?.reveals?.(actor) ?? [])];
      expectNoneOf(
        answer,
        canariesOf(world).filter((canary) => !known.includes(canary)),
      );
    }
  });
}

function callOf(entry: MatrixEntry | undefined, actor: Actor, object: ObjectKind) {
  const call = entry?.calls(actor)[object];
  if (!call) throw new Error(`There is no call about ${object}.`);
  return call;
}

function expectRefusal(answer: MatrixAnswer, outcome: Outcome, why: string): void {
  if (outcome === 'allowed') throw new Error('This is no refusal.');
  expect(answer.status, `${why}: ${answer.text}`).toBe(statusOf[outcome]);
  if (outcome === 'told') expect(JSON.parse(answer.text)).toMatchObject({ status: 'error' });
  expectNoneOf(answer, canariesOf(shared));
}

function expectNoneOf(answer: MatrixAnswer, canaries: readonly string[]): void {
  for (const canary of canaries) expect(`${answer.text} ${answer.location}`).not.toContain(canary);
}
