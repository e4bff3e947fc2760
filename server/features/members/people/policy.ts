import type { PersonCan } from '#contract/people.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

export interface PersonState {
  readonly id: string;
  readonly status: 'invited' | 'active' | 'inactive';
  readonly is_board_admin: boolean;
}

export const canSeePeople = (scope: Reader & { readonly board: Pick<BoardScope['board'], 'peopleHidden'> }): boolean =>
  scope.via.kind === 'session' && (scope.member.isBoardAdmin || !scope.board.peopleHidden);

export const canCreatePeople = (scope: Pick<BoardScope, 'member'>): boolean => scope.member.isBoardAdmin;

export function personCan(reader: Reader, person: PersonState): PersonCan {
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

export const canEditProfile = (actor: Reader, person: Pick<PersonState, 'id' | 'status'>): boolean =>
  actor.via.kind === 'session' && (person.id === actor.member.id || actor.member.isBoardAdmin);

/** Admins may change a name until the invitation is accepted. After that, the name belongs to the account. */
export const canEditName = (actor: Reader, person: Pick<PersonState, 'id' | 'status'>): boolean =>
  isSignedInAdmin(actor) && person.status === 'invited';
