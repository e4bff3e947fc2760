import type { z } from 'zod';
import type { joinByPasskey, SignedChallenge } from '#contract/passkeys.ts';
import { fullName } from '#domain/identity.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { providerMessages } from '#domain/messages/providers.ts';
import { passkeyMessages } from '#domain/messages/sign-in.ts';
import { normaliseEmail } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { AppError, refused } from '#server/errors.ts';
import { type FoundInvitation, findOpenInvitation } from '#server/features/access/invitations/queries.ts';
import { type RedemptionResult, redeemWithNewAccount } from '#server/features/access/invitations/redeeming/commands.ts';
import {
  challengeLimit,
  type Purpose,
  relyingPartyId,
  spendChallenge,
} from '#server/features/access/passkeys/challenges/commands.ts';
import { keepPasskey } from '#server/features/access/passkeys/commands.ts';
import { type FoundPasskey, findPasskey } from '#server/features/access/passkeys/queries.ts';
import { refuseEarly } from '#server/features/access/session/commands.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import { createRateLimits, networkOf } from '#server/http/rate-limits.ts';
import { logSecurity } from '#server/http/request-log.ts';
import {
  creationOptions,
  type Signature,
  verifyCreation,
  verifySignature,
} from '#server/integrations/webauthn/webauthn.ts';
import type { Secrets } from '#server/secrets.ts';
import { hashToken } from '#server/secrets.ts';

export interface UsedPasskey {
  readonly userId: string;
  readonly passkeyId: string;
  readonly account: string;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly challenge: Buffer;
}

interface Given {
  readonly signed: SignedChallenge;
  readonly ip: string;
  readonly browser: Buffer;
  readonly purpose: Purpose;
  /** The user to whom the passkey must belong, or null if the passkey itself identifies the user. */
  readonly userId: string | null;
}

/** Throws 403 for a disabled user. Other errors do not reveal what was wrong. */
export async function usePasskey(context: Context, given: Given): Promise<UsedPasskey> {
  const { signed, ip, browser, purpose, userId } = given;
  const spent = await spendChallenge(context, { browser, purpose, clientData: signed.client_data });
  const found = await findPasskey(context, Buffer.from(signed.id, 'base64url'));
  const facts = { ip, user: found?.user_id ?? userId, factor: 'passkey' };
  const signature =
    spent !== null && found !== null && isOf(found, { signed, userId })
      ? await verifySignature(signed, { ...spent, publicKey: found.public_key })
      : null;
  if (spent === null || found === null || signature === null) {
    logSecurity(context.log, 'passkey.wrong', facts);
    throw refused(passkeyMessages.refused);
  }
  if (found.is_disabled) {
    logSecurity(context.log, 'account.disabled', facts);
    throw new AppError('forbidden');
  }
  if (purpose === 'sign-in') refuseEarly(context, found.opens_at);
  const outcome = await withUserScope(context, found.user_id, (scope) =>
    noteUse(scope, context.secrets, { id: found.passkey_id, signature }),
  );
  if (typeof outcome === 'string') {
    logSecurity(context.log, outcome === 'fell' ? 'passkey.counter-fell' : 'passkey.wrong', facts);
    throw refused(passkeyMessages.refused);
  }
  logSecurity(context.log, 'passkey.right', facts);
  await createRateLimits(context.pool).giveBack(challengeLimit, networkOf(ip));
  return {
    userId: found.user_id,
    passkeyId: found.passkey_id,
    account: normaliseEmail(found.email),
    name: outcome.name,
    publicKey: found.public_key,
    challenge: spent.challenge,
  };
}

function isOf(found: FoundPasskey, { signed, userId }: Pick<Given, 'signed' | 'userId'>): boolean {
  const handle = signed.user_handle;
  const isNamed = handle === null ? userId !== null : Buffer.from(handle, 'base64url').equals(found.handle);
  return isNamed && (userId === null || userId === found.user_id);
}

/** Mails the owner if the signature counter did not increase, because the passkey may have been cloned. */
async function noteUse(
  scope: UserScope,
  secrets: Secrets,
  { id, signature }: { readonly id: string; readonly signature: Signature },
): Promise<{ readonly name: string } | 'fell' | 'gone'> {
  const own = scope.tx.selectFrom('passkeys').select(['name', 'counter']).where('id', '=', id);
  const before = await own.where('user_id', '=', scope.userId).forUpdate().executeTakeFirst();
  if (!before) return 'gone';
  const { counter, isBackedUp } = signature;
  const counts = before.counter > 0 || counter > 0;
  if (counts && counter <= before.counter) {
    const detail = { name: before.name };
    await auditAccount(scope, { action: 'passkey.refused', byUserId: null, detail });
    const facts = { passkey: before.name };
    await queueSecurityNotice(scope, secrets, { userId: scope.userId, notice: 'passkey-refused', facts });
    return 'fell';
  }
  await scope.tx
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: scope.now })
    .where('id', '=', id)
    .execute();
  return { name: before.name };
}

/** The user handle is derived from the random challenge, so it need not be stored before the passkey is created. */
const handleOf = (challenge: Buffer): Buffer => hashToken(`user handle ${challenge.toString('base64url')}`);

export async function findJoining(context: Context, token: string): Promise<FoundInvitation> {
  const invitation = await findOpenInvitation(context, token);
  if (invitation.account_exists) throw refused(peopleMessages.accountExists);
  const { title, opens_by_name: provider } = invitation;
  if (provider !== null) throw refused(providerMessages.opensBy(title, provider));
  return invitation;
}

export const joiningOptions = (
  context: Context,
  invitation: Pick<FoundInvitation, 'email' | 'first_name' | 'last_name'>,
  challenge: Buffer,
) =>
  creationOptions({
    rpId: relyingPartyId(context.config),
    rpName: context.config.appName,
    challenge,
    handle: handleOf(challenge),
    email: invitation.email,
    displayName: fullName(invitation),
    known: [],
  });

interface Joined {
  readonly redeemed: RedemptionResult;
  readonly passkeyId: string;
  readonly account: string;
}

/** Only one of several concurrent requests succeeds. */
export async function join(
  context: Context,
  { body, browser }: { readonly body: z.output<typeof joinByPasskey.body>; readonly browser: Buffer },
): Promise<Joined> {
  const { invitation_id: token, name, made } = body;
  const spent = await spendChallenge(context, { browser, purpose: 'join', clientData: made.client_data });
  const credential = spent && (await verifyCreation(made, spent));
  if (!credential) throw refused(passkeyMessages.refused);
  const invitation = await findJoining(context, token);
  let passkeyId = '';
  const redeemed = await redeemWithNewAccount(context, invitation, async (scope) => {
    await scope.tx
      .insertInto('passkey_handles')
      .values({ user_id: scope.userId, handle: handleOf(spent.challenge) })
      .execute();
    const kept = await keepPasskey(scope, { name, credential, transports: made.transports });
    await scope.tx
      .updateTable('users')
      .set({ password_given_up_at: scope.now })
      .where('id', '=', scope.userId)
      .execute();
    passkeyId = kept.id;
  });
  return { redeemed, passkeyId, account: normaliseEmail(invitation.email) };
}
