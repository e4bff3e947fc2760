import { expect } from 'vitest';
import { asSuperuser, type OfDatabase } from './as-superuser.ts';

export const countLockWaiters = (of: OfDatabase): Promise<number> =>
  asSuperuser(of, async (client) => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  });

export const untilLockWaiter = (of: OfDatabase): Promise<void> =>
  expect.poll(() => countLockWaiters(of), { timeout: 10_000 }).toBe(1);
