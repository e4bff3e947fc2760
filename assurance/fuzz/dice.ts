import fc from 'fast-check';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';

export interface Dice {
  chance(share: number): boolean;
  below(end: number): number;
  oneOf<T>(list: readonly T[]): T;
  value<T>(arbitrary: fc.Arbitrary<T>): T;
}

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
