import { expect, test } from 'vitest';
import { screenOfWidth } from './screen.ts';

test('at twice the text size, a screen counts as half as wide', () => {
  expect([1180, 820, 2400].map((width) => screenOfWidth(width, 32))).toEqual(['small', 'small', 'extra-large']);
});

test.each([
  [320, 'small'],
  [639, 'small'],
  [640, 'medium'],
  [1023, 'medium'],
  [1024, 'large'],
  [1199, 'large'],
  [1200, 'extra-large'],
] as const)('a width of %i pixels is a %s screen', (width, screen) => {
  expect(screenOfWidth(width)).toBe(screen);
});
