import { accountMessages } from '#domain/messages/sign-in.ts';
import { connectionsMax } from '#domain/providers.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import type { ProviderRow } from '#server/features/access/providers/queries.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import type { Identity } from '#server/integrations/oidc/provider-client.ts';
import type { Secrets } from '#server/secrets.ts';
import { listConnections, otherSignInMethods, type SignInMethods } from './queries.ts';

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
