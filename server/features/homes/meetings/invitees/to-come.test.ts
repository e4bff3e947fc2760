import { expect, test } from 'vitest';
import { isUpcoming } from '#server/features/homes/meetings/base/policy.ts';

const now = new Date('2026-11-16T12:00:00Z');
const hours = (n: number): Date => new Date(now.getTime() + n * 3_600_000);

test('a meeting is to come until it has ended, and while it has or looks for no date', () => {
  const toCome = (ends: Date | null, finds = false) => isUpcoming({ now }, { ends_at: ends, finds_date: finds });
  expect([hours(-1), now, hours(1), null].map((ends) => toCome(ends))).toEqual([false, false, true, true]);
  expect(toCome(hours(-1), true)).toBe(true);
});
