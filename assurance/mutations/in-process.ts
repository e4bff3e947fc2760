import { afterAll, beforeAll, test } from 'vitest';
import { type Apart, fillTables } from '#assurance/gate/rows-apart.ts';
import { type Matrix, makeMatrix } from '#assurance/matrix/cells.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWorld } from '#tests/support/world.ts';
import { breakIt } from './breaking.ts';
import { type Check, checksOf } from './checks.ts';
import { isUnmetExpectation } from './is-kill.ts';
import { currentJob } from './jobs.ts';
import { type ReachedCells, reachedCells } from './matrix-cells.ts';
import type { Mutant } from './mutant.ts';

/**
 * Runs the checks of the matrix, of forgery, of row-level security and of the gate against one mutant after another. Each mutant
 * is a test here, and its `meta` names the check that noticed it.
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

for (const mutant of currentJob().mutants) {
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

/** The first check that fails while the mutant is active, or null. */
async function firstFailing({ kind, change }: Mutant, checks: readonly Check[]): Promise<string | null> {
  if (checks.length === 0) return null;
  const { context } = kind === 'policy' ? apart : matrix;
  const restore = await breakIt(change, (sql) => asSuperuser(context, (client) => client.query(sql)));
  try {
    for (const check of checks) {
      await clearLimits();
      if (await fails(check)) return check.name;
    }
    return null;
  } finally {
    await restore();
    // The checks of policies use another installation and roll their transactions back.
    if (kind !== 'policy') await matrix.state.putBack();
    await clearLimits();
  }
}

const clearLimits = () => matrix.context.pool.query('delete from rate_limits');

/** An unexpected error is no verdict on a rule. A write by a refused call is one. */
async function fails(check: Check): Promise<boolean> {
  try {
    await check.run();
    return false;
  } catch (error) {
    return (error instanceof Error && error.message.startsWith('Written to:')) || isUnmetExpectation(error);
  }
}
