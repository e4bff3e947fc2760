import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';

/** Free text, or a member of the board with the name of today; 404 for who is not there. */
export async function presenterColumns(
  scope: BoardScope,
  given: { readonly presenter: string; readonly presenterId: string | null },
): Promise<{ readonly presenter: string; readonly presenter_id: string | null }> {
  if (given.presenterId === null) return { presenter: given.presenter, presenter_id: null };
  const person = await selectPeople(scope).where('member.id', '=', given.presenterId).executeTakeFirst();
  if (!person) throw notFound();
  return { presenter: `${person.first_name} ${person.last_name}`.slice(0, 200), presenter_id: person.id };
}
