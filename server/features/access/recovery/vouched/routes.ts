import {
  askForBoard as askForBoardEndpoint,
  askRecovery,
  beginComingBack,
  beginRecovery as beginEndpoint,
  beginRecoveryPasskey,
  comeBack as comeBackEndpoint,
  getRecovery,
  getRecoveryStep,
  keepRecoveryPasskey,
  stopByMail as stopByMailEndpoint,
  stopRecovery,
  vouch as vouchEndpoint,
} from '#contract/recoveries.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { addChallenge, challengeLimit, relyingPartyId } from '#server/features/access/passkeys/challenges/commands.ts';
import { attemptSourceOf, signInBrowserOf } from '#server/http/attempt-source.ts';
import { browserHashOf, cookieNames } from '#server/http/cookies.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import { requestOptions } from '#server/integrations/webauthn/webauthn.ts';
import {
  askForBoard,
  askForRecovery,
  beginRecovery,
  comeBack,
  keepPasskey,
  nextStep,
  passkeyOptions,
  requireReady,
  requireVouched,
  showRecovery,
  stopByMail,
  stopOwnRecovery,
  vouch,
} from './commands.ts';

const limit = { name: 'recovery-follow-address', points: 60, seconds: 900, per: 'network' } as const;
/** The page asks for its next step four times a minute. */
const readingLimit = { name: 'recovery-read-address', points: 600, seconds: 900, per: 'network' } as const;
/** Longer than a request can take: two days, two more, half a day and a week. */
const cookieDays = 12;

export const recoveryRoutes: readonly Route[] = [
  implement(askRecovery, async ({ context, request, body }) => {
    await askForRecovery(context, attemptSourceOf(request), body.email);
    return {};
  }),

  implement(
    getRecoveryStep,
    async ({ context, request, params }) => ({ recovery: await nextStep(context, whence(request, params.token)) }),
    { limit: readingLimit },
  ),

  implement(
    beginEndpoint,
    async ({ context, request, params: { token }, body }) => {
      const browser = await beginRecovery(context, { token, boardId: body.board_id });
      request.control.setCookie(cookieNames.recovery, browser, cookieDays);
      return { recovery: await nextStep(context, { token, browser }) };
    },
    { limit },
  ),

  implement(
    stopByMailEndpoint,
    async ({ context, params }) => {
      await stopByMail(context, params.token);
      return {};
    },
    { limit },
  ),

  implement(
    beginRecoveryPasskey,
    async ({ context, request, params: { token } }) => {
      const from = whence(request, token);
      await requireVouched(context, from);
      const challenge = await addChallenge(context, { browser: browserHashOf(request), purpose: 'recover' });
      return { options: await passkeyOptions(context, from, challenge) };
    },
    { limit: challengeLimit },
  ),

  implement(
    keepRecoveryPasskey,
    async ({ context, request, params: { token }, body }) => {
      const from = whence(request, token);
      await keepPasskey(context, from, { ...body, challengedBy: browserHashOf(request) });
      return { recovery: await nextStep(context, from) };
    },
    { limit },
  ),

  implement(
    beginComingBack,
    async ({ context, request, params: { token } }) => {
      await requireReady(context, whence(request, token));
      const challenge = await addChallenge(context, { browser: browserHashOf(request), purpose: 'come-back' });
      return { options: requestOptions(relyingPartyId(context.config), challenge) };
    },
    { limit: challengeLimit },
  ),

  implement(
    comeBackEndpoint,
    async ({ context, request, params: { token }, body: { signed } }) => {
      const given = { signed, challengedBy: browserHashOf(request) };
      const { userId, passkeyId, boardId, account } = await comeBack(context, whence(request, token), given);
      const proof = { kind: 'passkey', passkeyId } as const;
      const session = { userId, proof, account, boardId, remember: false, isExpected: true } as const;
      await completeSignIn(context, signInBrowserOf(context, request), session);
      request.control.setCookie(cookieNames.recovery, '', 0);
      return { url: '/home' };
    },
    { limit },
  ),

  implement(getRecovery, async ({ context, session, params }) => ({
    recovery: await showRecovery(context, session, params.id),
  })),

  implement(vouchEndpoint, async ({ context, session, params, body }) => ({
    recovery: await vouch(context, session, { ...params, ...body }),
  })),

  implement(stopRecovery, async ({ context, session, params }) => {
    await stopOwnRecovery(context, session, params.id);
    return {};
  }),

  implement(
    askForBoardEndpoint,
    async ({ context, session, body }) => ({ id: await askForBoard(context, session, body.board_id) }),
    { limit: { name: 'recovery-board', points: 10, seconds: 3600, per: 'user' } },
  ),
];

const whence = (request: RequestContext, token: string) => ({ token, browser: request.cookie(cookieNames.recovery) });
