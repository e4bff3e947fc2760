import type { z } from 'zod';
import type { joinByPasskey } from '#contract/passkeys.ts';
import { fullName } from '#domain/identity.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { providerMessages } from '#domain/messages/providers.ts';
import { passkeyMessages } from '#domain/messages/sign-in.ts';
import { normaliseEmail } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { refused } from '#server/errors.ts';
import { type FoundInvitation, findInvitation } from '#server/features/access/invitations/queries.ts';
import { type RedemptionResult, redeemWithNewAccount } from '#server/features/access/invitations/redeeming/commands.ts';
import { relyingPartyId, spendChallenge } from '#server/features/access/passkeys/challenges/commands.ts';
import { keepPasskey } from '#server/features/access/passkeys/commands.ts';
import { type CreationOptions, creationOptions, verifyCreation } from '#server/integrations/webauthn/webauthn.ts';
import { hashToken } from '#server/secrets.ts';

/** The user handle is derived from the random challenge, so it need not be stored before the passkey is created. */
const handleOf = (challenge: Buffer): Buffer => hashToken(`user handle ${challenge.toString('base64url')}`);

export async function findJoining(context: Context, token: string): Promise<FoundInvitation> {
  const invitation = await findInvitation(context, token);
  if (invitation?.state !== 'open') throw refused(peopleMessages.invitationSpent);
  if (invitation.account_exists) throw refused(peopleMessages.accountExists);
  const { title, opens_by_name: provider } = invitation;
  if (provider !== null) throw refused(providerMessages.opensBy(title, provider));
  return invitation;
}

export const joiningOptions = (
  context: Context,
  invitation: Pick<FoundInvitation, 'email' | 'first_name' | 'last_name'>,
  challenge: Buffer,
): Promise<CreationOptions> =>
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
