import fc from 'fast-check';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';

export type Dice = ReturnType<typeof diceOf>;

export function diceOf(seed: number) {
  const next = seededNumbers(seed);
  const below = (end: number): number => Math.floor(next() * end);
  return {
    chance: (share: number): boolean => next() < share,
    below,
    oneOf<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to choose from.');
      return list[below(list.length)] as T;
    },
    value<T>(arbitrary: fc.Arbitrary<T>): T {
      const [drawn] = fc.sample(arbitrary, { seed: below(2 ** 32) | 0, numRuns: 1 });
      return drawn as T;
    },
  };
}
