import { seededNumbers } from '#tests/support/seeded-numbers.ts';

/** What is broken: a place in the source, the database, an endpoint's declaration, or a named control. */
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
  'control',
] as const;
export type Kind = (typeof kinds)[number];

/** One broken guard. Its name is stable as long as the code is. */
export interface Mutant {
  readonly name: string;
  readonly kind: Kind;
  /** The file and line, the table and policy, the gate function, or the endpoint. */
  readonly where: string;
  /** The original text and its replacement. */
  readonly what: string;
  readonly change: Change;
  /** The only test file that has to notice, if it is known. */
  readonly test?: string;
}

/**
 * - `source`: switches on the alternative with this number in the instrumented sources
 * - `sql`: statements for a superuser, and those that undo them
 * - `endpoint`: other values for some properties of an endpoint
 * - `text`: other text for a source file, which has to be loaded anew
 */
export type Change =
  | { readonly by: 'source'; readonly index: number }
  | { readonly by: 'sql'; readonly apply: string; readonly undo: string; readonly touches: string }
  | { readonly by: 'endpoint'; readonly endpoint: string; readonly set: Readonly<Record<string, unknown>> }
  | { readonly by: 'text'; readonly file: string; readonly text: string };

export interface Choice {
  readonly only: readonly Kind[] | null;
  readonly match: readonly string[] | null;
  /** Null means all mutants. */
  readonly sample: number | null;
  readonly seed: number;
}

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
