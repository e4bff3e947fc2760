import * as contract from '#contract/invitations.ts';
import { confirmAccount, resendInvitation as resendEndpoint } from '#contract/invitations.ts';
import { createPerson } from '#contract/people.ts';
import { answerChallenge } from '#contract/two-factor.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { notFound } from '#server/errors.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { startPendingSignIn } from '#server/features/access/session/commands.ts';
import { presentPerson } from '#server/features/members/people/present.ts';
import { loadPerson } from '#server/features/members/people/queries.ts';
import { keepValues } from '#server/features/members/profile/commands.ts';
import { attemptSourceOf, signInBrowserOf } from '#server/http/attempt-source.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { invitePerson, inviteSeveral } from './commands.ts';
import { resendInvitation } from './pending/commands.ts';
import { presentInvitation, presentPending } from './present.ts';
import {
  findInvitation,
  loadPendingPerson,
  pendingInvitations,
  takenAddresses,
  takenByInvitations,
  takenByMembers,
} from './queries.ts';
import { redeemInvitation, sealInvitation } from './redeeming/commands.ts';

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
    reads: { members: takenByMembers, invited: takenByInvitations },
    answer: ({ found: { members, invited } }) => ({
      taken: [...takenAddresses(members, invited)].map(([email, by]) => ({ email, by })),
    }),
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

  implement(resendEndpoint, async ({ scope, context, params }) => {
    const person = await loadPendingPerson(scope, params.id);
    await resendInvitation(scope, context.secrets, person);
    return { email: person.email };
  }),

  implement(
    confirmAccount,
    async ({ context, request, body }) => {
      const redeemed = await redeemInvitation(context, attemptSourceOf(request), body);
      const { userId, proof } = redeemed;
      if (redeemed.kind === 'code-first') {
        const sealedInvitation = sealInvitation(context.secrets, body.invitation_id);
        const pending = { userId, proof, remember: false, next: '/home', sealedInvitation };
        await request.control.holdPending(await startPendingSignIn(context, pending));
        return {
          status: 'success' as const,
          msg: peopleMessages.codeFirst,
          data: { slug: null, url: answerChallenge.path },
        };
      }
      const { slug, url, boardId, account, byTrust, isNew } = redeemed;
      const expected = isNew ? ({ isExpected: true } as const) : {};
      await completeSignIn(context, signInBrowserOf(context, request), {
        userId,
        proof,
        account,
        boardId,
        remember: false,
        byTrust,
        ...expected,
      });
      return { status: 'success' as const, msg: peopleMessages.joined, data: { slug, url } };
    },
    { limit: { name: 'invitation-address', points: 60, seconds: 900, per: 'network' } },
  ),
];
