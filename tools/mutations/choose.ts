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
  const next = numbersFrom(seed);
  const drawn = matching
    .map((mutant) => ({ mutant, lot: next() }))
    .toSorted((one, other) => one.lot - other.lot)
    .slice(0, sample);
  const chosen = new Set(drawn.map(({ mutant }) => mutant));
  return matching.filter((mutant) => chosen.has(mutant));
}

/** The same numbers between 0 and 1 for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
