import { expect, test } from 'vitest';
import { isDeadlineTooLate, proposedDeadline } from './written-deadline.ts';

test('the proposed deadline is the first 5 PM in the board’s time zone after the number of hours set in Setup', () => {
  const proposed = (now: string, hours: number, timeZone: string) =>
    proposedDeadline(new Date(now), hours, timeZone).toISOString();
  expect(proposed('2026-11-16T09:04:00Z', 168, 'UTC')).toBe('2026-11-23T17:00:00.000Z');
  expect(proposed('2026-11-16T09:04:00Z', 168, 'America/Halifax')).toBe('2026-11-23T21:00:00.000Z');
  expect(proposed('2026-10-30T12:00:00Z', 168, 'America/Halifax')).toBe('2026-11-06T21:00:00.000Z');
  expect(proposed('2026-11-16T18:00:00Z', 2, 'UTC')).toBe('2026-11-17T17:00:00.000Z');
});

test('a deadline is too late if it exceeds the largest number of hours that Setup allows', () => {
  const now = new Date('2026-11-16T00:01:00Z');
  expect(isDeadlineTooLate(now, proposedDeadline(now, 1_440, 'UTC'))).toBe(false);
  expect(isDeadlineTooLate(now, new Date('2027-01-17T00:02:00Z'))).toBe(true);
});
