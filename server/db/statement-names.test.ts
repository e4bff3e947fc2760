import { expect, test } from 'vitest';
import { nameOfRepeated } from './statement-names.ts';

test('repeated statements still get unique names after thousands of different statements', () => {
  const nameOf = (text: string) => nameOfRepeated(text, []);
  const twice = (text: string) => [nameOf(text), nameOf(text)][1];
  const used = new Set(Array.from({ length: 10_000 }, (_, nth) => twice(`select ${nth}`)));
  expect(used.size).toBe(10_000);
  const inTurn = ['select a', 'select b', 'select a', 'select b'].map(nameOf);
  expect(inTurn).toEqual([null, null, expect.any(String), expect.any(String)]);
  expect(used).not.toContain(inTurn[2]);
});
