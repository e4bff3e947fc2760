import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calendarTypes } from '#domain/calendar.ts';
import {
  addedSentence,
  lastCalendarType,
  openCalendarLink,
  rememberCalendarType,
  shownAddress,
} from './calendar-choice.ts';

test('the file of iCal is a download, the others open a page of theirs, and each names the link to copy', () => {
  expect(addedSentence('ical')).toBe(
    'The calendar file is on its way. If nothing opens, copy this link into your calendar.',
  );
  expect(addedSentence('outlook365')).toBe(
    'Outlook 365 opens beside this page. If nothing opens, copy this link into your browser.',
  );
  for (const type of calendarTypes) expect(addedSentence(type)).toContain('copy this link');
});

test('an address is read without its scheme', () => {
  expect(shownAddress('https://dais.example/addtocalendar/m-b/ical')).toBe('dais.example/addtocalendar/m-b/ical');
});

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

test('S3.19 local storage keeps the id of the calendar type chosen last, and nothing else', () => {
  expect(lastCalendarType()).toBeNull();
  openCalendarLink('/addtocalendar/m-b/google', 'google');
  rememberCalendarType('outlook365');
  expect(lastCalendarType()).toBe('outlook365');
  expect(kept.size).toBe(1);
});

test('what is kept there but is no calendar type counts as no choice', () => {
  kept.set('calendarTypeId', 'fax');
  expect(lastCalendarType()).toBeNull();
});

test('the file is downloaded in place, a vendor’s page opens beside ours', () => {
  openCalendarLink('/meetings/addtocalendar/1/ical', 'ical');
  expect(assign).toHaveBeenCalledWith('/meetings/addtocalendar/1/ical');
  openCalendarLink('/meetings/addtocalendar/1/google', 'google');
  expect(open).toHaveBeenCalledWith('/meetings/addtocalendar/1/google', '_blank', 'noopener');
});

test('a browser that denies storage still opens the calendar', () => {
  const denied = (): never => {
    throw new Error('denied');
  };
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.stubGlobal('window', { localStorage: { getItem: denied, setItem: denied }, location: { assign }, open });
  expect(lastCalendarType()).toBeNull();
  openCalendarLink('/x', 'ical');
  expect(assign).toHaveBeenCalledWith('/x');
});
