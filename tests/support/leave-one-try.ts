import { expect } from 'vitest';
import type { TestContext } from './context.ts';

export async function leaveOneTry(
  { pool }: Pick<TestContext, 'pool'>,
  limit: { readonly name: string; readonly points: number },
): Promise<void> {
  const counted = await pool.query(`update rate_limits set points = $2 where key like $1 || ':%'`, [
    limit.name,
    limit.points - 1,
  ]);
  expect(counted.rowCount, `keys of ${limit.name}`).toBe(1);
}
