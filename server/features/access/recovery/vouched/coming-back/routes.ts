import {
  beginComingBack,
  beginRecoveryPasskey,
  comeBack as comeBackEndpoint,
  keepRecoveryPasskey,
} from '#contract/recoveries.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { addChallenge, challengeLimit, relyingPartyId } from '#server/features/access/passkeys/challenges/commands.ts';
import { newPasskeyOptions } from '#server/features/access/passkeys/commands.ts';
import { nextStep } from '#server/features/access/recovery/vouched/commands.ts';
import { followLimit, whenceOf } from '#server/features/access/recovery/vouched/routes.ts';
import { signInBrowserOf } from '#server/http/attempt-source.ts';
import { browserHashOf, cookieNames } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { requestOptions } from '#server/integrations/webauthn/webauthn.ts';
import { comeBack, keepPasskey, requireReady, requireVouched } from './commands.ts';

export const comingBackRoutes: readonly Route[] = [
  implement(
    beginRecoveryPasskey,
    async ({ context, request, params: { token } }) => {
      const { user_id: userId } = await requireVouched(context, whenceOf(request, token));
      const challenge = await addChallenge(context, { browser: browserHashOf(request), purpose: 'recover' });
      const { options } = await newPasskeyOptions(context, { userId, challenge });
      return { options };
    },
    { limit: challengeLimit },
  ),

  implement(
    keepRecoveryPasskey,
    async ({ context, request, params: { token }, body }) => {
      const from = whenceOf(request, token);
      await keepPasskey(context, from, { ...body, challengedBy: browserHashOf(request) });
      return { recovery: await nextStep(context, from) };
    },
    { limit: followLimit },
  ),

  implement(
    beginComingBack,
    async ({ context, request, params: { token } }) => {
      await requireReady(context, whenceOf(request, token));
      const challenge = await addChallenge(context, { browser: browserHashOf(request), purpose: 'come-back' });
      return { options: requestOptions(relyingPartyId(context.config), challenge) };
    },
    { limit: challengeLimit },
  ),

  implement(
    comeBackEndpoint,
    async ({ context, request, params: { token }, body: { signed } }) => {
      const given = { signed, challengedBy: browserHashOf(request) };
      const { userId, passkeyId, boardId, account } = await comeBack(context, whenceOf(request, token), given);
      const proof = { kind: 'passkey', passkeyId } as const;
      const session = { userId, proof, account, boardId, remember: false, isExpected: true } as const;
      await completeSignIn(context, signInBrowserOf(context, request), session);
      request.control.setCookie(cookieNames.recovery, '', 0);
      return { url: '/home' };
    },
    { limit: followLimit },
  ),
];
