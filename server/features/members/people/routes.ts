import { getPerson, listPeople, removePerson, setPersonAdmin, setPersonStatus } from '#contract/people.ts';
import { sortPeople } from '#domain/identity.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import {
  officeOfPerson,
  officesByMember,
  officesOfPeople,
  valuesOfPerson,
} from '#server/features/members/profile/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { canCreatePeople, canSeePeople, personCan } from './policy.ts';
import { presentListedPerson, presentValues } from './present.ts';
import { groupsByMember, groupsOfPeople, groupsOfPerson, peopleOfBoard, personPage } from './queries.ts';

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
];
