import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastRatio, isBoardColor, luminance, onBoardColor } from './board-color.ts';

test('a board colour is six hexadecimal digits', () => {
  expect(['#1a7f4b', '#FFFFFF'].every(isBoardColor)).toBe(true);
  expect(['', '1a7f4b', '#fff', '#12345g', '#1a7f4b;', 'red', '#1a7f4b\n'].some(isBoardColor)).toBe(false);
});

test('text is white on dark colours and black on light ones', () => {
  expect(luminance('#000000')).toBe(0);
  expect(luminance('#ffffff')).toBeCloseTo(1);
  expect(onBoardColor('#1f3a5f')).toBe('#ffffff');
  expect(onBoardColor('#f5c518')).toBe('#000000');
});

test('text on any board colour has a contrast of at least 4.5', () => {
  const color = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (each) => contrastRatio(each, onBoardColor(each)) >= 4.5),
    { numRuns: 2000 },
  );
});
