import { getPerson, listPeople, removePerson, setPersonAdmin, setPersonStatus } from '#contract/people.ts';
import { getProfile, saveProfile as saveProfileEndpoint } from '#contract/profile.ts';
import { sortPeople } from '#domain/identity.ts';
import { isSignedInAdmin, type Reader } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import {
  officeOfPerson,
  officesByMember,
  officesOfPeople,
  valuesOfPerson,
} from '#server/features/members/profile/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { saveProfile } from './editing/commands.ts';
import { canEditProfile } from './editing/policy.ts';
import { presentEditedProfile } from './editing/present.ts';
import { profileReads, readProfile } from './editing/queries.ts';
import { canCreatePeople, canSeePeople, personCan } from './policy.ts';
import { presentListedPerson, presentValues } from './present.ts';
import {
  groupsByMember,
  groupsOfPeople,
  groupsOfPerson,
  loadPersonBySlug,
  type PersonRow,
  peopleOfBoard,
  personPage,
} from './queries.ts';

export const peopleRoutes: readonly Route[] = [
  implementRead(listPeople, {
    reads: { people: peopleOfBoard, groups: groupsOfPeople, offices: officesOfPeople },
    answer({ reader, found: { people, groups, offices } }) {
      if (!canSeePeople(reader)) throw notFound();
      const facts = { groups: groupsByMember(groups), offices: officesByMember(offices) };
      return {
        people: sortPeople(people).map((row) => presentListedPerson(row, facts)),
        can: { create: canCreatePeople(reader), manage: isSignedInAdmin(reader) },
      };
    },
  }),

  implementRead(getPerson, {
    reads: { person: personPage, groups: groupsOfPerson, offices: officeOfPerson, values: valuesOfPerson },
    answer({ reader, found: { person, groups, offices, values } }) {
      if (person === null || !canSeePeople(reader)) throw notFound();
      const facts = { groups: groupsByMember(groups), offices: officesByMember(offices) };
      return {
        person: presentListedPerson(person, facts),
        values: presentValues(reader, person, values),
        can: personCan(reader, person),
        is_last_admin: person.is_last_admin,
      };
    },
  }),

  implement(setPersonAdmin, async ({ scope, params, body }) => {
    await commands.setAdmin(scope, params.id, body.is_board_admin);
  }),

  implement(setPersonStatus, async ({ scope, context, params, body }) => {
    if (body.status === 'active') await commands.reactivate(scope, context.secrets, params.id);
    else await commands.makeInactive(scope, context.secrets, params.id);
  }),

  implement(removePerson, async ({ scope, context, params }) => {
    await commands.removePerson(scope, context.secrets, params.id);
  }),

  implementRead(getProfile, {
    reads: profileReads,
    answer: ({ reader, found: { person, ...page } }) =>
      presentEditedProfile(reader, editablePerson(reader, person), page),
  }),

  implement(saveProfileEndpoint, async ({ scope, context, params, body }) => {
    const person = editablePerson(scope, await loadPersonBySlug(scope, params.slug));
    await saveProfile(scope, context.secrets, { person, body });
    const { person: changed, ...page } = await readProfile(scope, params.slug);
    return presentEditedProfile(scope, editablePerson(scope, changed), page);
  }),
];

/** Throws 404 if the person is hidden, and 403 if the person cannot be edited. */
function editablePerson(reader: Reader, person: PersonRow | null): PersonRow {
  if (person === null || (person.id !== reader.member.id && !canSeePeople(reader))) throw notFound();
  authorize(canEditProfile(reader, person));
  return person;
}
