import { expect, test } from 'vitest';
import { purgedAt, restorableSince } from './timings.ts';

test('a deleted object is purged 30 days after its deletion', () => {
  const deleted = new Date('2026-11-16T12:00:00Z');
  expect(purgedAt(deleted)).toEqual(new Date('2026-12-16T12:00:00Z'));
  expect(restorableSince(purgedAt(deleted))).toEqual(deleted);
});
