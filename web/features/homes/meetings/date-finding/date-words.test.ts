import { expect, test } from 'vitest';
import { dateWords, totalWords } from './date-words.ts';

const halifax = 'America/Halifax';

test('a date within a day, over days of a month, and over the turn of a month', () => {
  const start = '2027-01-29T14:00:00Z';
  expect(dateWords({ start, end: '2027-01-29T17:00:00Z' }, halifax)).toEqual({
    ...{ day: 'Jan 29', time: 'Fri, 10:00 AM' },
    ...{ date: 'Friday, January 29, 2027', times: '10:00 AM – 1:00 PM AST' },
    whole: 'Friday, January 29, 2027, 10:00 AM – 1:00 PM AST',
  });
  expect(dateWords({ start, end: '2027-01-31T16:00:00Z' }, halifax)).toMatchObject({
    ...{ day: 'Jan 29 – 31', times: '10:00 AM – 1/31/2027, 12:00 PM AST' },
  });
  expect(dateWords({ start, end: '2027-02-01T16:00:00Z' }, halifax).day).toBe('Jan 29 – Feb 1');
});

test('the day is that of the board, not of the reader', () => {
  const late = { start: '2027-01-30T01:00:00Z', end: '2027-01-30T03:00:00Z' };
  expect(dateWords(late, halifax).day).toBe('Jan 29');
  expect(dateWords(late, 'Australia/Lord_Howe').day).toBe('Jan 30');
});

test.each([
  [{ yes: 4, if_need_be: 2, no: 1 }, '4 yes, 2 if need be, 1 no'],
  [{ yes: 0, if_need_be: 1, no: 0 }, '1 if need be'],
  [{ yes: 0, if_need_be: 0, no: 0 }, 'No answers yet'],
])('totals in words: %o', (totals, expected) => {
  expect(totalWords(totals)).toBe(expected);
});
