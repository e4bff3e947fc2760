import * as contract from '#contract/invitations.ts';
import { createPerson } from '#contract/people.ts';
import { answerChallenge } from '#contract/two-factor.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { notFound } from '#server/errors.ts';
import { startPendingSignIn } from '#server/features/access/session/commands.ts';
import { presentPerson } from '#server/features/members/people/present.ts';
import { loadPerson } from '#server/features/members/people/queries.ts';
import { keepValues } from '#server/features/members/profile/commands.ts';
import { attemptSourceOf, rememberDevice } from '#server/http/attempt-source.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { invitePerson, inviteSeveral } from './commands.ts';
import { resendInvitation } from './pending/commands.ts';
import { presentInvitation, presentPending } from './present.ts';
import { findInvitation, listPending, listTaken, loadPendingPerson } from './queries.ts';
import { redeemInvitation, sealInvitation } from './redeeming/commands.ts';

export const invitationRoutes: readonly Route[] = [
  implement(contract.getInvitation, async ({ context, request, params }) => {
    const found = await findInvitation(context, params.uuid);
    if (!found) throw notFound();
    return presentInvitation(found, request.session);
  }),

  implement(contract.confirmAccount, async ({ context, request, body }) => {
    const redeemed = await redeemInvitation(context, attemptSourceOf(request), body);
    const { userId, checkedHash } = redeemed;
    if (redeemed.kind === 'code-first') {
      const sealedInvitation = sealInvitation(context.secrets, body.invitation_id);
      const pending = { userId, checkedHash, remember: false, next: '/home', sealedInvitation };
      await request.control.holdPending(await startPendingSignIn(context, pending));
      return {
        status: 'success' as const,
        msg: peopleMessages.codeFirst,
        data: { slug: null, url: answerChallenge.path },
      };
    }
    await request.control.start({ userId, checkedHash, boardId: redeemed.boardId, remember: false });
    if (redeemed.account !== null) rememberDevice(context, request, redeemed.account);
    return { status: 'success' as const, msg: peopleMessages.joined, data: { slug: redeemed.slug, url: redeemed.url } };
  }),

  implement(contract.listInvitations, async ({ scope }) => {
    const rows = await listPending(scope);
    return { invitations: rows.map((row) => presentPending(row, scope.now)) };
  }),

  implement(contract.listTakenAddresses, async ({ scope }) => {
    return { taken: [...(await listTaken(scope))].map(([email, by]) => ({ email, by })) };
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
