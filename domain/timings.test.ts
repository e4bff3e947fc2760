import { expect, test } from 'vitest';
import { purgedAt, restorableSince } from './timings.ts';

test('what was deleted can be brought back for 30 days, and is then removed for good', () => {
  const deleted = new Date('2026-11-16T12:00:00Z');
  expect(purgedAt(deleted)).toEqual(new Date('2026-12-16T12:00:00Z'));
  expect(restorableSince(purgedAt(deleted))).toEqual(deleted);
});
