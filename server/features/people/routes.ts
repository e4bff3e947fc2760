import { createPerson, listPeople } from '../../../contract/people.ts';
import { authorize, notFound } from '../../errors.ts';
import { implement, type Route } from '../../http/implement.ts';
import { invitePerson } from '../invitations/commands.ts';
import { canCreatePeople, canSeePeople } from './policy.ts';
import { presentPerson } from './present.ts';
import { listPeopleRows, loadPerson } from './queries.ts';

export const peopleRoutes: readonly Route[] = [
  implement(listPeople, async ({ scope }) => {
    if (!canSeePeople(scope)) throw notFound();
    const rows = await listPeopleRows(scope);
    return { people: rows.map(presentPerson), can: { create: canCreatePeople(scope) } };
  }),

  implement(createPerson, async ({ scope, context, body }) => {
    authorize(canCreatePeople(scope));
    const memberId = await invitePerson(scope, context.secrets, body);
    return { person: presentPerson(await loadPerson(scope, memberId)) };
  }),
];
