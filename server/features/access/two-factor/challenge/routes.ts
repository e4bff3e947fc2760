import { answerChallenge } from '#contract/two-factor.ts';
import { redeemAfterChallenge } from '#server/features/access/invitations/redeeming/commands.ts';
import { firstBoardOf } from '#server/features/access/session/queries.ts';
import { attemptSourceOf, completeSignIn } from '#server/http/attempt-source.ts';
import { cookieNames, rememberedBoard } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { passChallenge } from './commands.ts';

export const challengeRoutes: readonly Route[] = [
  implement(answerChallenge, async ({ context, request, body }) => {
    const token = request.cookie(cookieNames.pending);
    const passed = await passChallenge(context, attemptSourceOf(request), { ...body, token });
    const { userId, checkedHash, account, remember, sealedInvitation: sealed } = passed;
    const boardId = await firstBoardOf(context, { userId, shown: rememberedBoard(context, request) });
    await completeSignIn(context, request, { userId, checkedHash, account, boardId, remember });
    if (sealed === null) return { url: passed.next };
    const joined = await redeemAfterChallenge(context, { sealed, userId });
    if (joined.kind === 'redeemed') await request.control.setBoard(joined.boardId);
    return { url: joined.kind === 'redeemed' ? joined.url : `/inv/${joined.token}` };
  }),
];
