import { expect, test } from 'vitest';
import { nextOption } from './next-option.ts';

const none = { date: '', end_date: '', start: '', end: '' };
const morning = { date: '2027-01-16', end_date: '', start: '10:00', end: '13:00' };
const retreat = { date: '2027-01-29', end_date: '2027-01-31', start: '17:00', end: '12:00' };

test.each([
  ['the first has nothing', [], '2027-01-16', { ...none, date: '2027-01-16' }],
  ['the times of the one before come along', [morning], '2027-01-23', { ...morning, date: '2027-01-23' }],
  ['also where the day is still to be entered', [morning], '', { ...morning, date: '' }],
  ['the same day again is another time of it', [morning, retreat], '2027-01-16', { ...none, date: '2027-01-16' }],
  [
    'over as many days as the one before',
    [morning, retreat],
    '2027-02-27',
    { ...retreat, date: '2027-02-27', end_date: '2027-03-01' },
  ],
  ['the last day waits for the first', [retreat], '', { ...retreat, date: '', end_date: '' }],
])('a date that is added: %s', (_, options, date, expected) => {
  expect(nextOption(options, date)).toEqual(expected);
});
