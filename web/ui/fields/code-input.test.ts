import { expect, test } from 'vitest';
import { emptyCells, eraseCell, fillCells, isFull } from './code-input.tsx';

const some = ['4', '0', '', '', '', ''];

test.each([
  [2, '8', '408', 3],
  [5, '9', '409', 5],
  [2, '81', '4081', 4],
  [2, '123456', '123456', 5],
  [4, '123', '4012', 5],
])('filling cell %i with the digits %s results in the code %s', (at, typed, digits, focus) => {
  const filled = fillCells(some, at, typed);
  expect([filled.cells.join(''), filled.focus]).toEqual([digits, focus]);
  expect(isFull(filled.cells)).toBe(digits.length === 6);
});

test('erasing in a code field clears the current cell, or the previous cell if the current one is empty', () => {
  for (const at of [1, 2]) expect(eraseCell(some, at)).toEqual({ cells: ['4', '', '', '', '', ''], focus: 1 });
  expect(eraseCell(emptyCells(6), 0)).toEqual({ cells: emptyCells(6), focus: 0 });
});
