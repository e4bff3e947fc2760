import { answerChallenge, getChallenge } from '#contract/two-factor.ts';
import { trustDaysOf } from '#server/features/access/devices/queries.ts';
import { findPendingFactors } from '#server/features/access/two-factor/queries.ts';
import { attemptSourceOf, signInBrowserOf } from '#server/http/attempt-source.ts';
import { cookieNames, rememberedBoard } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { finishSignIn, passChallenge } from './commands.ts';

export const challengeRoutes: readonly Route[] = [
  implement(getChallenge, async ({ context, request }) => {
    const factors = await findPendingFactors(context, request.cookie(cookieNames.pending));
    const trustDays = await trustDaysOf(context.db, factors.user_id);
    return { app: factors.has_app, passkey: factors.has_passkey, trust_days: trustDays };
  }),

  implement(answerChallenge, async ({ context, request, body: { trust, ...given } }) => {
    const token = request.cookie(cookieNames.pending);
    const passed = await passChallenge(context, attemptSourceOf(request), { ...given, token });
    return finishSignIn(context, passed, {
      browser: signInBrowserOf(context, request),
      shown: rememberedBoard(context, request),
      setBoard: request.control.setBoard,
      trust,
    });
  }),
];
