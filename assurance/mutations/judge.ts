import { gateChecks } from '#assurance/gate/gate-checks.ts';
import { isCalledByServingRoleAlone, runsOnItsOwnPath } from '#assurance/gate/gate-functions.ts';
import { checkGate } from '#assurance/gate/rows.ts';
import type { Apart } from '#assurance/gate/rows-apart.ts';
import type { Matrix } from '#assurance/matrix/cells.ts';
import { refusesForgeries } from '#assurance/matrix/forgeries.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { type Check, rowChecks, unconfirmedCheck } from './checks.ts';
import { cellsOf, reachedCells } from './matrix-cells.ts';
import type { Change, Mutant } from './mutant.ts';
import { saysNo } from './says-no.ts';
import { mutantSwitch } from './switch.ts';

interface Installations {
  readonly matrix: Matrix;
  readonly apart: Apart;
}
/** `by` is the check that failed; null where none did. */
export type Tell = (judged: { readonly mutant: Mutant; readonly by: string | null }) => void;

/**
 * Breaks one thing after the other and asks the checks that reach it, until one of them fails. Functions of the gate are asked
 * alone first: what that leaves waits for a run of the whole matrix, which says who reaches what.
 */
export async function judgeIn(given: Installations, mutants: readonly Mutant[], tell: Tell): Promise<void> {
  const { matrix, apart } = given;
  const left: Mutant[] = [];
  for (const mutant of mutants) {
    const by = await judgeBy(given, mutant, aloneChecks(matrix, mutant));
    if (by === null) left.push(mutant);
    else tell({ mutant, by });
  }
  const isReached = ({ change }: Mutant) =>
    change.by === 'source' || (change.by === 'sql' && change.touches.startsWith('gate.'));
  const cells = left.some(isReached) ? await reachedCells(matrix) : null;
  const checksOf = ({ kind, change }: Mutant): readonly Check[] => {
    switch (change.by) {
      case 'endpoint':
        return endpointChecks(matrix, change);
      case 'source':
        return [...(kind === 'guard' ? guardChecks(matrix) : []), ...(cells?.reachingSource(change.index) ?? [])];
      case 'sql':
        return kind === 'policy' ? rowChecks(apart, change.touches) : (cells?.reachingGate(change.touches) ?? []);
    }
  };
  for (const mutant of left) tell({ mutant, by: await judgeBy(given, mutant, checksOf(mutant)) });
}

/** The check that fails while one thing is broken; null where none does. */
async function judgeBy(
  { matrix, apart }: Installations,
  mutant: Mutant,
  checks: readonly Check[],
): Promise<string | null> {
  if (checks.length === 0) return null;
  const restore = await breakIt(mutant.kind === 'policy' ? apart : matrix, mutant.change);
  try {
    for (const check of checks) {
      // As before each test: what the one before has used up says nothing of the mutant.
      await matrix.context.pool.query('delete from rate_limits');
      if (await fails(check)) return check.name;
    }
    return null;
  } finally {
    await restore();
    await matrix.state.putBack();
    await matrix.context.pool.query('delete from rate_limits');
  }
}

const gateCheck = (matrix: Matrix, name: string, check: typeof runsOnItsOwnPath): Check => ({
  name: `row-level-security: the gate, ${name}`,
  run: () => asSuperuser(matrix.context, check),
});

/** What a function of the gate answers and how it stands there, whoever calls it. */
function aloneChecks(matrix: Matrix, { kind, change, what }: Mutant): readonly Check[] {
  if (kind !== 'gate' || change.by !== 'sql') return [];
  if (what === 'search_path unset') return [gateCheck(matrix, 'its own search path', runsOnItsOwnPath)];
  if (what === 'anybody may call it') return [gateCheck(matrix, 'who may call it', isCalledByServingRoleAlone)];
  const name = change.touches.replace('gate.', '');
  const check = gateChecks[name];
  return check ? [{ name: `gate-functions: ${name}`, run: () => checkGate(matrix.context, check) }] : [];
}

/** What no cell of the matrix asks of the platform: forged calls, and a password that was not confirmed. */
const guardChecks = (matrix: Matrix): readonly Check[] => [
  unconfirmedCheck(matrix, endpointOf('twoFactor.begin')),
  ...['session.setTheme', 'documents.delete', 'polls.respondByMagic'].map((name) => ({
    name: `forgery: ${name}`,
    run: () => refusesForgeries(matrix, endpointOf(name)),
  })),
];

function endpointChecks(matrix: Matrix, change: Extract<Change, { by: 'endpoint' }>): readonly Check[] {
  const endpoint = endpointOf(change.endpoint);
  if ('confirmed' in change.set) return [unconfirmedCheck(matrix, endpoint)];
  if ('csrf' in change.set) {
    return [{ name: `forgery: ${endpoint.name}`, run: () => refusesForgeries(matrix, endpoint) }];
  }
  return cellsOf(matrix, endpoint);
}

function endpointOf(name: string): Endpoint {
  const route = routes.find(({ endpoint }) => endpoint.name === name);
  if (!route) throw new Error(`There is no endpoint ${name}.`);
  return route.endpoint;
}

/** Answers what makes it whole again. */
async function breakIt({ context }: Pick<Matrix, 'context'> | Apart, change: Change): Promise<() => Promise<void>> {
  switch (change.by) {
    case 'source':
      mutantSwitch.active = change.index;
      return async () => {
        mutantSwitch.active = -1;
      };
    case 'endpoint': {
      const endpoint = endpointOf(change.endpoint);
      const before = Object.fromEntries(Object.keys(change.set).map((key) => [key, endpoint[key as keyof Endpoint]]));
      Object.assign(endpoint, change.set);
      return async () => {
        Object.assign(endpoint, before);
      };
    }
    case 'sql':
      // What PostgreSQL does not take is no mutant: it throws here.
      await asSuperuser(context, (client) => client.query(change.apply));
      return () => asSuperuser(context, async (client) => void (await client.query(change.undo)));
  }
}

/** A check that failed by what it expected; whatever broke off for another reason says nothing of the rule. */
async function fails(check: Check): Promise<boolean> {
  try {
    await check.run();
    return false;
  } catch (error) {
    return (error instanceof Error && error.message.startsWith('Written to:')) || saysNo(error);
  }
}
