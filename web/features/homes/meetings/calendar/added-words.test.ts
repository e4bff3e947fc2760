import { expect, test } from 'vitest';
import { calendarTypes } from '#domain/calendar-types.ts';
import { addedSentence, shownAddress } from './added-words.ts';

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
