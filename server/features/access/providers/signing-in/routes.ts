import type { BodyOf } from '#contract/endpoint.ts';
import { beginProviderSignIn, finishProviderSignIn, listProviders } from '#contract/providers.ts';
import { answerChallenge } from '#contract/two-factor.ts';
import { ownPath } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { AppError } from '#server/errors.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { isTrustedDevice } from '#server/features/access/devices/queries.ts';
import {
  hasAccount,
  redeemByProvider,
  refuseUnlessRedeemable,
  sealInvitation,
} from '#server/features/access/invitations/redeeming/commands.ts';
import { beginAtProvider, beginLimit } from '#server/features/access/providers/base/commands.ts';
import { accountPage, listOffered } from '#server/features/access/providers/base/queries.ts';
import { connect } from '#server/features/access/providers/connections/commands.ts';
import { startPendingSignIn } from '#server/features/access/session/commands.ts';
import { firstBoardOf } from '#server/features/access/session/queries.ts';
import { attemptSourceOf, signInBrowserOf } from '#server/http/attempt-source.ts';
import { bindBrowser, cookieNames, originOf, rememberedBoard } from '#server/http/cookies.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import { logSecurity } from '#server/http/request-log.ts';
import type { Identity } from '#server/integrations/oidc/provider-client.ts';
import { type Failure, keepFailure, type Returned, takeAnswer } from './commands.ts';
import { findConnection, lastFailure } from './queries.ts';

export const signInByProviderRoutes: readonly Route[] = [
  implement(listProviders, async ({ context, request }) => ({
    providers: await listOffered(context),
    failure: await lastFailure(context, request.cookie(cookieNames.provider)),
  })),

  implement(
    beginProviderSignIn,
    async ({ context, request, params, body }) => ({
      url: await beginAtProvider(context, {
        providerId: params.id,
        browser: bindBrowser(request),
        sessionId: null,
        origin: originOf(context, request),
        ...purposeOf(body),
      }),
    }),
    { limit: beginLimit },
  ),

  implement(
    finishProviderSignIn,
    async ({ context, request, params, query }) => ({
      kind: 'redirect' as const,
      // Looking without opening spends nothing.
      url: request.isHead ? '/login' : await finish(context, request, { providerId: params.id, query }),
    }),
    { limit: { name: 'provider-finish', points: 60, seconds: 900, per: 'network' } },
  ),
];

const purposeOf = ({ next, board, invitation_id: invitation }: BodyOf<typeof beginProviderSignIn>) =>
  invitation === undefined
    ? ({ purpose: 'sign-in', next, board } as const)
    : ({ purpose: 'invitation', next: `/inv/${invitation}`, invitation } as const);

async function finish(
  context: Context,
  request: RequestContext,
  { providerId, query }: { readonly providerId: string; readonly query: Readonly<Record<string, unknown>> },
): Promise<string> {
  const browser = request.cookie(cookieNames.provider);
  const returned = await takeAnswer(context, { providerId, browser, query: parametersOf(query), ip: request.ip });
  if (returned === null) {
    const page = request.session ? accountPage : '/login';
    return failureAddress(`${context.config.appUrl}${page}`, providerId);
  }
  const url =
    returned.identity && (await finishBelieved(context, request, { ...returned, identity: returned.identity }));
  if (url !== null) return url.startsWith('/') ? `${returned.origin}${url}` : url;
  if (returned.identity === null) await keepFailure(context, returned.stateHash, { why: 'failed', email: null });
  return failureAddress(`${returned.origin}${pageOf(returned, request)}`, providerId);
}

/** Where it was begun, which says that it came to nothing. */
function pageOf({ purpose, next, board }: Returned, { session }: RequestContext): string {
  if (purpose === 'invitation') return next;
  const goesOn = next === ownPath(undefined) ? [] : [['next', next]];
  const isOfAccount = purpose === 'confirm' || next === accountPage;
  if (session !== null) return isOfAccount ? accountPage : `/user/board-sign-in?${new URLSearchParams(goesOn)}`;
  return `/login?${new URLSearchParams([...goesOn, ...(board === null ? [] : [['board', board]])])}`;
}

function failureAddress(page: string, providerId: string): string {
  const url = new URL(page);
  url.searchParams.set('provider', providerId);
  return url.href;
}

/** Repeated ones too, which are refused then. */
function parametersOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) parameters.append(name, String(each));
  }
  return parameters;
}

type Believed = Returned & { readonly identity: Identity };

/** Null when it did not come to what was begun; why is kept. */
async function finishBelieved(context: Context, request: RequestContext, returned: Believed): Promise<string | null> {
  try {
    if (returned.purpose === 'connect') return await finishConnecting(context, request, returned);
    if (returned.purpose === 'confirm') return await finishConfirming(context, request, returned);
    return await finishSigningIn(context, request, returned);
  } catch (error) {
    // Its session, provider, connection or invitation went while it was under way.
    if (!(error instanceof AppError) || !['session-expired', 'refused'].includes(error.code)) throw error;
    await fail(context, request, { returned, reason: 'gone', why: 'failed' });
    return null;
  }
}

