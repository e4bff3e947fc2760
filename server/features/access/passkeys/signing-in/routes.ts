import * as endpoints from '#contract/passkeys.ts';
import { ownPath } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import {
  addChallenge,
  challengeLimit,
  offerLimit,
  type Purpose,
  relyingPartyId,
} from '#server/features/access/passkeys/challenges/commands.ts';
import { firstBoardOf } from '#server/features/access/session/queries.ts';
import { finishSignIn, takeChallenge } from '#server/features/access/two-factor/challenge/commands.ts';
import { findPendingFactors } from '#server/features/access/two-factor/queries.ts';
import { attemptSourceOf, signInBrowserOf } from '#server/http/attempt-source.ts';
import { browserHashOf, cookieNames, rememberedBoard } from '#server/http/cookies.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import { createRateLimits, networkOf } from '#server/http/rate-limits.ts';
import { requestOptions } from '#server/integrations/webauthn/webauthn.ts';
import { findJoining, join, joiningOptions, usePasskey } from './commands.ts';

export const passkeySignInRoutes: readonly Route[] = [
  implement(
    endpoints.beginJoining,
    async ({ context, request, body }) => {
      const invitation = await findJoining(context, body.invitation_id);
      const challenge = await addChallenge(context, { browser: browserHashOf(request), purpose: 'join' });
      return { options: joiningOptions(context, invitation, challenge) };
    },
    { limit: challengeLimit },
  ),

  implement(
    endpoints.joinByPasskey,
    async ({ context, request, body }) => {
      const { redeemed, passkeyId, account } = await join(context, { body, browser: browserHashOf(request) });
      const { userId, boardId, url } = redeemed;
      const proof = { kind: 'passkey', passkeyId } as const;
      const session = { userId, proof, account, boardId, remember: false, isExpected: true };
      await completeSignIn(context, signInBrowserOf(context, request), session);
      return { url };
    },
    { limit: { name: 'invitation-address', points: 60, seconds: 900, per: 'network' } },
  ),

  implement(endpoints.beginPasskeySignIn, async ({ context, request, body: { unasked } }) => {
    const limits = createRateLimits(context.pool);
    const network = networkOf(request.ip);
    if (unasked) await limits.take(offerLimit, network);
    await limits.take(challengeLimit, network);
    return ask(context, request, 'sign-in');
  }),

  implement(endpoints.signInWithPasskey, async ({ context, request, body: { signed, remember, next, board } }) => {
    const used = await usePasskey(context, { signed, ...sourceOf(request), purpose: 'sign-in', userId: null });
    const { userId, passkeyId, account } = used;
    const boardId = await firstBoardOf(context, { userId, shown: board ?? rememberedBoard(context, request) });
    const proof = { kind: 'passkey', passkeyId } as const;
    await completeSignIn(context, signInBrowserOf(context, request), { userId, proof, account, boardId, remember });
    return { url: ownPath(next) };
  }),

  implement(
    endpoints.beginPasskeyChallenge,
    async ({ context, request }) => {
      await findPendingFactors(context, request.cookie(cookieNames.pending));
      return ask(context, request, 'second-factor');
    },
    { limit: challengeLimit },
  ),

  implement(endpoints.answerPasskeyChallenge, async ({ context, request, body: { signed, trust } }) => {
    const token = request.cookie(cookieNames.pending);
    const { user_id: userId } = await findPendingFactors(context, token);
    // Signatures cannot be guessed, so this check does not count as an attempt.
    await usePasskey(context, { signed, ...sourceOf(request), purpose: 'second-factor', userId });
    const challenge = await takeChallenge(context, attemptSourceOf(request), token);
    await withUserScope(context, userId, challenge.pass);
    return finishSignIn(context, await challenge.passed(), {
      browser: signInBrowserOf(context, request),
      shown: rememberedBoard(context, request),
      setBoard: request.control.setBoard,
      trust,
    });
  }),

  implement(endpoints.beginPasskeyConfirmation, ({ context, request }) => ask(context, request, 'confirm'), {
    limit: challengeLimit,
  }),

  implement(endpoints.confirmWithPasskey, async ({ context, request, session, body: { signed } }) => {
    await usePasskey(context, { signed, ...sourceOf(request), purpose: 'confirm', userId: session.userId });
    await request.control.confirm();
  }),
];

const sourceOf = (request: RequestContext) => ({ ip: request.ip, browser: browserHashOf(request) });

async function ask(context: Context, request: RequestContext, purpose: Purpose) {
  const challenge = await addChallenge(context, { browser: browserHashOf(request), purpose });
  return { options: requestOptions(relyingPartyId(context.config), challenge) };
}
