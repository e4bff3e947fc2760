import { actorNames } from '#assurance/matrix/actors.ts';

interface Ends {
  ok: number;
  declined: number;
  refused: number;
}

export interface Tally {
  add(operation: string, actor: string, end: keyof Ends): void;
  successes(operation: string): number;
  neverReached(operations: readonly string[]): readonly string[];
  /** A Markdown table; each cell is successes/refusals. */
  table(operations: readonly string[]): string;
}

export function newTally(): Tally {
  const counted = new Map<string, Ends>();
  const of = (operation: string, actor: string): Ends =>
    counted.get(`${operation} ${actor}`) ?? { ok: 0, declined: 0, refused: 0 };
  const successes = (operation: string): number => actorNames.reduce((sum, actor) => sum + of(operation, actor).ok, 0);
  return {
    add(operation, actor, end) {
      const ends = of(operation, actor);
      ends[end] += 1;
      counted.set(`${operation} ${actor}`, ends);
    },
    successes,
    neverReached: (operations) => operations.filter((operation) => successes(operation) === 0),
    table(operations) {
      const cell = ({ ok, declined, refused }: Ends): string =>
        ok + declined + refused === 0 ? '–' : `${ok}/${declined + refused}`;
      const rows = operations.map(
        (operation) => `| ${operation} | ${actorNames.map((actor) => cell(of(operation, actor))).join(' | ')} |`,
      );
      return [`| endpoint | ${actorNames.join(' | ')} |`, `|---|${'---|'.repeat(actorNames.length)}`, ...rows].join(
        '\n',
      );
    },
  };
}
