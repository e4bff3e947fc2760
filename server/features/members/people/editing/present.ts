import type { EditedProfile } from '#contract/profile.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { listGroupsOfPeople, listPeopleRows, type PersonRow } from '#server/features/members/people/queries.ts';
import { seesField } from '#server/features/members/profile/policy.ts';
import { presentField } from '#server/features/members/profile/present.ts';
import { keptValues, listAllFields } from '#server/features/members/profile/queries.ts';
import { canEditName } from './policy.ts';

/** Whom to ask for changes. */
const admins = 3;

/** With the fields that they see, in order. */
export async function presentEditedProfile(scope: BoardScope, person: PersonRow): Promise<EditedProfile> {
  const rows = await listAllFields(scope);
  const fields = rows.filter((row) => row.retired_at === null && seesField(scope, person, row));
  const kept = await keptValues(scope, person.id);
  const groups = await listGroupsOfPeople(scope, { memberId: person.id });
  const isSelf = person.id === scope.member.id;
  return {
    person: {
      id: person.id,
      slug: person.slug,
      first_name: person.first_name,
      last_name: person.last_name,
      name: `${person.first_name} ${person.last_name}`,
      email: person.email,
      img_url: person.img_url,
      status: person.status,
      is_self: isSelf,
    },
    fields: fields.map(presentField),
    values: Object.fromEntries(
      fields.flatMap(({ id }) => {
        const value = kept.get(id);
        return value === undefined ? [] : [[id, value]];
      }),
    ),
    groups: [...(groups.get(person.id) ?? [])],
    admins: isSignedInAdmin(scope) || !canSeePeople(scope) ? [] : await namesOfAdmins(scope),
    can: {
      edit_position: isSignedInAdmin(scope),
      edit_name: canEditName(scope, person),
      edit_picture: isSelf,
    },
  };
}

async function namesOfAdmins(scope: BoardScope): Promise<string[]> {
  const people = await listPeopleRows(scope, { withInactive: false });
  return people
    .filter((person) => person.is_board_admin && person.status === 'active')
    .slice(0, admins)
    .map((person) => `${person.first_name} ${person.last_name}`);
}
