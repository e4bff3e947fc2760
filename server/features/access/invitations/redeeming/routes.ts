import { confirmAccount } from '#contract/invitations.ts';
import { answerChallenge } from '#contract/two-factor.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { startPendingSignIn } from '#server/features/access/session/commands.ts';
import { attemptSourceOf, rememberDevice } from '#server/http/attempt-source.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { redeemInvitation, sealInvitation } from './commands.ts';

export const redeemingRoutes: readonly Route[] = [
  implement(
    confirmAccount,
    async ({ context, request, body }) => {
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
      const { slug, url } = redeemed;
      return { status: 'success' as const, msg: peopleMessages.joined, data: { slug, url } };
    },
    { limit: { name: 'invitation-address', points: 60, seconds: 900, per: 'network' } },
  ),
];
