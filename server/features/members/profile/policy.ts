import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import type { FieldRow } from './queries.ts';

type Actor = Pick<BoardScope, 'member' | 'via'>;
interface Owner {
  readonly id: string;
}

export const seesField = (actor: Actor, person: Owner, field: Pick<FieldRow, 'visibility' | 'filled_by'>): boolean =>
  field.visibility === 'everyone' ||
  actor.member.isBoardAdmin ||
  (field.filled_by === 'member' && person.id === actor.member.id);

export const fillsIn = (actor: Actor, field: Pick<FieldRow, 'filled_by'>): boolean =>
  field.filled_by === 'member' || isSignedInAdmin(actor);
