import { confirmAccount } from '#contract/invitations.ts';
import { answerChallenge } from '#contract/two-factor.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { startPendingSignIn } from '#server/features/access/session/commands.ts';
import { attemptSourceOf, signInBrowserOf } from '#server/http/attempt-source.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { redeemInvitation, sealInvitation } from './commands.ts';

export const redeemingRoutes: readonly Route[] = [
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
      await completeSignIn(context, signInBrowserOf(context, request), {
        userId,
        proof,
        account,
        boardId,
        remember: false,
        byTrust,
        isExpected: isNew,
      });
      return { status: 'success' as const, msg: peopleMessages.joined, data: { slug, url } };
    },
    { limit: { name: 'invitation-address', points: 60, seconds: 900, per: 'network' } },
  ),
];
