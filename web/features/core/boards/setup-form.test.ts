import { expect, test } from 'vitest';
import type { BoardSetup } from '#contract/boards.ts';
import type { DefaultMeeting } from '#contract/meeting-lifecycle.ts';
import { boardChanges, defaultMeetingOf, formOf, lengthError, trustError } from './setup-form.ts';

const setup: BoardSetup = {
  title: 'Harbour',
  shortname: 'harbour',
  logo_url: null,
  primary_color: '#124e52',
  time_zone: 'UTC',
  date_style: 'mdy',
  first_day: 'sunday',
  paper_size: 'letter',
  people_hidden: false,
  magic_links: 'full',
  papers_on_devices: 'allowed',
  watermark: 'off',
  paper_links: 'anyone',
  two_factor_required: false,
  trust_days: 30,
  revision: 3,
  reminder_minutes: [1440],
  brief_days: null,
  destroy_notes_days: null,
  baseUrl: 'https://dais.example',
  can: { require_two_factor: false },
};
const plain = { description: '', purpose: null, presenter: '', presenter_id: null };
const meeting: DefaultMeeting = {
  type: 'hybrid',
  length_minutes: 90,
  location: 'Room 2',
  join_url: '',
  agenda_items: [{ ...plain, title: 'Welcome', depth: 0, minutes: 5, presenter: 'The chair' }],
};
const opened = formOf(setup, meeting);

test('only changed board settings are sent', () => {
  expect(boardChanges(opened, { ...opened })).toBe(null);
  expect(boardChanges(opened, { ...opened, title: 'Harbour Trust', reminder_minutes: [60] })).toEqual({
    title: 'Harbour Trust',
    reminder_minutes: [60],
  });
  expect(defaultMeetingOf(opened, { ...opened, title: 'Harbour Trust' }, meeting)).toBe(null);
});

test('editing the default agenda as text preserves the details that the text does not show', () => {
  const typed = { ...opened, agenda: 'Welcome (10 min)\nReports' };
  expect(defaultMeetingOf(opened, typed, meeting)?.agenda_items).toEqual([
    { ...plain, title: 'Welcome', depth: 0, minutes: 10, presenter: 'The chair' },
    { ...plain, title: 'Reports', depth: 0, minutes: null },
  ]);
});

test.each([
  ['', 'This field is required.'],
  [' \u200b', 'This field is required.'],
  ['an hour', 'This field must be a whole number'],
  ['90.5', 'This field must be a whole number'],
  ['10081', 'This field must be at most 10080'],
  [' 90 ', null],
])('the meeting length %j gives the error %j', (typed, message) => {
  expect(lengthError(typed)).toBe(message);
});

test.each([
  ['', 'This field is required.'],
  ['a month', 'This field must be a whole number'],
  ['61', 'This field must be at most 60'],
  ['60', null],
  ['0', null],
])('the trust period %j gives the error %j, or is sent as a number of days', (typed, message) => {
  expect(trustError(typed)).toBe(message);
  if (message === null)
    expect(boardChanges(opened, { ...opened, trust_days: typed })).toEqual({ trust_days: Number(typed) });
});
