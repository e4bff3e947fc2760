import { expect, test } from 'vitest';
import { shortDay } from './short-day.ts';

const at = { timeZone: 'America/Halifax', now: '2026-11-21T08:00:00Z' };

test('a day is that of the board’s zone, with its year where it is not this one', () => {
  expect(shortDay('2026-12-03T20:00:00Z', at)).toEqual({ day: 'Dec 3', under: 'Thursday' });
  expect(shortDay('2027-01-23T02:00:00Z', at)).toEqual({ day: 'Jan 22', under: 'Fri, 2027' });
  expect(shortDay('2027-01-01T02:00:00Z', at)).toEqual({ day: 'Dec 31', under: 'Thursday' });
});
