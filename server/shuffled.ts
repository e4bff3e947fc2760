import { randomInt } from 'node:crypto';

/**
 * A Fisher–Yates shuffle with a cryptographic random source, so that the order of rows does not reveal who voted how.
 */
export function shuffled<T>(items: readonly T[]): readonly T[] {
  const pool = [...items];
  return items.flatMap(() => pool.splice(randomInt(pool.length), 1));
}
