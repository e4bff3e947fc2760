import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';

type Actor = Pick<BoardScope, 'member' | 'via'>;
interface Owner {
  readonly id: string;
  readonly status: 'invited' | 'active' | 'inactive';
}

/** Product.md, section 2: one's own profile fields; a board admin another's too. */
export const canEditProfile = (actor: Actor, person: Owner): boolean =>
  actor.via.kind === 'session' && (person.id === actor.member.id || actor.member.isBoardAdmin);

/** Another's name and email only on an invitation that was never redeemed; one's own are the account's. */
export const canEditName = (actor: Actor, person: Owner): boolean =>
  isSignedInAdmin(actor) && person.status === 'invited';
