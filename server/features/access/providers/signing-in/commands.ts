import { sql } from 'kysely';
import { z } from 'zod';
import { signedFile } from '#contract/signatures.ts';
import { answerChallenge } from '#contract/two-factor.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { scopeLeast } from '#domain/providers.ts';
import { normaliseEmail } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { firstRow } from '#server/db/select-value.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { AppError, refused } from '#server/errors.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { isTrustedDevice } from '#server/features/access/devices/queries.ts';
import { findInvitation } from '#server/features/access/invitations/queries.ts';
import {
  redeemByProvider,
  redeemWithNewAccount,
  refuseUnlessRedeemable,
  sealInvitation,
} from '#server/features/access/invitations/redeeming/commands.ts';
import { beginAtProvider, connect, isConfirming, type Purpose } from '#server/features/access/providers/commands.ts';
import {
  accountPage,
  type Failure,
  findConnection,
  findProvider,
  type ProviderRow,
  settingsOf,
  signInSealing,
} from '#server/features/access/providers/queries.ts';
import { startPendingSignIn } from '#server/features/access/session/commands.ts';
import { firstBoardOf } from '#server/features/access/session/queries.ts';
import { bytesOfFile, keepSigningConfirmation } from '#server/features/access/signing-confirmations/commands.ts';
import type { SignInBrowser } from '#server/http/attempt-source.ts';
import { logSecurity } from '#server/http/request-log.ts';
import type { Session, SessionControl } from '#server/http/session.ts';
import * as client from '#server/integrations/oidc/provider-client.ts';
import { hashToken } from '#server/secrets.ts';
import { failureAddress, pageOfFailure } from './policy.ts';

const sealedSchema = z.strictObject({
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  board: z.string().nullable().default(null),
  origin: z.string(),
  invitation: z.string().nullable(),
  file: signedFile.nullable().default(null),
  scope: z.string(),
});

interface Returned extends Omit<z.output<typeof sealedSchema>, 'nonce' | 'verifier'> {
  readonly provider: ProviderRow;
  readonly purpose: Purpose;
  readonly sessionId: string | null;
  readonly identity: client.Identity | client.ProviderError;
  readonly stateHash: Buffer;
}

async function takeAnswer(
  context: Context,
  given: {
    readonly providerId: string;
    readonly browser: string | undefined;
    readonly query: URLSearchParams;
    readonly ip: string;
  },
): Promise<Returned | null> {
  const { providerId, browser, query, ip } = given;
  const state = query.get('state');
  const taken =
    state === null || browser === undefined
      ? null
      : await firstRow(
          context.db,
          sql<TakenRow>`
            select * from gate.take_provider_sign_in(${hashToken(state)}, ${providerId}::uuid, ${hashToken(browser)},
              ${context.clock.now()})
          `,
        );
  const provider = taken && (await findProvider(context.db, providerId));
  if (state === null || taken === null || provider === null) {
    logSecurity(context.log, 'provider.wrong', { ip, provider: providerId, reason: 'state' });
    return null;
  }
  const { nonce, verifier, ...begun } = sealedSchema.parse(
    JSON.parse(context.secrets.unseal(signInSealing, taken.sealed)),
  );
  const answer = {
    query: query.toString(),
    attempt: { state, nonce, verifier },
    confirms: isConfirming(taken.purpose),
  };
  const identity = await client.identityOf(settingsOf(context, provider), answer).catch((error: unknown) => {
    if (!(error instanceof client.ProviderError)) throw error;
    logSecurity(context.log, 'provider.wrong', { ip, provider: providerId, reason: error.reason });
    return error;
  });
  const { purpose, session_id: sessionId } = taken;
  return { ...begun, purpose, sessionId, provider, identity, stateHash: hashToken(state) };
}

interface TakenRow {
  readonly purpose: Purpose;
  readonly session_id: string | null;
  readonly sealed: Buffer;
}

/** Stores the failure on the server, because details must not appear in the redirect URL. */
async function keepFailure(
  { db, secrets }: Context,
  stateHash: Buffer,
  { why, detail }: { readonly why: Failure; readonly detail: string | null },
): Promise<void> {
  const sealed = detail === null ? null : secrets.seal(signInSealing, detail);
  await sql`select gate.fail_provider_sign_in(${stateHash}, ${why}, ${sealed}::bytea)`.execute(db);
}

