import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/features/core/boards/policy.ts';
import type { FieldRow } from './queries.ts';

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

/** A field that is kept from the others is still asked of the member who fills it in. */
export const seesField = (actor: Actor, person: Owner, field: Pick<FieldRow, 'visibility' | 'filled_by'>): boolean =>
  field.visibility === 'everyone' ||
  actor.member.isBoardAdmin ||
  (field.filled_by === 'member' && person.id === actor.member.id);

export const fillsIn = (actor: Actor, field: Pick<FieldRow, 'filled_by'>): boolean =>
  field.filled_by === 'member' || isSignedInAdmin(actor);
