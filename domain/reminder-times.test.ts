import { expect, test } from 'vitest';
import { reminderMinutes, reminderParts, reminderWords } from './reminder-times.ts';

test('a time is told in the largest unit that leaves nothing over', () => {
  expect([10_080, 1_440, 2_160, 90, 20_160].map(reminderWords)).toEqual([
    '1 week before',
    '1 day before',
    '36 hours before',
    '90 minutes before',
    '2 weeks before',
  ]);
});

test('what is taken apart can be put together', () => {
  for (const minutes of [15, 60, 90, 1_440, 4_320, 86_400]) {
    const { amount, unit } = reminderParts(minutes);
    expect(reminderMinutes(amount, unit)).toBe(minutes);
  }
});