export interface ReturningBrowser extends SignInBrowser, Pick<SessionControl, 'holdPending' | 'confirm'> {
  readonly session: Session | null;
  readonly bound: string | undefined;
  readonly board: string | null;
}

export async function finish(
  context: Context,
  browser: ReturningBrowser,
  { providerId, query }: { readonly providerId: string; readonly query: URLSearchParams },
): Promise<string> {
  const returned = await takeAnswer(context, { providerId, browser: browser.bound, query, ip: browser.ip });
  if (returned === null) {
    const page = browser.session ? accountPage : '/login';
    return failureAddress(`${context.config.appUrl}${page}`, providerId);
  }
  const { identity } = returned;
  const url =
    identity instanceof client.ProviderError
      ? await finishUnbelieved(context, browser, { ...returned, reason: identity.reason })
      : await finishBelieved(context, browser, { ...returned, identity });
  if (url !== null) return url.startsWith('/') ? `${returned.origin}${url}` : url;
  return failureAddress(`${returned.origin}${pageOfFailure(returned, browser.session !== null)}`, providerId);
}

/** Retries with the minimal scope if the provider rejected the configured scope. */
async function finishUnbelieved(
  context: Context,
  { bound }: ReturningBrowser,
  { reason, ...returned }: Returned & { readonly reason: string },
): Promise<string | null> {
  const { provider, purpose, sessionId, next, board, origin, invitation, file, stateHash } = returned;
  if (purpose === 'test') {
    await keepFailure(context, stateHash, { why: 'test-failed', detail: reason });
    return null;
  }
  if (reason === 'invalid_scope' && returned.scope !== scopeLeast && bound !== undefined) {
    const begun = { purpose, sessionId, next, board, invitation, file, origin };
    const again = { ...begun, providerId: provider.id, browser: bound, scope: scopeLeast };
    try {
      return await beginAtProvider(context, again);
    } catch (error) {
      // An `AppError` means that the retry is impossible, for example because the provider does not respond.
      if (!(error instanceof AppError)) throw error;
    }
  }
  await keepFailure(context, stateHash, { why: reason === 'sub' ? 'no-subject' : 'failed', detail: null });
  return null;
}

type Believed = Returned & { readonly identity: client.Identity };

async function finishBelieved(context: Context, browser: ReturningBrowser, returned: Believed): Promise<string | null> {
  try {
    if (returned.purpose === 'connect') return await finishConnecting(context, browser, returned);
    if (isConfirming(returned.purpose)) return await finishConfirming(context, browser, returned);
    if (returned.purpose === 'test') return await finishTesting(context, browser, returned);
    return await finishSigningIn(context, browser, returned);
  } catch (error) {
    // These two codes are expected if the session, provider, connection or invitation was removed during the sign-in.
    if (!(error instanceof AppError) || !['session-expired', 'refused'].includes(error.code)) throw error;
    await fail(context, browser, { returned, reason: 'gone', why: 'failed' });
    return null;
  }
}

async function fail(
  context: Context,
  { ip }: ReturningBrowser,
  given: { readonly returned: Believed; readonly reason: string; readonly why: Failure },
): Promise<null> {
  const { returned, reason, why } = given;
  logSecurity(context.log, 'provider.wrong', { ip, provider: returned.provider.id, reason });
  const detail = why === 'not-connected' ? returned.identity.email : null;
  await keepFailure(context, returned.stateHash, { why, detail });
  return null;
}

