import { getProfile, saveProfile as saveProfileEndpoint } from '#contract/profile.ts';
import { type Reader, readTogether } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { canEditProfile, canSeePeople } from '#server/features/members/people/policy.ts';
import { loadPersonBySlug, type PersonRow } from '#server/features/members/people/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { saveProfile } from './commands.ts';
import { presentEditedProfile, profileReads } from './present.ts';

export const editingRoutes: readonly Route[] = [
  implementRead(getProfile, {
    reads: profileReads,
    answer: ({ reader, found: { person, ...page } }) =>
      presentEditedProfile(reader, editablePerson(reader, person), page),
  }),

  implement(saveProfileEndpoint, async ({ scope, context, params, body }) => {
    const person = editablePerson(scope, await loadPersonBySlug(scope, params.slug));
    await saveProfile(scope, context.secrets, { person, body });
    const { person: changed, ...page } = await readTogether(scope, { statements: profileReads, params });
    return presentEditedProfile(scope, editablePerson(scope, changed), page);
  }),
];

/** Throws 404 if the person is hidden, and 403 if the person cannot be edited. */
function editablePerson(reader: Reader, person: PersonRow | null): PersonRow {
  if (person === null || (person.id !== reader.member.id && !canSeePeople(reader))) throw notFound();
  authorize(canEditProfile(reader, person));
  return person;
}
