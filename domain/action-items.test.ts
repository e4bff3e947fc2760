import { expect, test } from 'vitest';
import { actionStates, daysLate, isOverdue, reminderDays, sectionOf, statesAfter } from './action-items.ts';
import { dayAfter } from './days.ts';

const after = (isOwner: boolean, isDesk: boolean) =>
  actionStates.map((state) => statesAfter(state, { isOwner, isDesk }).join(' '));

test('the owner can change an action item’s state, but only the chair or the secretary can drop or restore it', () => {
  expect(after(false, false)).toEqual(['', '', '', '']);
  expect(after(true, false)).toEqual(['in-progress done', 'open done', 'open in-progress', '']);
  const desks = ['in-progress done dropped', 'open done dropped', 'open in-progress', 'open'];
  expect(after(false, true)).toEqual(desks);
  expect(after(true, true)).toEqual(desks);
});

test('an open action item is overdue from the day after it is due', () => {
  const on = (today: string) => actionStates.map((state) => isOverdue({ state, due_on: '2026-12-08' }, today));
  expect(on('2026-12-08')).toEqual([false, false, false, false]);
  expect(on('2026-12-09')).toEqual([true, true, false, false]);
  expect([daysLate('2026-12-08', '2026-12-07'), daysLate('2026-12-08', '2026-12-19')]).toEqual([0, 11]);
});

test('reminders are sent once on each chosen day before the due date, and weekly up to eight times after it', () => {
  const weeks = Array.from({ length: 8 }, (_, nth) => dayAfter('2026-12-15', 7 * nth));
  expect(reminderDays('2026-12-08', [7, 0])).toEqual(['2026-12-01', '2026-12-08', ...weeks]);
  expect(reminderDays('2026-12-08', [])).toHaveLength(8);
  expect(reminderDays('2026-12-08', [0, 7, 7])).toHaveLength(10);
});

test('reminder dates account for leap days and the end of a year', () => {
  const first = (dueOn: string, days: readonly number[]) => reminderDays(dueOn, days).slice(0, 2);
  expect(reminderDays('2028-02-29', [0]).slice(0, 3)).toEqual(['2028-02-29', '2028-03-07', '2028-03-14']);
  expect(first('2028-02-29', [1, 0])).toEqual(['2028-02-28', '2028-02-29']);
  expect(first('2027-03-01', [1])).toEqual(['2027-02-28', '2027-03-08']);
  expect(first('2027-01-01', [1, 0])).toEqual(['2026-12-31', '2027-01-01']);
});

test('the “this week” section of action items ends on Sunday', () => {
  const sections = (today: string) =>
    ['2026-11-24', '2026-11-29', '2026-11-30'].map((dueOn) => sectionOf(dueOn, today));
  expect(sections('2026-11-24')).toEqual(['week', 'week', 'later']);
  expect(sections('2026-11-25')).toEqual(['overdue', 'week', 'later']);
  expect(sections('2026-11-29')).toEqual(['overdue', 'week', 'later']);
  expect(sections('2026-11-30')).toEqual(['overdue', 'overdue', 'week']);
});
