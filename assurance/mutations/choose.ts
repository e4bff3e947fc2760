import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import type { Kind, Mutant } from './mutant.ts';

export interface Choice {
  readonly only: readonly Kind[] | null;
  readonly match: string | null;
  /** Null: all of them. */
  readonly sample: number | null;
  readonly seed: number;
}

/** Those of the kinds that are asked for and whose name holds a text; of these as many as a sample takes, drawn by its seed. */
export function choose(mutants: readonly Mutant[], { only, match, sample, seed }: Choice): readonly Mutant[] {
  const matching = mutants.filter(
    ({ kind, name }) => (only === null || only.includes(kind)) && (match === null || name.includes(match)),
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
