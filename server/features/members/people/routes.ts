import { getPerson, listPeople, removePerson, setPersonAdmin, setPersonStatus } from '#contract/people.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { listOffices, listValues } from '#server/features/members/profile/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { canCreatePeople, canSeePeople, personCan } from './policy.ts';
import { type PersonFacts, presentListedPerson, presentValues } from './present.ts';
import { isLastAdmin, listGroupsOfPeople, listPeopleRows, loadPersonBySlug } from './queries.ts';

export const peopleRoutes: readonly Route[] = [
  implement(listPeople, async ({ scope }) => {
    if (!canSeePeople(scope)) throw notFound();
    const manage = isSignedInAdmin(scope);
    const rows = await listPeopleRows(scope, { withInactive: manage });
    const facts = await factsOf(scope);
    return {
      people: rows.map((row) => presentListedPerson(row, facts)),
      can: { create: canCreatePeople(scope), manage },
    };
  }),

  implement(getPerson, async ({ scope, params }) => {
    if (!canSeePeople(scope)) throw notFound();
    const row = await loadPersonBySlug(scope, params.slug);
    return {
      person: presentListedPerson(row, await factsOf(scope, row.id)),
      values: presentValues(scope, row, await listValues(scope, row.id)),
      can: personCan(scope, row),
      is_last_admin: await isLastAdmin(scope, row),
    };
  }),

  implement(setPersonAdmin, async ({ scope, params, body }) => {
    await commands.setAdmin(scope, params.id, body.is_board_admin);
    return {};
  }),

  implement(setPersonStatus, async ({ scope, context, params, body }) => {
    if (body.status === 'active') await commands.reactivate(scope, context.secrets, params.id);
    else await commands.makeInactive(scope, context.secrets, params.id);
    return {};
  }),

  implement(removePerson, async ({ scope, context, params }) => {
    await commands.removePerson(scope, context.secrets, params.id);
    return {};
  }),
];

async function factsOf(scope: BoardScope, memberId?: string): Promise<PersonFacts> {
  return {
    groups: await listGroupsOfPeople(scope, memberId === undefined ? {} : { memberId }),
    offices: await listOffices(scope),
  };
}
