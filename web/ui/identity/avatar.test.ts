import { expect, test } from 'vitest';
import { avatarTone } from './avatar.tsx';

test('a numeric id determines its avatar colour by its remainder', () => {
  expect([0, 1, 5, 6, 7].map(avatarTone)).toEqual([1, 2, 6, 1, 2]);
  expect(avatarTone('7')).toBe(avatarTone(7));
});

test('a text id always gets the same one of six avatar colours', () => {
  const ids = Array.from({ length: 600 }, (_, index) => `member-${index}-0198f2`);
  const tones = ids.map(avatarTone);
  expect(tones).toEqual(ids.map(avatarTone));
  expect(new Set(tones)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
