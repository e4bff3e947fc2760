import { randomInt } from 'node:crypto';

/** Fisher and Yates, by a random source that nobody can guess: an order of rows that reveals nothing of who voted how. */
export function shuffled<T>(items: readonly T[]): readonly T[] {
  const pool = [...items];
  return items.flatMap(() => pool.splice(randomInt(pool.length), 1));
}
