import type { EditedProfile } from '#contract/profile.ts';
import { knownName, sortPeople } from '#domain/identity.ts';
import { isSignedInAdmin, type Reader } from '#server/db/board-scope.ts';
import type { StatementResults } from '#server/db/page-statement.ts';
import { canEditName, canSeePeople } from '#server/features/members/people/policy.ts';
import {
  boardAdmins,
  groupsByMember,
  groupsOfPerson,
  type PersonRow,
  personPage,
} from '#server/features/members/people/queries.ts';
import { seesField } from '#server/features/members/profile/policy.ts';
import { presentField } from '#server/features/members/profile/present.ts';
import { keptFields, keptValuesOfPerson, valuesByField } from '#server/features/members/profile/queries.ts';
import { shownEmail } from '#server/shown-email.ts';

export const profileReads = {
  person: personPage,
  fields: keptFields,
  values: keptValuesOfPerson,
  groups: groupsOfPerson,
  admins: boardAdmins,
};

const adminsShown = 3;

export function presentEditedProfile(
  reader: Reader,
  person: PersonRow,
  page: Omit<StatementResults<typeof profileReads>, 'person'>,
): EditedProfile {
  const fields = page.fields.filter((row) => row.retired_at === null && seesField(reader, person, row));
  const kept = valuesByField(page.values);
  const isSelf = person.id === reader.member.id;
  return {
    person: {
      id: person.id,
      slug: person.slug,
      first_name: person.first_name,
      last_name: person.last_name,
      name: knownName(person),
      email: shownEmail(person.email),
      img_url: person.img_url,
      is_self: isSelf,
    },
    fields: fields.map(presentField),
    values: Object.fromEntries(
      fields.flatMap(({ id }) => {
        const value = kept.get(id);
        return value === undefined ? [] : [[id, value]];
      }),
    ),
    groups: [...(groupsByMember(page.groups).get(person.id) ?? [])],
    admins: isSignedInAdmin(reader) || !canSeePeople(reader) ? [] : namesOf(page.admins),
    can: {
      edit_position: isSignedInAdmin(reader),
      edit_name: canEditName(reader, person),
      edit_picture: isSelf,
    },
  };
}

const namesOf = (people: readonly PersonRow[]): string[] =>
  sortPeople(people)
    .slice(0, adminsShown)
    .map((person) => knownName(person));
