import { expect, test } from 'vitest';
import { avatarTone } from './avatar.tsx';

test('consecutive numeric ids cycle through the six avatar colours', () => {
  expect([0, 1, 5, 6, 7].map(avatarTone)).toEqual([1, 2, 6, 1, 2]);
  expect(avatarTone('7')).toBe(avatarTone(7));
});

test('a text id always gets the same avatar colour, and all six colours are used', () => {
  const ids = Array.from({ length: 600 }, (_, index) => `member-${index}-0198f2`);
  expect(ids.map(avatarTone)).toEqual(ids.map(avatarTone));
  expect(new Set(ids.map(avatarTone))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