async function finishSigningIn(
  context: Context,
  browser: ReturningBrowser,
  returned: Believed,
): Promise<string | null> {
  const { provider, identity, next, invitation } = returned;
  const who = await findConnection(context, { providerId: provider.id, ...identity });
  if (who === null) {
    const joined = await joinAsNew(context, browser, returned);
    return joined ?? fail(context, browser, { returned, reason: 'not-connected', why: 'not-connected' });
  }
  const { user_id: userId, email } = who;
  const facts = { ip: browser.ip, user: userId, factor: 'provider', provider: provider.id };
  if (who.is_disabled) {
    logSecurity(context.log, 'account.disabled', facts);
    return fail(context, browser, { returned, reason: 'disabled', why: 'failed' });
  }
  logSecurity(context.log, 'provider.right', facts);
  const proof = { kind: 'connection', connectionId: who.connection_id } as const;
  const asks = who.has_second_factor && !who.counts_as_two_factors;
  const byTrust = asks && (await isTrustedDevice(context, browser, { userId, account: normaliseEmail(email) }));
  if (asks && !byTrust) {
    if (invitation !== null) await refuseUnlessRedeemable(context, invitation, email);
    const sealedInvitation = invitation === null ? null : sealInvitation(context.secrets, invitation);
    const pending = { userId, proof, remember: false, next: invitation === null ? next : '/home', sealedInvitation };
    await browser.holdPending(await startPendingSignIn(context, pending));
    return answerChallenge.path;
  }
  const joined = invitation === null ? null : await redeemByProvider(context, { token: invitation, userId, email });
  const cameBy = { id: provider.id, countsAsTwoFactors: who.counts_as_two_factors };
  const shown = returned.board ?? browser.board;
  const boardId = joined?.boardId ?? (await firstBoardOf(context, { userId, shown, provider: cameBy }));
  const account = normaliseEmail(email);
  await completeSignIn(context, browser, {
    userId,
    proof,
    account,
    boardId,
    remember: false,
    byTrust,
  });
  return joined?.url ?? next;
}

async function joinAsNew(context: Context, browser: ReturningBrowser, returned: Believed): Promise<string | null> {
  const { provider, identity, invitation } = returned;
  const found = invitation === null ? null : await findInvitation(context, invitation);
  if (found === null || found.account_exists) return null;
  if (found.state !== 'open') throw refused(peopleMessages.invitationSpent);
  const joined = await redeemWithNewAccount(context, found, async (scope) => {
    const made = { provider, identity };
    if ((await connect(scope, context.secrets, made)) !== 'done') throw new AppError('session-expired');
  });
  const who = await findConnection(context, { providerId: provider.id, ...identity });
  if (who === null) throw new AppError('session-expired');
  const proof = { kind: 'connection', connectionId: who.connection_id } as const;
  const { userId, boardId } = joined;
  const account = normaliseEmail(who.email);
  await completeSignIn(context, browser, {
    userId,
    proof,
    account,
    boardId,
    remember: false,
    isExpected: true,
  });
  return joined.url;
}

/** Only the session that began the connection may finish it. */
async function finishConnecting(
  context: Context,
  browser: ReturningBrowser,
  returned: Believed,
): Promise<string | null> {
  const { session } = browser;
  if (session === null || session.id !== returned.sessionId) {
    return fail(context, browser, { returned, reason: 'session', why: 'failed' });
  }
  const made = { provider: returned.provider, identity: returned.identity };
  const outcome = await withUserScope(context, session.userId, (scope) => connect(scope, context.secrets, made));
  if (outcome === 'done')
    return returned.next === accountPage ? accountPage : finishSigningIn(context, browser, returned);
  return fail(context, browser, { returned, reason: outcome, why: outcome });
}

async function finishTesting(context: Context, { session }: ReturningBrowser, returned: Believed): Promise<null> {
  const isOwn = session !== null && session.id === returned.sessionId;
  const outcome = isOwn
    ? ({ why: 'tested', detail: returned.identity.email } as const)
    : ({ why: 'failed', detail: null } as const);
  await keepFailure(context, returned.stateHash, outcome);
  return null;
}

async function finishConfirming(
  context: Context,
  browser: ReturningBrowser,
  returned: Believed,
): Promise<string | null> {
  const { session } = browser;
  const { provider, identity } = returned;
  const who = await findConnection(context, { providerId: provider.id, ...identity });
  if (session === null || session.id !== returned.sessionId || who?.user_id !== session.userId) {
    return fail(context, browser, { returned, reason: 'session', why: 'failed' });
  }
  logSecurity(context.log, 'provider.right', {
    ip: browser.ip,
    user: session.userId,
    factor: 'provider',
    provider: provider.id,
  });
  if (returned.file === null) await browser.confirm();
  else {
    await keepSigningConfirmation(context, {
      userId: session.userId,
      fileBytes: bytesOfFile(returned.file),
      method: 'provider',
      name: provider.name,
      assertion: null,
    });
  }
  return returned.next;
}
