import { sql } from 'kysely';
import type { SignedFile } from '#contract/signatures.ts';
import { providerMessages } from '#domain/messages/providers.ts';
import { ownPath } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import { AppError, notFound, refused } from '#server/errors.ts';
import { logSecurity } from '#server/http/request-log.ts';
import * as client from '#server/integrations/oidc/provider-client.ts';
import { hashToken } from '#server/secrets.ts';
import { fetchRulesOf, findProvider, type ProviderRow, settingsOf, signInSealing } from './queries.ts';

const minutesMax = 10;
export const beginLimit = { name: 'provider-begin', points: 60, seconds: 900, per: 'network' } as const;

export type Purpose = 'sign-in' | 'connect' | 'confirm' | 'sign' | 'invitation' | 'test';

export const isConfirming = (purpose: Purpose): boolean => purpose === 'confirm' || purpose === 'sign';

export interface ProviderSignInStart {
  readonly providerId: string;
  readonly browser: string;
  readonly purpose: Purpose;
  readonly sessionId: string | null;
  readonly next: string | undefined;
  readonly board?: string | null | undefined;
  readonly invitation?: string | null;
  readonly file?: SignedFile | null;
  readonly origin: string;
  /** Used instead of the configured scope if the provider has rejected that one. */
  readonly scope?: string;
}

export async function beginAtProvider(context: Context, beginning: ProviderSignInStart): Promise<string> {
  const provider = await findProvider(context.db, beginning.providerId);
  if (provider === null) throw notFound();
  if (provider.is_off && beginning.purpose !== 'test') throw refused(providerMessages.isOff);
  const attempt = client.newAttempt();
  const asked = { ...provider, scope: beginning.scope ?? provider.scope };
  const url = await askAddress(context, { provider: asked, attempt, confirms: isConfirming(beginning.purpose) });
  const now = context.clock.now();
  const until = new Date(now.getTime() + minutesMax * 60_000);
  const { nonce, verifier } = attempt;
  const { origin, board = null, invitation = null, file = null } = beginning;
  const rest = { nonce, verifier, next: ownPath(beginning.next), board, origin, invitation, file, scope: asked.scope };
  const sealed = context.secrets.seal(signInSealing, JSON.stringify(rest));
  const begun = await sql<{ done: boolean }>`
    select gate.begin_provider_sign_in(${hashToken(attempt.state)}, ${provider.id}::uuid, ${hashToken(beginning.browser)},
      ${beginning.purpose}, ${beginning.sessionId}::uuid, ${sealed}, ${now}, ${until}) as done
  `.execute(context.db);
  if (!begun.rows[0]?.done) throw new AppError('session-expired');
  return url;
}

async function askAddress(
  context: Context,
  asked: { readonly provider: ProviderRow; readonly attempt: client.Attempt; readonly confirms: boolean },
): Promise<string> {
  const { provider, ...rest } = asked;
  try {
    return await client.authorizationAddress(fetchRulesOf(context), settingsOf(context, provider), rest);
  } catch (error) {
    if (!(error instanceof client.ProviderError)) throw error;
    logSecurity(context.log, 'provider.wrong', { provider: provider.id, reason: error.reason });
    throw refused(providerMessages.notFinished(provider.name));
  }
}
