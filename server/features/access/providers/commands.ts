import { sql } from 'kysely';
import type { SignedFile } from '#contract/signatures.ts';
import { providerMessages } from '#domain/messages/providers.ts';
import { accountMessages } from '#domain/messages/sign-in.ts';
import { ownPath } from '#domain/paths.ts';
import { connectionsMax } from '#domain/providers.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { selectValue } from '#server/db/select-value.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { AppError, notFound, refused } from '#server/errors.ts';
import { audit, auditAccount } from '#server/features/core/audit/commands.ts';
import { endLiveStreams, publishLive } from '#server/features/core/events/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import { logSecurity } from '#server/http/request-log.ts';
import type { Identity } from '#server/integrations/oidc/provider-client.ts';
import * as client from '#server/integrations/oidc/provider-client.ts';
import type { Secrets } from '#server/secrets.ts';
import { hashToken } from '#server/secrets.ts';
import type { ProviderRow } from './queries.ts';
import {
  findProvider,
  listConnections,
  otherSignInMethods,
  type SignInMethods,
  settingsOf,
  signInSealing,
} from './queries.ts';

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
  const settings = settingsOf(context, { ...provider, scope: beginning.scope ?? provider.scope });
  const confirms = isConfirming(beginning.purpose);
  const url = await client.authorizationAddress(settings, { attempt, confirms }).catch((error: unknown) => {
    if (!(error instanceof client.ProviderError)) throw error;
    logSecurity(context.log, 'provider.wrong', { provider: provider.id, reason: error.reason });
    throw refused(providerMessages.notFinished(provider.name));
  });
  const now = context.clock.now();
  const until = new Date(now.getTime() + minutesMax * 60_000);
  const { nonce, verifier } = attempt;
  const { scope } = settings;
  const { origin, board = null, invitation = null, file = null } = beginning;
  const rest = { nonce, verifier, next: ownPath(beginning.next), board, origin, invitation, file, scope };
  const sealed = context.secrets.seal(signInSealing, JSON.stringify(rest));
  const hasBegun = await selectValue(
    context.db,
    sql<boolean>`gate.begin_provider_sign_in(${hashToken(attempt.state)}, ${provider.id}::uuid, ${hashToken(beginning.browser)},
      ${beginning.purpose}, ${beginning.sessionId}::uuid, ${sealed}, ${now}, ${until})`,
  );
  if (!hasBegun) throw new AppError('session-expired');
  return url;
}

interface Wanted {
  readonly provider: { readonly id: string; readonly name: string } | null;
  readonly required: boolean;
}

export async function setProviderOfBoard(scope: BoardScope, { provider, required }: Wanted): Promise<void> {
  const id = provider?.id ?? null;
  const changed = await scope.tx
    .updateTable('boards')
    .set({ provider_id: id, provider_required: required, revision: sql<number>`revision + 1` })
    .where('id', '=', scope.board.id)
    .where((of) => of.or([of('provider_id', 'is distinct from', id), of('provider_required', '<>', required)]))
    .returning('id')
    .executeTakeFirst();
  if (!changed) return;
  await audit(
    scope,
    provider === null ? 'board.provider-none' : required ? 'board.provider-required' : 'board.provider-offered',
    { kind: 'board', id: scope.board.id },
    provider === null ? {} : { provider: provider.name },
  );
  await publishLive(scope, { noun: 'board', id: null });
  if (required) await endLiveStreams(scope, null);
}

/** The result `connected-elsewhere` does not reveal which account has the identity. */
export async function connect(
  scope: UserScope,
  secrets: Secrets,
  { provider, identity }: { readonly provider: Pick<ProviderRow, 'id' | 'name'>; readonly identity: Identity },
): Promise<'done' | 'connected-elsewhere' | 'too-many'> {
  const { userId } = scope;
  const { id: providerId, name } = provider;
  const { issuer, subject, email } = identity;
  // Called only to lock the account, so that concurrent requests cannot exceed `connectionsMax`.
  await otherSignInMethods(scope, null);
  const present = await scope.tx
    .selectFrom('provider_connections')
    .select(['provider_id', 'issuer', 'subject'])
    .where('user_id', '=', userId)
    .execute();
  const isSame = present.some(
    (each) => each.provider_id === providerId && each.issuer === issuer && each.subject === subject,
  );
  if (isSame) return 'done';
  if (present.length >= connectionsMax) return 'too-many';
  const made = await scope.tx
    .insertInto('provider_connections')
    .values({
      user_id: userId,
      provider_id: providerId,
      issuer,
      subject,
      claimed_email: email,
      created_at: scope.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return 'connected-elsewhere';
  const facts = { provider: email === null ? name : `${name} (${email})` };
  await queueSecurityNotice(scope, secrets, { userId, notice: 'sign-in-connected', facts });
  await auditAccount(scope, { action: 'provider.connected', byUserId: userId, detail: { provider: providerId } });
  return 'done';
}

export function refuseWithoutWayIn({ has_password: hasPassword, passkeys, connections }: SignInMethods): void {
  if (!hasPassword && passkeys === 0 && connections === 0) throw refused(accountMessages.onlyWayIn);
}

/** Throws if the connection is the only way to sign in. */
export async function disconnect(scope: UserScope, secrets: Secrets, connectionId: string): Promise<void> {
  // Locks the account, so that concurrent removals cannot remove the last way to sign in.
  const others = await otherSignInMethods(scope, connectionId);
  const own = (await listConnections(scope)).find(({ id }) => id === connectionId);
  const removed = await scope.tx
    .deleteFrom('provider_connections')
    .where('user_id', '=', scope.userId)
    .where('id', '=', connectionId)
    .returning('provider_id')
    .executeTakeFirst();
  if (!removed || !own) throw notFound();
  refuseWithoutWayIn(others);
  const { userId } = scope;
  const facts = { provider: own.name };
  await queueSecurityNotice(scope, secrets, { userId, notice: 'sign-in-disconnected', facts });
  const detail = { provider: removed.provider_id };
  await auditAccount(scope, { action: 'provider.disconnected', byUserId: userId, detail });
}
