import { expect, test } from 'vitest';
import { readPageRange } from './print-dialog.tsx';

test('a page range is parsed in order without duplicates', () => {
  expect(readPageRange('3', 6)).toEqual([3]);
  expect(readPageRange('5, 1-3,2', 6)).toEqual([1, 2, 3, 5]);
  expect(readPageRange('1–6', 6)).toEqual([1, 2, 3, 4, 5, 6]);
});

test.each(['', '0', '7', '3-2', '2-9', 'one', '1,,2', '1-2-3', '-4'])(
  'the page range %j is rejected for a document of six pages',
  (text) => {
    expect(readPageRange(text, 6)).toBeNull();
  },
);
