import fc from 'fast-check';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';

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
  const next = seededNumbers(seed);
  const below = (end: number): number => Math.floor(next() * end);
  return {
    chance: (share) => next() < share,
    below,
    oneOf(list) {
      if (list.length === 0) throw new Error('There is nothing to choose from.');
      return list[below(list.length)] as (typeof list)[number];
    },
    value(arbitrary) {
      const [drawn] = fc.sample(arbitrary, { seed: below(2 ** 32) | 0, numRuns: 1 });
      return drawn as typeof drawn & {};
    },
  };
}
