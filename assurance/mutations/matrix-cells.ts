import { type ActorName, actorNames } from '#assurance/matrix/actors.ts';
import { checkCell, type Matrix } from '#assurance/matrix/cells.ts';
import { matrixEntries } from '#assurance/matrix/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';
import type { Check } from './checks.ts';
import { mutantSwitch } from './switch.ts';

interface Cell extends Check {
  readonly endpoint: Endpoint;
  readonly actor: ActorName;
}
/** The cells that run through a place of the source, or through a function of the gate. */
export interface ReachedCells {
  readonly reachingSource: (index: number) => readonly Check[];
  readonly reachingGate: (name: string) => readonly Check[];
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
  actor,
  endpoint,
  name: `matrix: ${endpoint.name} › ${actor}`,
  run: () => checkCell(matrix, endpoint, actor),
});

/** Asks the whole matrix once, nothing broken, and keeps what each cell reaches. */
export async function reachedCells(matrix: Matrix): Promise<ReachedCells> {
  const reached: ReachedCell[] = [];
  for (const { endpoint } of routes) {
    if (!matrixEntries[endpoint.name]) continue;
    for (const actor of actorNames) {
      mutantSwitch.sources.clear();
      mutantSwitch.gates.clear();
      const cell = cellOf(matrix, endpoint, actor);
      await matrix.context.pool.query('delete from rate_limits');
      await cell.run();
      reached.push({ cell, sources: new Set(mutantSwitch.sources), gates: new Set(mutantSwitch.gates) });
    }
  }
  const fewOfEach = (cells: readonly Cell[]): readonly Check[] => {
    const isWide = new Set(cells.map(({ endpoint }) => endpoint.name)).size >= wideMin;
    return inOrder.flatMap((actor) => {
      const known = new Set<string>();
      const isNew = ({ endpoint }: Cell): boolean => {
        const kind = kindOf(endpoint, isWide);
        return !known.has(kind) && known.add(kind).has(kind);
      };
      return cells.filter((cell) => cell.actor === actor && isNew(cell)).slice(0, ofOneActorMax);
    });
  };
  return {
    reachingSource: (index) => fewOfEach(reached.filter(({ sources }) => sources.has(index)).map(({ cell }) => cell)),
    reachingGate: (name) => fewOfEach(reached.filter(({ gates }) => gates.has(name)).map(({ cell }) => cell)),
  };
}

/** All cells of an endpoint. */
export const cellsOf = (matrix: Matrix, endpoint: Endpoint): readonly Check[] =>
  inOrder.map((actor) => cellOf(matrix, endpoint, actor));
