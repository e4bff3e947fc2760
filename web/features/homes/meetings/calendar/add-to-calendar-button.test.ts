import { expect, test } from 'vitest';
import { canAddToCalendar } from './add-to-calendar-button.tsx';

const now = new Date('2026-11-16T12:00:00Z');
const coming = '2026-11-19T16:00:00Z';

test('a meeting can be added to a calendar while it is published, has a date and is not over', () => {
  expect(canAddToCalendar({ state: 'published', end: coming }, now)).toBe(true);
  expect(canAddToCalendar({ state: 'published', end: '2026-11-16T12:30:00Z' }, now)).toBe(true);
  expect(canAddToCalendar({ state: 'published', end: '2026-11-16T12:00:00Z' }, now)).toBe(false);
  expect(canAddToCalendar({ state: 'cancelled', end: coming }, now)).toBe(false);
  expect(canAddToCalendar({ state: 'finding-date', end: coming }, now)).toBe(false);
  expect(canAddToCalendar({ state: 'draft', end: null }, now)).toBe(false);
});
