import { seededNumbers } from '#tests/support/seeded-numbers.ts';

/** What is broken: of the source, or of the database from its catalogue. */
export const kinds = [
  'predicate',
  'visibility',
  'guard',
  'authorize',
  'load',
  'limit',
  'endpoint',
  'policy',
  'gate',
] as const;
export type Kind = (typeof kinds)[number];

/** One thing broken. `name` stays the same as long as the code does, whatever is mutated beside it. */
export interface Mutant {
  readonly name: string;
  readonly kind: Kind;
  /** The file with its line, the table with its policy, the function of the gate, or the endpoint. */
  readonly where: string;
  /** What stands there, and what is put in its place. */
  readonly what: string;
  readonly change: Change;
}

/**
 * - `source`: the nth of the places that the instrumented sources hold
 * - `sql`: statements of a superuser, and those that take them back
 * - `endpoint`: another value of one of the endpoint's properties
 */
export type Change =
  | { readonly by: 'source'; readonly index: number }
  | { readonly by: 'sql'; readonly apply: string; readonly undo: string; readonly touches: string }
  | { readonly by: 'endpoint'; readonly endpoint: string; readonly set: Readonly<Record<string, unknown>> };

export interface Choice {
  readonly only: readonly Kind[] | null;
  readonly match: readonly string[] | null;
  /** Null: all of them. */
  readonly sample: number | null;
  readonly seed: number;
}

/** Those of the kinds that are asked for and whose name holds one of the texts; of these as many as a sample takes, drawn by its seed. */
export function choose(mutants: readonly Mutant[], { only, match, sample, seed }: Choice): readonly Mutant[] {
  const matching = mutants.filter(
    ({ kind, name }) =>
      (only === null || only.includes(kind)) && (match === null || match.some((text) => name.includes(text))),
  );
  if (sample === null || sample >= matching.length) return matching;
  const next = seededNumbers(seed);
  const drawn = matching
    .map((mutant) => ({ mutant, lot: next() }))
    .toSorted((one, other) => one.lot - other.lot)
    .slice(0, sample);
  const chosen = new Set(drawn.map(({ mutant }) => mutant));
  return matching.filter((mutant) => chosen.has(mutant));
}
