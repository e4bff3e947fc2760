import { expect, test } from 'vitest';
import { keepTexts } from './kept-texts.ts';

test('a text is made once for a key, and the oldest is made anew where all would be too long', () => {
  const kept = keepTexts<{ readonly text: string }>(30);
  const made: string[] = [];
  const textOf = (key: string, length = 9) =>
    kept(key, () => {
      made.push(key);
      return { text: key.repeat(length) };
    }).text;
  for (const key of ['a', 'b', 'a', 'c', 'a']) expect(textOf(key)).toBe(key.repeat(9));
  expect(made).toEqual(['a', 'b', 'c']);
  textOf('d');
  expect(made).toEqual(['a', 'b', 'c', 'd']);
  for (const key of ['b', 'c', 'd', 'a']) textOf(key);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'a']);
});

test('what is longer than all that is kept is made each time, and takes no place of others', () => {
  const kept = keepTexts<{ readonly text: string }>(30);
  const made: string[] = [];
  const textOf = (key: string, length: number) =>
    kept(key, () => {
      made.push(key);
      return { text: key.repeat(length) };
    });
  textOf('small', 1);
  for (let time = 0; time < 2; time += 1) textOf('large', 20);
  textOf('small', 1);
  expect(made).toEqual(['small', 'large', 'large']);
});
