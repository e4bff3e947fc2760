import { randomInt } from 'node:crypto';

/** Fisher–Yates with cryptographic randomness, so that the order does not reveal who voted how. */
export function shuffled<T>(items: readonly T[]): readonly T[] {
  const pool = [...items];
  return items.flatMap(() => pool.splice(randomInt(pool.length), 1));
}
