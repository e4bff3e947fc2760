import { describe, expect, test } from 'vitest';
import { bucketsOf, daysOfPeriod, unitOf } from './report-period.ts';

const today = '2026-11-22';

describe('S2.21 the period that an address names', () => {
  test.each([
    [{}, { from: '2025-11-23', to: today }],
    [{ period: 'soon' }, { from: '2025-11-23', to: today }],
    [{ period: '2025' }, { from: '2025-01-01', to: '2025-12-31' }],
    [
      { period: 'all', from: '2026-01-01' },
      { from: null, to: null },
    ],
    [
      { period: 'custom', from: '2026-01-15', to: '2026-02-30' },
      { from: '2026-01-15', to: null },
    ],
    [{ from: '2026-01-15' }, { from: '2025-11-23', to: today }],
  ])('%j', (address, days) => {
    expect(daysOfPeriod(address, today)).toEqual(days);
  });

  test('twelve months end on a leap day, too', () => {
    expect(daysOfPeriod({}, '2028-02-29')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
  });
});

describe('columns of a plot over time', () => {
  test('a season in weeks from Monday, a year in months, many years in years', () => {
    expect(unitOf('2026-08-22', today)).toBe('week');
    expect(unitOf('2025-11-23', today)).toBe('month');
    expect(unitOf('2019-01-01', today)).toBe('year');
    expect(bucketsOf('2026-11-08', '2026-11-16', 'week')).toEqual(['2026-11-02', '2026-11-09', '2026-11-16']);
    expect(bucketsOf('2025-12-31', '2026-03-01', 'month')).toEqual([
      ...['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'],
    ]);
    expect(bucketsOf('2024-02-29', '2026-01-01', 'year')).toEqual(['2024-01-01', '2025-01-01', '2026-01-01']);
  });
});
