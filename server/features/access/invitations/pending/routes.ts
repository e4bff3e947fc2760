import { resendInvitation as resendEndpoint } from '#contract/invitations.ts';
import { loadPendingPerson } from '#server/features/access/invitations/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { resendInvitation } from './commands.ts';

export const pendingRoutes: readonly Route[] = [
  implement(resendEndpoint, async ({ scope, context, params }) => {
    const person = await loadPendingPerson(scope, params.id);
    await resendInvitation(scope, context.secrets, person);
    return { email: person.email };
  }),
];
