import { randomBytes } from 'node:crypto';
import type { MadePasskey } from '#contract/passkeys.ts';
import { deviceLabel } from '#domain/devices.ts';
import { fullName } from '#domain/identity.ts';
import { passkeyMessages } from '#domain/messages/sign-in.ts';
import type { Context } from '#server/context.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { notFound, refuseBeyond, refused } from '#server/errors.ts';
import { refuseWithoutWayIn } from '#server/features/access/providers/commands.ts';
import { otherSignInMethods } from '#server/features/access/providers/queries.ts';
import { dropUnneededCodes, lockUser, replaceRecoveryCodes } from '#server/features/access/two-factor/commands.ts';
import { hasSecondFactor } from '#server/features/access/two-factor/queries.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import { creationOptions, type NewCredential } from '#server/integrations/webauthn/webauthn.ts';
import type { Secrets } from '#server/secrets.ts';
import { relyingPartyId } from './challenges/commands.ts';
import { findHolder, listPasskeys } from './queries.ts';

const passkeysMax = 20;
const handleBytes = 32;

const refuseAnother = (present: number): void => refuseBeyond({ present, most: passkeysMax }, passkeyMessages.tooMany);

export async function beginPasskey(
  context: Context,
  { userId, challenge }: { readonly userId: string; readonly challenge: Buffer },
) {
  const { holder, known } = await withUserScope(context, userId, async (scope) => {
    await ensureHandle(scope);
    return { holder: await findHolder(scope), known: await listPasskeys(scope) };
  });
  refuseAnother(known.length);
  return creationOptions({
    rpId: relyingPartyId(context.config),
    rpName: context.config.appName,
    challenge,
    handle: holder.handle,
    email: holder.email,
    displayName: fullName(holder),
    known: known.map(({ credential_id, transports }) => ({ credentialId: credential_id, transports })),
  });
}

async function ensureHandle({ tx, userId }: UserScope): Promise<void> {
  await tx
    .insertInto('passkey_handles')
    .values({ user_id: userId, handle: randomBytes(handleBytes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface CreatedPasskey {
  readonly name: string;
  readonly credential: NewCredential;
  readonly transports: MadePasskey['transports'];
}

export async function addPasskey(
  scope: UserScope,
  secrets: Secrets,
  { from, ...created }: CreatedPasskey & { readonly from: { readonly ip: string; readonly userAgent: string } },
) {
  await lockUser(scope);
  refuseAnother((await listPasskeys(scope)).length);
  const isFirst = !(await hasSecondFactor(scope));
  const kept = await keepPasskey(scope, created);
  const facts = { passkey: created.name, device: deviceLabel(from.userAgent).name, from: from.ip };
  await queueSecurityNotice(scope, secrets, { userId: scope.userId, notice: 'passkey-added', facts });
  return { kept, recoveryCodes: isFirst ? await replaceRecoveryCodes(scope, secrets) : [] };
}

export async function keepPasskey(scope: UserScope, { name, credential, transports }: CreatedPasskey) {
  const kept = await scope.tx
    .insertInto('passkeys')
    .values({
      user_id: scope.userId,
      credential_id: credential.credentialId,
      public_key: credential.publicKey,
      counter: credential.counter,
      is_backed_up: credential.isBackedUp,
      transports: [...transports],
      name,
      created_at: scope.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'name', 'created_at', 'last_used_at', 'transports'])
    .executeTakeFirst();
  if (!kept) throw refused(passkeyMessages.refused);
  await auditAccount(scope, { action: 'passkey.added', byUserId: scope.userId, detail: { name } });
  return kept;
}

const offersMax = 3;

export async function offerPasskey({ tx, userId }: UserScope): Promise<boolean> {
  const offered = await tx
    .updateTable('users')
    .set((eb) => ({ passkey_offers: eb('passkey_offers', '+', 1) }))
    .where('id', '=', userId)
    .where('passkey_offers', '<', offersMax)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('id').where('user_id', '=', userId))),
    )
    .returning('id')
    .executeTakeFirst();
  return offered !== undefined;
}

export async function renamePasskey(
  scope: UserScope,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const renamed = await scope.tx
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!renamed) throw notFound();
  await auditAccount(scope, { action: 'passkey.renamed', byUserId: scope.userId, detail: { name } });
}

/** Throws if the passkey is unknown or the only way to sign in. */
export async function removePasskey(
  scope: UserScope,
  secrets: Secrets,
  { id, sessionId }: { readonly id: string; readonly sessionId: string },
): Promise<void> {
  await lockUser(scope);
  await scope.tx
    .deleteFrom('sessions')
    .where('user_id', '=', scope.userId)
    .where('id', '<>', sessionId)
    .where('passkey_id', '=', id)
    .execute();
  const removed = await scope.tx
    .deleteFrom('passkeys')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw notFound();
  refuseWithoutWayIn(await otherSignInMethods(scope, null));
  await dropUnneededCodes(scope);
  const { name } = removed;
  await auditAccount(scope, { action: 'passkey.removed', byUserId: scope.userId, detail: { name } });
  const facts = { passkey: name };
  await queueSecurityNotice(scope, secrets, { userId: scope.userId, notice: 'passkey-removed', facts });
}
