import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastCalendarType, openCalendarLink, rememberCalendarType } from './calendar-flow.tsx';

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

test('only the last chosen calendar type is stored, and an unknown type is ignored', () => {
  expect(lastCalendarType()).toBeNull();
  openCalendarLink('/addtocalendar/m-b/google', 'google');
  rememberCalendarType('outlook365');
  expect(lastCalendarType()).toBe('outlook365');
  expect(kept.size).toBe(1);
  kept.set('calendarTypeId', 'fax');
  expect(lastCalendarType()).toBeNull();
});

test('a calendar file is downloaded in the same tab, and an online calendar opens in a new tab', () => {
  openCalendarLink('/meetings/addtocalendar/1/ical', 'ical');
  expect(assign).toHaveBeenCalledWith('/meetings/addtocalendar/1/ical');
  openCalendarLink('/meetings/addtocalendar/1/google', 'google');
  expect(open).toHaveBeenCalledWith('/meetings/addtocalendar/1/google', '_blank', 'noopener');
});

test('a calendar can be opened even if the browser blocks storage', () => {
  const denied = (): never => {
    throw new Error('denied');
  };
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.stubGlobal('window', { localStorage: { getItem: denied, setItem: denied }, location: { assign }, open });
  expect(lastCalendarType()).toBeNull();
  openCalendarLink('/x', 'ical');
  expect(assign).toHaveBeenCalledWith('/x');
});
