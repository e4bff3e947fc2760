import type { BoardScope } from '../../db/board-scope.ts';

/** Specification, section 6: the directory is hidden from non-admins when the board hides people. */
export const canSeePeople = (scope: Pick<BoardScope, 'board' | 'member'>): boolean =>
  scope.member.isBoardAdmin || !scope.board.peopleHidden;

export const canCreatePeople = (scope: Pick<BoardScope, 'member'>): boolean => scope.member.isBoardAdmin;
