import { sql } from 'kysely';
import { z } from 'zod';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { listProviders } from '#contract/providers.ts';
import type { Context } from '#server/context.ts';
import type { Purpose } from '#server/features/access/providers/base/commands.ts';
import {
  fetchRulesOf,
  findProvider,
  type ProviderRow,
  settingsOf,
  signInSealing,
} from '#server/features/access/providers/base/queries.ts';
import { logSecurity } from '#server/http/request-log.ts';
import * as client from '#server/integrations/oidc/provider-client.ts';
import { hashToken } from '#server/secrets.ts';

const sealedSchema = z.strictObject({
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  board: z.string().nullable().default(null),
  origin: z.string(),
  invitation: z.string().nullable(),
});

/** What came back from a provider, when it is this browser's own. */
export interface Returned {
  readonly provider: ProviderRow;
  readonly purpose: Purpose;
  readonly sessionId: string | null;
  readonly next: string;
  readonly board: string | null;
  readonly origin: string;
  readonly invitation: string | null;
  /** Null when the provider did not say who it is, or not in a way to be believed. */
  readonly identity: client.Identity | null;
  readonly stateHash: Buffer;
}

/** Null where nothing of this browser is under way: never begun, too long ago, or done already. */
export async function takeAnswer(
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
  const taken = state === null || browser === undefined ? null : await take(context, { providerId, browser, state });
  const provider = taken && (await findProvider(context.db, providerId));
  if (state === null || taken === null || provider === null) {
    logSecurity(context.log, 'provider.wrong', { ip, provider: providerId, reason: 'state' });
    return null;
  }
  const { nonce, verifier, next, board, origin, invitation } = sealedSchema.parse(
    JSON.parse(context.secrets.unseal(signInSealing, taken.sealed)),
  );
  const identity = await identify(context, {
    ...{ provider, query, ip, confirms: taken.purpose === 'confirm' },
    attempt: { state, nonce, verifier },
  });
  const { purpose, session_id: sessionId } = taken;
  return { provider, purpose, sessionId, next, board, origin, invitation, identity, stateHash: hashToken(state) };
}

interface TakenRow {
  readonly purpose: Purpose;
  readonly session_id: string | null;
  readonly sealed: Buffer;
}

async function take(
  { db, clock }: Context,
  given: { readonly providerId: string; readonly browser: string; readonly state: string },
): Promise<TakenRow | null> {
  const taken = await sql<TakenRow>`
    select * from gate.take_provider_sign_in(${hashToken(given.state)}, ${given.providerId}::uuid, ${hashToken(given.browser)},
      ${clock.now()})
  `.execute(db);
  return taken.rows[0] ?? null;
}

async function identify(
  context: Context,
  given: {
    readonly provider: ProviderRow;
    readonly query: URLSearchParams;
    readonly attempt: client.Attempt;
    readonly confirms: boolean;
    readonly ip: string;
  },
): Promise<client.Identity | null> {
  const { provider, query, attempt, confirms, ip } = given;
  try {
    const answer = { query: query.toString(), attempt, confirms };
    return await client.identityOf(fetchRulesOf(context), settingsOf(context, provider), answer);
  } catch (error) {
    if (!(error instanceof client.ProviderError)) throw error;
    logSecurity(context.log, 'provider.wrong', { ip, provider: provider.id, reason: error.reason });
    return null;
  }
}

export type Failure = NonNullable<AnswerOf<typeof listProviders>['failure']>['why'];

/** For the page that this browser is led to; the address goes into no link. */
export async function keepFailure(
  { db, secrets }: Context,
  stateHash: Buffer,
  { why, email }: { readonly why: Failure; readonly email: string | null },
): Promise<void> {
  const sealed = email === null ? null : secrets.seal(signInSealing, email);
  await sql`select gate.fail_provider_sign_in(${stateHash}, ${why}, ${sealed}::bytea)`.execute(db);
}