async function fail(
  context: Context,
  { ip }: RequestContext,
  given: { readonly returned: Believed; readonly reason: string; readonly why: Failure },
): Promise<null> {
  const { returned, reason, why } = given;
  logSecurity(context.log, 'provider.wrong', { ip, provider: returned.provider.id, reason });
  const email = why === 'not-connected' ? returned.identity.email : null;
  await keepFailure(context, returned.stateHash, { why, email });
  return null;
}

async function finishSigningIn(context: Context, request: RequestContext, returned: Believed): Promise<string | null> {
  const { provider, identity, next, invitation } = returned;
  const who = await findConnection(context, { providerId: provider.id, ...identity });
  if (who === null) {
    const joined = await joinAsNew(context, request, returned);
    return joined ?? fail(context, request, { returned, reason: 'not-connected', why: 'not-connected' });
  }
  const { user_id: userId, email } = who;
  const facts = { ip: request.ip, user: userId, factor: 'provider', provider: provider.id };
  if (who.is_disabled) {
    logSecurity(context.log, 'account.disabled', facts);
    return fail(context, request, { returned, reason: 'disabled', why: 'failed' });
  }
  logSecurity(context.log, 'provider.right', facts);
  const proof = { kind: 'connection', connectionId: who.connection_id } as const;
  const asks = who.has_second_factor && !who.counts_as_two_factors;
  const byTrust = asks && (await isTrustedDevice(context, attemptSourceOf(request), userId));
  if (asks && !byTrust) {
    if (invitation !== null) await refuseUnlessRedeemable(context, invitation, email);
    const sealedInvitation = invitation === null ? null : sealInvitation(context.secrets, invitation);
    const pending = { userId, proof, remember: false, next: invitation === null ? next : '/home', sealedInvitation };
    await request.control.holdPending(await startPendingSignIn(context, pending));
    return answerChallenge.path;
  }
  const joined = invitation === null ? null : await redeemByProvider(context, { token: invitation, userId, email });
  const cameBy = { id: provider.id, countsAsTwoFactors: who.counts_as_two_factors };
  const shown = returned.board ?? rememberedBoard(context, request);
  const boardId = joined?.boardId ?? (await firstBoardOf(context, { userId, shown, provider: cameBy }));
  const account = email.toLowerCase();
  await completeSignIn(context, signInBrowserOf(context, request), {
    userId,
    proof,
    account,
    boardId,
    remember: false,
    byTrust,
  });
  return joined?.url ?? next;
}

/** An invitation makes an account without a password. Null without one, or where the address has an account. */
async function joinAsNew(context: Context, request: RequestContext, returned: Believed): Promise<string | null> {
  const { provider, identity, invitation } = returned;
  if (invitation === null || (await hasAccount(context, invitation))) return null;
  const joined = await redeemByProvider(context, {
    token: invitation,
    connects: async (scope) => {
      const made = { provider, identity };
      if ((await connect(scope, context.secrets, made)) !== 'done') throw new AppError('session-expired');
    },
  });
  const who = await findConnection(context, { providerId: provider.id, ...identity });
  if (who === null) throw new AppError('session-expired');
  const proof = { kind: 'connection', connectionId: who.connection_id } as const;
  const { userId, boardId } = joined;
  const account = who.email.toLowerCase();
  await completeSignIn(context, signInBrowserOf(context, request), {
    userId,
    proof,
    account,
    boardId,
    remember: false,
    isExpected: true,
  });
  return joined.url;
}

/** By the session that began it, and no other of the same browser. */
async function finishConnecting(context: Context, request: RequestContext, returned: Believed): Promise<string | null> {
  const { session } = request;
  if (session === null || session.id !== returned.sessionId) {
    return fail(context, request, { returned, reason: 'session', why: 'failed' });
  }
  const made = { provider: returned.provider, identity: returned.identity };
  const outcome = await withUserScope(context, session.userId, (scope) => connect(scope, context.secrets, made));
  if (outcome === 'done')
    return returned.next === accountPage ? accountPage : finishSigningIn(context, request, returned);
  return fail(context, request, { returned, reason: outcome, why: outcome });
}

async function finishConfirming(context: Context, request: RequestContext, returned: Believed): Promise<string | null> {
  const { session } = request;
  const { provider, identity } = returned;
  const who = await findConnection(context, { providerId: provider.id, ...identity });
  if (session === null || session.id !== returned.sessionId || who?.user_id !== session.userId) {
    return fail(context, request, { returned, reason: 'session', why: 'failed' });
  }
  logSecurity(context.log, 'provider.right', {
    ...{ ip: request.ip, user: session.userId, factor: 'provider', provider: provider.id },
  });
  await request.control.confirm();
  return returned.next;
}
