import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';

type Actor = Pick<BoardScope, 'member' | 'via'>;
interface Owner {
  readonly id: string;
  readonly status: 'invited' | 'active' | 'inactive';
}

export const canEditProfile = (actor: Actor, person: Owner): boolean =>
  actor.via.kind === 'session' && (person.id === actor.member.id || actor.member.isBoardAdmin);

/** Admins may change a name until the invitation is accepted. After that, the name belongs to the account. */
export const canEditName = (actor: Actor, person: Owner): boolean =>
  isSignedInAdmin(actor) && person.status === 'invited';
