import fc from 'fast-check';

/** Where all chance of a run comes from: the same seed throws the same. */
export interface Dice {
  /** True in `share` of all throws, 0 to 1. */
  chance(share: number): boolean;
  /** From 0 to below `end`. */
  below(end: number): number;
  /** One of a list; throws on an empty one. */
  oneOf<T>(list: readonly T[]): T;
  /** One value of an arbitrary. */
  value<T>(arbitrary: fc.Arbitrary<T>): T;
}

/** `seed` is a whole number of 32 bits. */
export function diceOf(seed: number): Dice {
  let state = seed | 0;
  // Mulberry32: neighbouring seeds throw differently from the first throw on.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (end: number): number => next() % end;
  return {
    chance: (share) => next() < share * 2 ** 32,
    below,
    oneOf(list) {
      if (list.length === 0) throw new Error('There is nothing to choose from.');
      return list[below(list.length)] as (typeof list)[number];
    },
    value(arbitrary) {
      const [drawn] = fc.sample(arbitrary, { seed: next() | 0, numRuns: 1 });
      return drawn as typeof drawn & {};
    },
  };
}
