import { describe, expect, test } from 'vitest';
import {
  answerKind,
  attendanceCell,
  bucketsOf,
  daysOfPeriod,
  earlyKey,
  medianOf,
  percentage,
  termError,
  termFields,
  unitOf,
} from './reports.ts';

const today = '2026-11-22';

const always = { from: null, to: null };
const since = { from: '2026-01-15', to: null };

describe('the period in a report’s address', () => {
  test.each([
    [{}, { from: '2025-11-23', to: today }],
    [{ period: 'soon' }, { from: '2025-11-23', to: today }],
    [{ period: '2025' }, { from: '2025-01-01', to: '2025-12-31' }],
    [{ period: 'all', from: '2026-01-01' }, always],
    [{ period: 'custom', from: '2026-01-15', to: '2026-02-30' }, since],
    [{ from: '2026-01-15' }, { from: '2025-11-23', to: today }],
  ])('%j is parsed into its first and last day', (address, days) => {
    expect(daysOfPeriod(address, today)).toEqual(days);
  });

  test('is the last twelve months by default, and starts on 1 March if today is 29 February', () => {
    expect(daysOfPeriod({}, '2028-02-29')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
  });
});

describe('the columns of a chart over time', () => {
  test('each cover one week, one month or one year, depending on the length of the period', () => {
    expect(unitOf('2026-08-22', today)).toBe('week');
    expect(unitOf('2025-11-23', today)).toBe('month');
    expect(unitOf('2019-01-01', today)).toBe('year');
    expect(bucketsOf('2026-11-08', '2026-11-16', 'week')).toEqual(['2026-11-02', '2026-11-09', '2026-11-16']);
    const months = ['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'];
    expect(bucketsOf('2025-12-31', '2026-03-01', 'month')).toEqual(months);
    expect(bucketsOf('2024-02-29', '2026-01-01', 'year')).toEqual(['2024-01-01', '2025-01-01', '2026-01-01']);
  });
});

const startsAt = new Date('2026-10-15T12:30:00Z');
const before = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-11-01T00:00:00Z');
const meeting = { type: 'hybrid', startsAt, isTaken: true } as const;
const invited = { acceptance: 'accepted', attendance: null, joinedAt: before } as const;

test('an invitee without an attendance mark is shown as “Not marked” only if attendance was taken at the meeting', () => {
  expect(attendanceCell(meeting, { ...invited, attendance: true })).toBe('p');
  expect(attendanceCell(meeting, { ...invited, attendance: false })).toBe('a');
  expect(attendanceCell(meeting, invited)).toBe('u');
  expect(attendanceCell({ ...meeting, isTaken: false }, invited)).toBe('t');
});

test('the mode of attendance follows the member’s reply at a hybrid meeting, and otherwise the meeting’s type', () => {
  const there = { ...invited, attendance: true } as const;
  expect(attendanceCell(meeting, { ...there, acceptance: 'accepted-remote' })).toBe('r');
  expect(attendanceCell({ ...meeting, type: 'remote' }, there)).toBe('r');
  expect(attendanceCell({ ...meeting, type: 'in-person' }, { ...there, acceptance: 'accepted-remote' })).toBe('p');
});

test('a member who joined after a meeting is counted for it only if they attended or replied', () => {
  for (const joinedAt of [later, null]) {
    expect(attendanceCell(meeting, { ...invited, joinedAt, attendance: false })).toBe('j');
    expect(attendanceCell(meeting, { ...invited, joinedAt, attendance: true })).toBe('p');
    expect(answerKind(startsAt, { acceptance: 'none', joinedAt })).toBeNull();
    expect(answerKind(startsAt, { acceptance: 'declined', joinedAt })).toBe('not-going');
  }
});

test('replies are grouped by days before the meeting, and medians are rounded to one decimal place', () => {
  const keys = [20, 14, 13.9, 7, 3, 2.9, 1, 0.9, 0, -0.1].map(earlyKey);
  expect(keys.join(' ')).toBe('fortnight fortnight week week days eve eve day day after');
  expect([medianOf([]), medianOf([3]), medianOf([9, 1]), medianOf([1, 10, 2.26])]).toEqual([null, 3, 5, 2.3]);
});

test('a percentage is shown as 0% or 100% only if it is exact', () => {
  const shown = [percentage(0, 0), percentage(0, 9), percentage(1, 900), percentage(899, 900), percentage(9, 9)];
  expect(shown).toEqual(['–', '0%', '1%', '99%', '100%']);
});

test('terms of office are read from date fields with matching names', () => {
  const field = (name: string, kind = 'date', filled_by: 'admin' | 'member' = 'admin') => ({ name, kind, filled_by });
  const [start, end, until] = [field('Term start'), field('Term end'), field('Serves until')];
  expect(termFields([until, field('Birthday', 'date', 'member'), end, start])).toEqual({ start, end });
  expect(termFields([field('Elected on'), until])).toEqual({ start: field('Elected on'), end: until });
  expect(termFields([field('Term end', 'text'), field('Birthday')])).toEqual({ start: null, end: null });
});

test('a term cannot end before it starts, and either date may be missing', () => {
  const [start, end] = ['Term start', 'Term end'].map((name) => ({ name, kind: 'date', filled_by: 'admin' as const }));
  const errorOf = (from: string, until: string) =>
    termError(
      [start, end].flatMap((field) => field ?? []),
      ({ name }) => (name === 'Term start' ? from : until),
    );
  expect(errorOf('2026-05-02', '2026-05-01')).toEqual({ end, message: 'The term cannot end before it starts.' });
  for (const from of ['2026-05-01', '']) expect(errorOf(from, '2026-05-01')).toBeNull();
  expect(errorOf('2026-05-01', '')).toBeNull();
});
