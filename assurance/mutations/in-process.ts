import { afterAll, beforeAll, test } from 'vitest';
import { gateChecks } from '#assurance/gate/gate-checks.ts';
import { checkGate } from '#assurance/gate/rows.ts';
import * as rows from '#assurance/gate/rows-apart.ts';
import { actorNames } from '#assurance/matrix/actors.ts';
import { checkCell, checkUnconfirmed, type Matrix, makeMatrix } from '#assurance/matrix/cells.ts';
import { endpointOf } from '#assurance/matrix/endpoints.ts';
import { refusesForgeries } from '#assurance/matrix/forgeries.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { createTestContext } from '#tests/support/context.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWorld } from '#tests/support/world.ts';
import { isUnmetExpectation } from './is-kill.ts';
import type { Mutant } from './mutant.ts';
import { currentJob } from './worker.ts';

const server = testApp();
let matrix: Matrix;
let apart: rows.Apart;

beforeAll(async () => {
  matrix = await makeMatrix(server);
  const context = await createTestContext();
  apart = { context, world: await makeWorld(context) };
  await rows.fillTables(apart);
});
afterAll(async () => {
  await matrix?.state.end();
  await apart?.context.stop();
});

for (const mutant of currentJob().mutants) {
  test(mutant.name, { timeout: 0 }, async ({ task }) => {
    const restore = await breakIt(mutant);
    try {
      for (const [name, run] of checksOf(mutant)) {
        await clearLimits();
        if (await fails(run)) {
          task.meta.killer = name;
          break;
        }
      }
    } finally {
      await restore();
      if (mutant.kind !== 'policy') await matrix.state.putBack();
      await clearLimits();
    }
  });
}

async function breakIt({ kind, change }: Mutant): Promise<() => unknown> {
  if (change.by === 'endpoint') {
    const endpoint = endpointOf(change.endpoint);
    const before = Object.keys(change.set).map((key) => [key, endpoint[key as keyof Endpoint]] as const);
    Object.assign(endpoint, change.set);
    return () => Object.assign(endpoint, Object.fromEntries(before));
  }
  if (change.by !== 'sql') throw new Error('Another kind of change needs other modules.');
  const { context } = kind === 'policy' ? apart : matrix;
  // Throws if PostgreSQL does not accept the mutant.
  await asSuperuser(context, (client) => client.query(change.apply));
  return () => asSuperuser(context, (client) => client.query(change.undo));
}

const clearLimits = () => server.context.pool.query('delete from rate_limits');

async function fails(run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return false;
  } catch (error) {
    return (error instanceof Error && error.message.startsWith('Written to:')) || isUnmetExpectation(error);
  }
}

function checksOf({ kind, where, change }: Mutant): readonly (readonly [name: string, run: () => Promise<void>])[] {
  if (kind === 'policy') return rowChecks(where.split('.')[0] ?? '');
  if (change.by !== 'endpoint') {
    const check = gateChecks[where.replace('gate.', '')];
    return check ? [[`gate-functions: ${where}`, () => checkGate(matrix.context, check)]] : [];
  }
  const endpoint = endpointOf(change.endpoint);
  if ('confirmed' in change.set)
    return [[`matrix: ${where} asks for the password first`, () => checkUnconfirmed(matrix, endpoint)]];
  if ('csrf' in change.set) return [[`forgery: ${where}`, () => refusesForgeries(matrix, endpoint)]];
  return actorNames.map((actor) => [`matrix: ${where} › ${actor}`, () => checkCell(matrix, endpoint, actor)]);
}

function rowChecks(table: string): readonly (readonly [name: string, run: () => Promise<void>])[] {
  const checks = rows.tableChecks.filter(({ tables }) => tables.includes(table));
  return checks.map(({ what, check }) => [`row-level-security: ${table} ${what}`, () => check(apart, table)]);
}
