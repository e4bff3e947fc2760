import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contrastRatio,
  isBoardColor,
  luminance,
  onBoardColor,
  reminderMinutes,
  reminderParts,
  reminderText,
} from './board-settings.ts';

test('a board colour is # followed by six hexadecimal digits', () => {
  expect(['#1a7f4b', '#FFFFFF'].every(isBoardColor)).toBe(true);
  expect(['', '1a7f4b', '#fff', '#12345g', '#1a7f4b;', 'red', '#1a7f4b\n'].some(isBoardColor)).toBe(false);
});

test('text is white on dark colours and black on light ones', () => {
  expect(luminance('#000000')).toBe(0);
  expect(luminance('#ffffff')).toBeCloseTo(1);
  expect(onBoardColor('#1f3a5f')).toBe('#ffffff');
  expect(onBoardColor('#f5c518')).toBe('#000000');
});

test('text on any board colour has a contrast ratio of at least 4.5', () => {
  const color = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (each) => contrastRatio(each, onBoardColor(each)) >= 4.5),
    { numRuns: 2000 },
  );
});

test('a reminder’s lead time is written in the largest unit that gives a whole number', () => {
  const texts = ['1 week before', '1 day before', '36 hours before', '90 minutes before', '2 weeks before'];
  expect([10_080, 1_440, 2_160, 90, 20_160].map(reminderText)).toEqual(texts);
});

test('a reminder’s lead time is unchanged after it is split into amount and unit and converted back', () => {
  for (const minutes of [15, 60, 90, 1_440, 4_320, 86_400]) {
    const { amount, unit } = reminderParts(minutes);
    expect(reminderMinutes(amount, unit)).toBe(minutes);
  }
});
