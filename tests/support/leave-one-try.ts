import { expect } from 'vitest';
import type { TestContext } from './context.ts';

/** Whoever has used a limit once has one point of it left, as if they had used it all but that. Each key of it must have been counted. */
export async function leaveOneTry(
  { pool }: Pick<TestContext, 'pool'>,
  limit: { readonly name: string; readonly points: number },
): Promise<void> {
  const counted = await pool.query(`update rate_limits set points = $2 where key like $1 || ':%'`, [
    ...[limit.name, limit.points - 1],
  ]);
  expect(counted.rowCount, `keys of ${limit.name}`).toBe(1);
}
