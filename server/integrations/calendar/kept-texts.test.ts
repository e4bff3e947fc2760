import { expect, test } from 'vitest';
import { keepTexts } from './kept-texts.ts';

test('the text cache drops the text that was not used for longest, and does not cache a text larger than its capacity', () => {
  const kept = keepTexts(30);
  const made: string[] = [];
  const textOf = (key: string, length = 9) =>
    kept(key, () => {
      made.push(key);
      return key.repeat(length);
    });
  for (const key of ['a', 'b', 'a', 'c', 'a']) expect(textOf(key)).toBe(key.repeat(9));
  expect(made.join('')).toBe('abc');
  for (const key of ['d', 'b', 'c', 'd', 'a']) textOf(key);
  expect(made.join('')).toBe('abcdbca');
  for (let time = 0; time < 2; time += 1) textOf('x', 40);
  textOf('a');
  expect(made.join('')).toBe('abcdbcaxx');
});
