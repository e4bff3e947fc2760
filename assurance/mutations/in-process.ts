import { afterAll, beforeAll, inject, test } from 'vitest';
import { type Apart, fillTables } from '#assurance/gate/rows-apart.ts';
import { type Matrix, makeMatrix } from '#assurance/matrix/cells.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWorld } from '#tests/support/world.ts';
import { breakIt } from './breaking.ts';
import { type Check, checksOf } from './checks.ts';
import { type ReachedCells, reachedCells } from './matrix-cells.ts';
import type { Mutant } from './mutant.ts';
import { saysNo } from './says-no.ts';

/**
 * The checks of the matrix, of forgery, of row-level security and of the gate, asked of one mutant after another in one
 * process. Each mutant is a test here, whose `meta` names the check that noticed it.
 */
const server = testApp();
let matrix: Matrix;
let apart: Apart;
let apartContext: TestContext;
let cells: ReachedCells;

beforeAll(async () => {
  const base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  matrix = await makeMatrix(server.context, base);
  cells = reachedCells(matrix);
  apartContext = await createTestContext();
  apart = { context: apartContext, world: await makeWorld(apartContext) };
  await fillTables(apart);
});
afterAll(async () => {
  await matrix?.state.end();
  await apartContext?.stop();
});

for (const mutant of inject('mutants')) {
  test(mutant.name, { timeout: 0 }, async ({ task }) => {
    const { alone, reaching } = checksOf({ matrix, cells, apart }, mutant);
    let killer = await firstFailing(mutant, alone);
    if (killer === null) {
      for await (const checks of reaching) {
        killer = await firstFailing(mutant, checks);
        if (killer !== null) break;
      }
    }
    task.meta.killer = killer;
  });
}

/** The check that fails while one thing is broken; null where none does. */
async function firstFailing({ kind, change }: Mutant, checks: readonly Check[]): Promise<string | null> {
  if (checks.length === 0) return null;
  const { context } = kind === 'policy' ? apart : matrix;
  const restore = await breakIt(change, (sql) => asSuperuser(context, (client) => client.query(sql)));
  try {
    for (const check of checks) {
      // As before each test: what the one before has used up says nothing of the mutant.
      await clearLimits();
      if (await fails(check)) return check.name;
    }
    return null;
  } finally {
    await restore();
    // What asks of a policy asks the other installation, in transactions that are rolled back.
    if (kind !== 'policy') await matrix.state.putBack();
    await clearLimits();
  }
}

const clearLimits = () => matrix.context.pool.query('delete from rate_limits');

/** A check that failed by what it expected; whatever broke off for another reason says nothing of the rule. */
async function fails(check: Check): Promise<boolean> {
  try {
    await check.run();
    return false;
  } catch (error) {
    return (error instanceof Error && error.message.startsWith('Written to:')) || saysNo(error);
  }
}
