import { expect, test } from 'vitest';
import { emptyCells, eraseCell, fillCells, isFull } from './code-input.tsx';

const some = ['4', '0', '', '', '', ''];

test('a digit goes into its cell, and the next one waits', () => {
  expect(fillCells(some, 2, '8')).toEqual({ cells: ['4', '0', '8', '', '', ''], focus: 3 });
});

test('the last cell keeps the focus', () => {
  expect(fillCells(some, 5, '9').focus).toBe(5);
});

test('several digits go on from where they were pasted; a whole code begins at the first', () => {
  expect(fillCells(some, 2, '81').cells).toEqual(['4', '0', '8', '1', '', '']);
  expect(fillCells(some, 2, '123456')).toEqual({ cells: ['1', '2', '3', '4', '5', '6'], focus: 5 });
  expect(fillCells(some, 4, '123').cells).toEqual(['4', '0', '', '', '1', '2']);
});

test('erasing takes the cell’s own digit, then the one before', () => {
  expect(eraseCell(some, 1)).toEqual({ cells: ['4', '', '', '', '', ''], focus: 1 });
  expect(eraseCell(some, 2)).toEqual({ cells: ['4', '', '', '', '', ''], focus: 1 });
  expect(eraseCell(emptyCells(6), 0)).toEqual({ cells: emptyCells(6), focus: 0 });
});

test('full is when no cell is empty', () => {
  expect(isFull(some)).toBe(false);
  expect(isFull(fillCells(some, 0, '408153').cells)).toBe(true);
});
