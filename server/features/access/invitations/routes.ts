import * as contract from '#contract/invitations.ts';
import { createPerson } from '#contract/people.ts';
import { notFound } from '#server/errors.ts';
import { presentPerson } from '#server/features/members/people/present.ts';
import { loadPerson } from '#server/features/members/people/queries.ts';
import { keepValues } from '#server/features/members/profile/commands.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { invitePerson, inviteSeveral, resendInvitation } from './commands.ts';
import { presentInvitation, presentPending } from './present.ts';
import { findInvitation, loadPendingPerson, pendingInvitations, takenAddresses, takenReads } from './queries.ts';

export const invitationRoutes: readonly Route[] = [
  implement(contract.getInvitation, async ({ context, request, params }) => {
    const found = await findInvitation(context, params.uuid);
    if (!found) throw notFound();
    return presentInvitation(found, request.session);
  }),

  implementRead(contract.listInvitations, {
    reads: { pending: pendingInvitations },
    answer: ({ now, found: { pending } }) => ({ invitations: pending.map((row) => presentPending(row, now)) }),
  }),

  implementRead(contract.listTakenAddresses, {
    reads: takenReads,
    answer: ({ found }) => ({ taken: [...takenAddresses(found)].map(([email, by]) => ({ email, by })) }),
  }),

  implement(createPerson, async ({ scope, context, body }) => {
    const memberId = await invitePerson(scope, context.secrets, body);
    await keepValues(scope, { memberId, values: body.values, complete: ['admin'] });
    return { person: presentPerson(await loadPerson(scope, memberId)) };
  }),

  implement(contract.inviteSeveral, async ({ scope, context, body }) => {
    const { invited, lines } = await inviteSeveral(scope, context.secrets, body);
    return { invited, lines: [...lines] };
  }),

  implement(contract.resendInvitation, async ({ scope, context, params }) => {
    const person = await loadPendingPerson(scope, params.id);
    await resendInvitation(scope, context.secrets, person);
    return { email: person.email };
  }),
];
