import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberChoice } from '#web/remembered-choice.ts';
import { lastCalendarType, openCalendarLink } from './calendar-flow.tsx';

const kept = new Map<string, string>();
const assign = vi.fn();
const open = vi.fn();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};

beforeEach(() => vi.stubGlobal('window', { localStorage: storage, location: { assign }, open }));
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('the last chosen calendar type is remembered, and an unknown type is ignored', () => {
  expect(lastCalendarType()).toBeNull();
  rememberChoice('calendarTypeId', 'outlook365');
  expect(lastCalendarType()).toBe('outlook365');
  kept.set('calendarTypeId', 'fax');
  expect(lastCalendarType()).toBeNull();
});

test('a calendar file is downloaded in the same tab, and an online calendar opens in a new tab', () => {
  openCalendarLink('/meetings/addtocalendar/1/ical', 'ical');
  expect(assign).toHaveBeenCalledWith('/meetings/addtocalendar/1/ical');
  openCalendarLink('/meetings/addtocalendar/1/google', 'google');
  expect(open).toHaveBeenCalledWith('/meetings/addtocalendar/1/google', '_blank', 'noopener');
});

test('a choice is neither stored nor read if the browser blocks storage', () => {
  const denied = (): never => {
    throw new Error('denied');
  };
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.stubGlobal('window', { localStorage: { getItem: denied, setItem: denied }, location: { assign }, open });
  rememberChoice('calendarTypeId', 'ical');
  expect(lastCalendarType()).toBeNull();
});
