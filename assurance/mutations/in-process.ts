import { appendFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { type Apart, fillTables } from '#assurance/gate/rows-apart.ts';
import { type Matrix, makeMatrix } from '#assurance/matrix/cells.ts';
import { routes } from '#server/app.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWorld } from '#tests/support/world.ts';
import { choose } from './choose.ts';
import { endpointMutants } from './endpoint-mutants.ts';
import { gateMutants } from './gate-mutants.ts';
import { judgeIn, type Tell } from './judge.ts';
import { keepKills } from './kept-kills.ts';
import { policyMutants } from './policy-mutants.ts';

/**
 * The checks of the matrix, of forgery, of row-level security and of the gate, asked of one mutant after another in one
 * process: `npm run mutations` starts this, and no other run of the tests.
 */
const server = testApp();
let matrix: Matrix;
let apart: Apart;
let apartContext: TestContext;

beforeAll(async () => {
  const base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  matrix = await makeMatrix(server.context, base);
  apartContext = await createTestContext();
  apart = { context: apartContext, world: await makeWorld(apartContext) };
  await fillTables(apart);
});
afterAll(async () => {
  await matrix?.state.end();
  await apartContext?.stop();
});

test('each chosen mutant fails a check', { timeout: 0 }, async () => {
  const { choice, sources, file, known, again } = inject('mutationPlan');
  const ofDatabase = await asSuperuser(server.context, async (client) => [
    ...(await policyMutants(client)),
    ...(await gateMutants(client)),
  ]);
  const all = [...sources, ...endpointMutants(routes.map(({ endpoint }) => endpoint)), ...ofDatabase];
  const chosen = choose(all, choice);
  writeFileSync(file, `${JSON.stringify({ all: all.length, chosen: chosen.length })}\n`);
  // Kept as they come, so that a run that is cut off loses none of them.
  const kept = keepKills(again);
  const tell: Tell = (judged) => {
    appendFileSync(file, `${JSON.stringify(judged)}\n`);
    if (judged.by !== null) kept.add(judged.mutant.name, judged.by);
  };
  for (const mutant of chosen.filter(({ name }) => known.includes(name))) tell({ mutant, by: null });
  const tried = chosen.filter(({ name }) => !known.includes(name));
  await judgeIn({ matrix, apart }, tried, tell);
});
