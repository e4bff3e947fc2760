import { parseDate } from '@internationalized/date';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter, daysBetween, isLocalDate, monthsAfter } from './days.ts';

test('adding months never goes past the last day of the target month', () => {
  expect(monthsAfter('2026-01-31', 1)).toBe('2026-02-28');
  expect(monthsAfter('2028-02-29', 12)).toBe('2029-02-28');
  expect(monthsAfter('2026-12-15', 1)).toBe('2027-01-15');
  for (const wrong of [() => monthsAfter('2026-02-30', 1), () => dayAfter('')]) expect(wrong).toThrow(RangeError);
});

test('adding days and months gives the same dates as @internationalized/date', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: -40_000, max: 40_000 }),
      fc.integer({ min: 0, max: 500 }),
      (day, more, months) => {
        const other = parseDate(day).add({ days: more });
        expect(dayAfter(day, more)).toBe(other.toString());
        expect(daysBetween(day, other.toString())).toBe(more);
        expect(monthsAfter(day, months)).toBe(parseDate(day).add({ months }).toString());
      },
    ),
    { numRuns: 2_000 },
  );
});

test('only real calendar dates in ISO format are accepted', () => {
  expect(['2026-11-19', '2028-02-29', '0099-12-31'].every(isLocalDate)).toBe(true);
  expect(['', '2026-2-1', '2026-02-29', '2026-13-01', '0000-01-01', '11/19/2026'].some(isLocalDate)).toBe(false);
});
