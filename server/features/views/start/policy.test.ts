import { expect, test } from 'vitest';
import type { UserBoard } from '#server/features/core/boards/queries.ts';
import { boardToOpen } from './policy.ts';

const board = (id: string, suspended = false) => ({ board: { board_info: { board_id: id }, suspended } }) as UserBoard;
const idOf = (found: UserBoard | null): string | null => found?.board.board_info.board_id ?? null;

test('the first requested board that the user belongs to is opened, or else the user’s first board that is not suspended', () => {
  const boards = [board('a', true), board('b'), board('c')];
  expect(idOf(boardToOpen(boards, [undefined, null, 'foreign', 'c', 'b']))).toBe('c');
  expect(idOf(boardToOpen(boards, ['a']))).toBe('a');
  expect(idOf(boardToOpen(boards, ['foreign']))).toBe('b');
  expect(idOf(boardToOpen([board('a', true)], []))).toBe('a');
  expect(boardToOpen([], ['a'])).toBeNull();
});
