import {
  askForBoard as askForBoardEndpoint,
  askRecovery,
  beginRecovery as beginEndpoint,
  getRecovery,
  getRecoveryStep,
  stopByMail as stopByMailEndpoint,
  stopRecovery,
  vouch as vouchEndpoint,
} from '#contract/recoveries.ts';
import { attemptSourceOf } from '#server/http/attempt-source.ts';
import { cookieNames } from '#server/http/cookies.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import type { Whence } from './base/queries.ts';
import {
  askForBoard,
  askForRecovery,
  beginRecovery,
  nextStep,
  showRecovery,
  stopByMail,
  stopOwnRecovery,
  vouch,
} from './commands.ts';

/** Of whoever goes on with one. */
export const followLimit = { name: 'recovery-follow-address', points: 60, seconds: 900, per: 'network' } as const;

export const whenceOf = (request: RequestContext, token: string): Whence => ({
  token,
  browser: request.cookie(cookieNames.recovery),
});

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
    async ({ context, request, params }) => ({ recovery: await nextStep(context, whenceOf(request, params.token)) }),
    { limit: readingLimit },
  ),

  implement(
    beginEndpoint,
    async ({ context, request, params: { token }, body }) => {
      const browser = await beginRecovery(context, { token, boardId: body.board_id });
      request.control.setCookie(cookieNames.recovery, browser, cookieDays);
      return { recovery: await nextStep(context, { token, browser }) };
    },
    { limit: followLimit },
  ),

  implement(
    stopByMailEndpoint,
    async ({ context, params }) => {
      await stopByMail(context, params.token);
      return {};
    },
    { limit: followLimit },
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
