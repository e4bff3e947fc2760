import { type ActorName, actorNames } from '#assurance/matrix/actors.ts';
import { checkCell, type Matrix } from '#assurance/matrix/cells.ts';
import { matrixEntries } from '#assurance/matrix/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';
import type { Check } from './checks.ts';
import { mutantSwitch } from './switch.ts';

interface Cell extends Check {
  readonly endpoint: Endpoint;
}
/**
 * The cells that run through a place of the source, or through a function of the gate: actor by actor, those first whose answers
 * tell most. Most mutants are killed before the last of them are asked.
 */
export interface ReachedCells {
  readonly reachingSource: (index: number) => AsyncIterable<readonly Check[]>;
  readonly reachingGate: (name: string) => AsyncIterable<readonly Check[]>;
}
interface ReachedCell {
  readonly cell: Cell;
  readonly sources: ReadonlySet<number>;
  readonly gates: ReadonlySet<string>;
}

/** Whose answers tell most of a rule, first. */
const telling: readonly ActorName[] = [
  ...(['member', 'board admin', 'own group’s admin', 'other group’s admin', 'magic visitor', 'site admin'] as const),
  ...(['other board’s admin', 'anonymous', 'inactive member', 'two-factor pending'] as const),
];
const inOrder: readonly ActorName[] = [...telling, ...actorNames.filter((name) => !telling.includes(name))];
/** What the platform's guards look at: of each such kind of endpoint one is enough. */
const kindOf = ({ access, board, method, confirmed, csrf, name }: Endpoint, isWide: boolean): string =>
  isWide ? [access, board, method === 'GET' || method === 'HEAD' ? 'reads' : method, confirmed, csrf].join(' ') : name;
/** A guard that more endpoints than these reach is every endpoint's. */
const wideMin = 60;
const ofOneActorMax = 12;

const cellOf = (matrix: Matrix, endpoint: Endpoint, actor: ActorName): Cell => ({
  endpoint,
  name: `matrix: ${endpoint.name} › ${actor}`,
  run: () => checkCell(matrix, endpoint, actor),
});

/** Asks the matrix in the name of each actor once, nothing broken, and keeps what each cell reaches. */
export function reachedCells(matrix: Matrix): ReachedCells {
  const known = new Map<ActorName, Promise<readonly ReachedCell[]>>();
  const cellsOfActor = (actor: ActorName): Promise<readonly ReachedCell[]> => {
    const asked = known.get(actor) ?? askEach(matrix, actor);
    known.set(actor, asked);
    return asked;
  };
  async function* reaching(isReached: (cell: ReachedCell) => boolean): AsyncGenerator<readonly Check[]> {
    for (const actor of inOrder) {
      const cells = await cellsOfActor(actor);
      yield fewOfEach(cells.filter(isReached).map(({ cell }) => cell));
    }
  }
  return {
    reachingSource: (index) => reaching(({ sources }) => sources.has(index)),
    reachingGate: (name) => reaching(({ gates }) => gates.has(name)),
  };
}

async function askEach(matrix: Matrix, actor: ActorName): Promise<readonly ReachedCell[]> {
  const reached: ReachedCell[] = [];
  for (const { endpoint } of routes) {
    if (!matrixEntries[endpoint.name]) continue;
    mutantSwitch.sources.clear();
    mutantSwitch.gates.clear();
    const cell = cellOf(matrix, endpoint, actor);
    await matrix.context.pool.query('delete from rate_limits');
    await cell.run();
    reached.push({ cell, sources: new Set(mutantSwitch.sources), gates: new Set(mutantSwitch.gates) });
  }
  return reached;
}

/** Of one actor. */
function fewOfEach(cells: readonly Cell[]): readonly Check[] {
  const isWide = cells.length >= wideMin;
  const known = new Set<string>();
  const isNew = ({ endpoint }: Cell): boolean => {
    const kind = kindOf(endpoint, isWide);
    return !known.has(kind) && known.add(kind).has(kind);
  };
  return cells.filter(isNew).slice(0, ofOneActorMax);
}

/** All cells of an endpoint. */
export const cellsOf = (matrix: Matrix, endpoint: Endpoint): readonly Check[] =>
  inOrder.map((actor) => cellOf(matrix, endpoint, actor));
