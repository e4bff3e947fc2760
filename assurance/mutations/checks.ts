import { gateChecks } from '#assurance/gate/gate-checks.ts';
import { isCalledByServingRoleAlone, runsOnItsOwnPath } from '#assurance/gate/gate-functions.ts';
import { checkGate } from '#assurance/gate/rows.ts';
import * as rows from '#assurance/gate/rows-apart.ts';
import { gateInserts, tenantTables } from '#assurance/gate/tenant-tables.ts';
import { credentialsOfAll } from '#assurance/matrix/call.ts';
import { checkUnconfirmed, type Matrix } from '#assurance/matrix/cells.ts';
import { refusesForgeries } from '#assurance/matrix/forgeries.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { cellsOf, type ReachedCells } from './matrix-cells.ts';
import type { Change, Mutant } from './mutant.ts';

/** A check of the everyday suite, called outside of its test file. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<void>;
}

interface Installations {
  readonly matrix: Matrix;
  readonly cells: ReachedCells;
  readonly apart: rows.Apart;
}

interface Checks {
  /** These run first. */
  readonly alone: readonly Check[];
  /** Then these, one group after the other. */
  readonly reaching: AsyncIterable<readonly Check[]> | readonly (readonly Check[])[];
}

/** Which checks may notice a mutant. */
export function checksOf({ matrix, cells, apart }: Installations, { kind, what, change }: Mutant): Checks {
  switch (change.by) {
    case 'endpoint':
      return { alone: endpointChecks(matrix, change), reaching: [] };
    case 'source':
      return {
        alone: kind === 'guard' ? guardChecks(matrix) : [],
        reaching: cells.reachingSource(change.index),
      };
    case 'sql':
      return kind === 'policy'
        ? { alone: rowChecks(apart, change.touches), reaching: [] }
        : {
            alone: gateAlone(matrix, { what, name: change.touches.replace('gate.', '') }),
            reaching: cells.reachingGate(change.touches),
          };
    case 'text':
      return { alone: [], reaching: [] };
  }
}

const unconfirmedCheck = (matrix: Matrix, endpoint: Endpoint): Check => ({
  name: `matrix: ${endpoint.name} asks for the password before anything else`,
  run: () => checkUnconfirmed(matrix, endpoint),
});

const forgeryCheck = (matrix: Matrix, endpoint: Endpoint): Check => ({
  name: `forgery: ${endpoint.name}`,
  run: () => refusesForgeries(matrix, endpoint),
});

/** The callers of forged calls, and the owners of stolen tokens. */
const forging = ['anonymous', 'board admin', 'other board’s admin'] as const;

/** The matrix makes no forged calls, and none without a confirmed password. */
const guardChecks = (matrix: Matrix): readonly Check[] => [
  unconfirmedCheck(matrix, endpointOf('twoFactor.begin')),
  ...['session.setTheme', 'documents.delete', 'polls.respondByMagic'].map((name) => ({
    name: `forgery: ${name}`,
    run: async () => {
      // The mutant may break how a session gets its token, so the sessions are new.
      const credentials = await credentialsOfAll(matrix.context, matrix.world, forging);
      await forgeryCheck({ ...matrix, credentials }, endpointOf(name)).run();
    },
  })),
];

function endpointChecks(matrix: Matrix, change: Extract<Change, { by: 'endpoint' }>): readonly Check[] {
  const endpoint = endpointOf(change.endpoint);
  if ('confirmed' in change.set) return [unconfirmedCheck(matrix, endpoint)];
  if ('csrf' in change.set) return [forgeryCheck(matrix, endpoint)];
  return cellsOf(matrix, endpoint);
}

function endpointOf(name: string): Endpoint {
  const route = routes.find(({ endpoint }) => endpoint.name === name);
  if (!route) throw new Error(`There is no endpoint ${name}.`);
  return route.endpoint;
}

/** Checks of one gate function and its declaration. */
function gateAlone(matrix: Matrix, { what, name }: { readonly what: string; readonly name: string }): readonly Check[] {
  const ofCatalogue = (title: string, check: typeof runsOnItsOwnPath): readonly Check[] => [
    { name: `row-level-security: the gate, ${title}`, run: () => asSuperuser(matrix.context, check) },
  ];
  if (what === 'search_path unset') return ofCatalogue('its own search path', runsOnItsOwnPath);
  if (what === 'anybody may call it') return ofCatalogue('who may call it', isCalledByServingRoleAlone);
  const check = gateChecks[name];
  return check ? [{ name: `gate-functions: ${name}`, run: () => checkGate(matrix.context, check) }] : [];
}

/** The checks of row-level security for one table. */
function rowChecks(apart: rows.Apart, table: string): readonly Check[] {
  const check = (name: string, run: (of: rows.Apart, table: string) => Promise<void>): Check => ({
    name: `row-level-security: ${table}: ${name}`,
    run: () => run(apart, table),
  });
  const isTenant = tenantTables.some((each) => each === table);
  const isUser = table in rows.userTables;
  const isGate = rows.gateTables.some((each) => each === table);
  return [
    ...(isTenant
      ? [check('the rows of one board', rows.seesOneBoard), check('writes for one board', rows.writesOneBoard)]
      : []),
    ...(isUser ? [check('the rows of one user', rows.seesAndWritesOneUser)] : []),
    ...(table === 'users' ? [check('fellows', rows.seesFellows), check('own account', rows.changesOwnAccount)] : []),
    ...(table === 'boards' ? [check('its board', rows.seesItsBoard)] : []),
    ...(table === 'mail_messages' ? [check('the gate and mail', rows.keepsGateFromMail)] : []),
    ...(gateInserts.includes(table) ? [check('filled for a new board', rows.fillsForNewBoard)] : []),
    ...(rows.shownToGate.includes(table) ? [check('the gate sees all', rows.showsToGate)] : []),
    check('backups see all', rows.showsToBackup),
    ...(isGate ? [] : [check('nothing without a board', rows.seesNothing)]),
    check('hidden from its owner', rows.hidesFromOwner),
  ];
}
