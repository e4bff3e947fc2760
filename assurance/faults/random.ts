import { seededNumbers } from '#tests/support/seeded-numbers.ts';

export interface Random {
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  /** Returns an independent sequence, so that one actor's random numbers do not change another's. */
  apart(name: string): Random;
}

export function seeded(seed: string): Random {
  const next = seededNumbers(
    [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5),
  );
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    pick(from) {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
    apart: (name) => seeded(`${seed}/${name}`),
  };
}
