import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { sessionHeaders } from '#tests/support/client.ts';
import type { TestContext } from '#tests/support/context.ts';
import { sessionOf } from '#tests/support/session.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { makeWorld, type World } from '#tests/support/world.ts';
import { accessOf } from './access.ts';
import { type ActorName, actorOf, canariesOf } from './actors.ts';
import { type Credentials, callEndpoint, credentialsOfAll, type MatrixAnswer } from './call.ts';
import { matrixEntries } from './endpoints.ts';
import { type KeptState, keepState } from './kept-state.ts';
import { type ObjectKind, type Outcome, outcomeByAccess, statusOf } from './outcomes.ts';

export interface Matrix {
  readonly world: World;
  readonly state: KeptState;
  readonly base: string;
  readonly context: TestContext;
  readonly credentials: ReadonlyMap<ActorName, Credentials>;
}

export async function makeMatrix({ app, context }: TestApp): Promise<Matrix> {
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const world = await makeWorld(context);
  return { world, credentials: await credentialsOfAll(context, world), base, context, state: await keepState(context) };
}

export async function checkCell(matrix: Matrix, endpoint: Endpoint, name: ActorName): Promise<void> {
  const { world, state, base } = matrix;
  const entry = matrixEntries[endpoint.name];
  const credentials = matrix.credentials.get(name);
  if (!entry || !credentials) throw new Error(`${endpoint.name} cannot be asked as ${name}.`);
  const access = accessOf(endpoint.name);
  const actor = actorOf(name, world);
  const calls = Object.entries(entry.calls(actor)).map(([object, call]) => ({
    object,
    outcome: outcomeByAccess(access, actor) ?? entry.policy(actor, object as ObjectKind),
    ask: () => callEndpoint(base, endpoint, { call, credentials }),
  }));
  const refusals: MatrixAnswer[] = [];
  for (const { object, outcome, ask } of calls.filter((each) => each.outcome !== 'allowed')) {
    const answer = await ask();
    expectRefusal(world, answer, outcome, `${object} is ${outcome}`);
    if (outcome === 'missing' || outcome === 'invalid') refusals.push(answer);
  }
  await state.check();
  for (const refusal of refusals) expect(refusal, 'foreign and missing answer alike').toEqual(refusals[0]);
  for (const { object, ask } of calls.filter((each) => each.outcome === 'allowed')) {
    try {
      expectAllowed(world, await ask(), object, [...actor.canRead, ...(entry.reveals?.(actor) ?? [])]);
    } finally {
      await state.putBack();
    }
  }
}

export async function checkUnconfirmed({ context, world, base, state }: Matrix, endpoint: Endpoint): Promise<void> {
  const actor = actorOf(accessOf(endpoint.name) === 'site-admin' ? 'site admin' : 'board admin', world);
  const call = matrixEntries[endpoint.name]?.calls(actor).own;
  if (!call) throw new Error('There is no call about what is own.');
  const token = await sessionOf(context, { userId: actor.userId, boardId: actor.own.board.id });
  const unconfirmed = sessionHeaders(context, token);
  try {
    const before = await state.differences();
    const answer = await callEndpoint(base, endpoint, { call, credentials: unconfirmed });
    expect(answer).toMatchObject({
      status: 423,
      text: JSON.stringify({ status: 'error', msg: '', step: 'confirm-password' }),
    });
    expect(await state.differences()).toEqual(before);
  } finally {
    await state.putBack();
  }
}

function expectRefusal(world: World, answer: MatrixAnswer, outcome: Outcome, why: string): void {
  if (outcome === 'allowed') throw new Error('This is no refusal.');
  expect(answer.status, `${why}: ${answer.text}`).toBe(statusOf[outcome]);
  if (outcome === 'declined') expect(JSON.parse(answer.text)).toMatchObject({ status: 'error' });
  expectNoneOf(answer, canariesOf(world));
}

function expectAllowed(world: World, answer: MatrixAnswer, object: string, known: readonly string[]): void {
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
