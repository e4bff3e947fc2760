import { expect, test } from 'vitest';
import { purgedAt, restorableSince } from './timings.ts';

test('a deleted object can be restored for 30 days and is then purged', () => {
  const deleted = new Date('2026-11-16T12:00:00Z');
  expect(purgedAt(deleted)).toEqual(new Date('2026-12-16T12:00:00Z'));
  expect(restorableSince(purgedAt(deleted))).toEqual(deleted);
});
