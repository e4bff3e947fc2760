import { getProfile, saveProfile as saveProfileEndpoint } from '#contract/profile.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { loadPersonBySlug, type PersonRow } from '#server/features/members/people/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { saveProfile } from './commands.ts';
import { canEditProfile } from './policy.ts';
import { presentEditedProfile } from './present.ts';

export const editingRoutes: readonly Route[] = [
  implement(getProfile, async ({ scope, params }) =>
    presentEditedProfile(scope, await loadEditable(scope, params.slug)),
  ),

  implement(saveProfileEndpoint, async ({ scope, context, params, body }) => {
    const person = await loadEditable(scope, params.slug);
    await saveProfile(scope, context.secrets, { person, body });
    return presentEditedProfile(scope, await loadPersonBySlug(scope, params.slug));
  }),
];

/** Hidden: 404; visible but not editable: 403. */
async function loadEditable(scope: BoardScope, slug: string): Promise<PersonRow> {
  const person = await loadPersonBySlug(scope, slug);
  if (person.id !== scope.member.id && !canSeePeople(scope)) throw notFound();
  authorize(canEditProfile(scope, person));
  return person;
}
