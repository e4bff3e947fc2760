import { sql } from 'kysely';
import type { MadePasskey, SignedChallenge } from '#contract/passkeys.ts';
import { recoveryMessages } from '#domain/messages/recovery.ts';
import { passkeyMessages } from '#domain/messages/sign-in.ts';
import type { Context } from '#server/context.ts';
import { refused } from '#server/errors.ts';
import { spendChallenge } from '#server/features/access/passkeys/challenges/commands.ts';
import { informPerson, requireOwn } from '#server/features/access/recovery/vouched/base/commands.ts';
import { browserHash, type Whence } from '#server/features/access/recovery/vouched/base/queries.ts';
import { logSecurity } from '#server/http/request-log.ts';
import { verifyCreation, verifySignature } from '#server/integrations/webauthn/webauthn.ts';
import { hashToken } from '#server/secrets.ts';

export async function requireVouched(context: Context, from: Whence) {
  const found = await requireOwn(context, from);
  if (found.state !== 'vouched') throw refused(recoveryMessages.unvouched(found.board));
  return found;
}

/** It opens twelve hours later. */
export async function keepPasskey(
  context: Context,
  from: Whence,
  given: { readonly name: string; readonly made: MadePasskey; readonly challengedBy: Buffer },
): Promise<void> {
  const { name, made } = given;
  const found = await requireVouched(context, from);
  const spent = await spendChallenge(context, {
    browser: given.challengedBy,
    purpose: 'recover',
    clientData: made.client_data,
  });
  const credential = spent && (await verifyCreation(made, spent));
  if (!credential) throw refused(passkeyMessages.refused);
  await context.db.transaction().execute(async (tx) => {
    const kept = await sql<{ outcome: string }>`
      select gate.keep_recovery_passkey(${hashToken(from.token)}, ${browserHash(from.browser)}::bytea, ${name},
        ${credential.credentialId}::bytea, ${credential.publicKey}::bytea, ${credential.counter}, ${[...made.transports]}::text[],
        ${credential.isBackedUp}) as outcome
    `.execute(tx);
    const outcome = kept.rows[0]?.outcome;
    if (outcome === 'unvouched') throw refused(recoveryMessages.unvouched(found.board));
    if (outcome !== 'kept') throw refused(recoveryMessages.ended);
    const about = { id: found.recovery_id, userId: found.user_id, boardId: found.board_id ?? '' };
    await informPerson(context, tx, { ...about, event: 'passkey' });
  });
}

/** Refused before the passkey opens. */
export async function requireReady(context: Context, from: Whence) {
  const found = await requireVouched(context, from);
  const { public_key: publicKey, credential_id: credentialId, handle } = found;
  if (publicKey === null || credentialId === null || handle === null || !found.is_ready)
    throw refused(recoveryMessages.notYet);
  return { ...found, publicKey, credentialId, handle };
}

export interface CameBack {
  readonly userId: string;
  readonly passkeyId: string;
  readonly boardId: string | null;
  /** The lower-case address. */
  readonly account: string;
}

/** Every other way in ends. One of ten who race succeeds. */
export async function comeBack(
  context: Context,
  from: Whence,
  given: { readonly signed: SignedChallenge; readonly challengedBy: Buffer },
): Promise<CameBack> {
  const { signed } = given;
  const found = await requireReady(context, from);
  const spent = await spendChallenge(context, {
    browser: given.challengedBy,
    purpose: 'come-back',
    clientData: signed.client_data,
  });
  const { handle } = found;
  const isNamed = signed.user_handle === null || Buffer.from(signed.user_handle, 'base64url').equals(handle);
  const isOwn = Buffer.from(signed.id, 'base64url').equals(found.credentialId) && isNamed;
  const signature = spent && isOwn ? await verifySignature(signed, { ...spent, publicKey: found.publicKey }) : null;
  if (!signature) throw refused(passkeyMessages.refused);
  const passkeyId = await context.db.transaction().execute(async (tx) => {
    const used = await sql<{ passkey_id: string; was_site_admin: boolean }>`
      select passkey_id, was_site_admin from gate.use_recovery(${hashToken(from.token)}, ${browserHash(from.browser)}::bytea,
        ${signature.counter}, ${context.clock.now()})
    `.execute(tx);
    const [done] = used.rows;
    if (!done) throw refused(recoveryMessages.ended);
    const about = { id: found.recovery_id, userId: found.user_id, boardId: found.board_id ?? '' };
    await informPerson(context, tx, { ...about, event: 'used', wasSiteAdmin: done.was_site_admin });
    return done.passkey_id;
  });
  logSecurity(context.log, 'recovery.used', { user: found.user_id });
  return { userId: found.user_id, passkeyId, boardId: found.board_id, account: found.email.toLowerCase() };
}
