import type { PersonCan } from '#contract/people.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import type { PersonRow } from './queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

/**
 * Specification, section 6: the directory is hidden from non-admins when the board hides people. Whoever comes by a
 * secret address sees one item, never people.
 */
export const canSeePeople = (scope: Pick<BoardScope, 'board'> & Reader): boolean =>
  scope.via.kind === 'session' && (scope.member.isBoardAdmin || !scope.board.peopleHidden);

export const canCreatePeople = (scope: Pick<BoardScope, 'member'>): boolean => scope.member.isBoardAdmin;

/** Product.md, section 2. What a rule alone forbids (the last admin) is refused in words, not here. */
export function personCan(reader: Reader, person: Pick<PersonRow, 'id' | 'status' | 'is_board_admin'>): PersonCan {
  const manages = isSignedInAdmin(reader);
  const isOwn = person.id === reader.member.id;
  const isOnBoard = person.status !== 'inactive';
  return {
    edit: isOwn || manages,
    make_admin: manages && isOnBoard && !person.is_board_admin,
    remove_admin: manages && isOnBoard && person.is_board_admin,
    set_groups: manages && isOnBoard,
    make_inactive: manages && !isOwn && person.status === 'active',
    reactivate: manages && person.status === 'inactive',
    remove: manages && !isOwn,
  };
}
