import { expect, test } from 'vitest';
import { plannedDatesMax, plannedDays } from './year-plan.ts';

const thursday = 4;
const year = { weekday: thursday, from: '2027-01-01', until: '2027-12-31' };

test('a year plan can use the second or last Thursday of each month, or every other Thursday', () => {
  const second = plannedDays({ ...year, rhythm: 'second' });
  expect(second).toHaveLength(12);
  expect(second.slice(0, 3)).toEqual(['2027-01-14', '2027-02-11', '2027-03-11']);
  expect(plannedDays({ ...year, rhythm: 'last', until: '2027-04-30' })).toEqual([
    '2027-01-28',
    '2027-02-25',
    '2027-03-25',
    '2027-04-29',
  ]);
  expect(plannedDays({ ...year, rhythm: 'two-weeks', until: '2027-02-10' })).toEqual([
    '2027-01-07',
    '2027-01-21',
    '2027-02-04',
  ]);
  expect(plannedDays({ ...year, rhythm: 'week', from: '2027-01-07', until: '2027-01-07' })).toEqual(['2027-01-07']);
});

test('the number of dates in a year plan is limited, and is zero if the plan ends before it starts', () => {
  expect(plannedDays({ ...year, rhythm: 'week', until: '2999-12-31' })).toHaveLength(plannedDatesMax);
  expect(plannedDays({ ...year, rhythm: 'week', until: '2026-12-31' })).toEqual([]);
});
