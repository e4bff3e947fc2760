import { randomBytes } from 'node:crypto';
import type { SignedChallenge } from '#contract/passkeys.ts';
import type { SignedFile } from '#contract/signatures.ts';
import { signatureMessages } from '#domain/messages/signatures.ts';
import type { Context } from '#server/context.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { addChallenge, relyingPartyId } from '#server/features/access/passkeys/challenges/commands.ts';
import { usePasskey as spendPasskey } from '#server/features/access/passkeys/signing-in/commands.ts';
import { listConnections } from '#server/features/access/providers/queries.ts';
import { checkOwnPassword } from '#server/features/access/session/commands.ts';
import { bytesOfFile, keepSigningConfirmation } from '#server/features/access/signing-confirmations/commands.ts';
import { spendCode } from '#server/features/access/two-factor/commands.ts';
import {
  findTwoFactor,
  findWhatCodesFollow,
  hasPasskey,
  hasSecondFactor,
} from '#server/features/access/two-factor/queries.ts';
import type { AttemptSource } from '#server/http/attempt-source.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { logSecurity } from '#server/http/request-log.ts';
import type { Session } from '#server/http/session.ts';
import { requestOptions } from '#server/integrations/webauthn/webauthn.ts';

const nonceBytes = 32;
const codeLimit: RateLimit = { name: 'signing-code', points: 10, seconds: 900 };

/** Signing by password is not offered if a passkey is the only second factor. */
async function passwordRules(scope: UserScope) {
  const hasApp = (await findTwoFactor(scope))?.confirmed_at instanceof Date;
  const hasPassword = (await findWhatCodesFollow(scope)) === 'password';
  return { password: hasPassword && (hasApp || !(await hasSecondFactor(scope))), code: hasApp };
}

export async function readSigningMethods(scope: UserScope) {
  const connections = (await listConnections(scope)).filter(({ is_off: isOff }) => !isOff);
  return {
    passkey: await hasPasskey(scope),
    ...(await passwordRules(scope)),
    connections: connections.map(({ id, name }) => ({ id, name })),
  };
}

/** The challenge identifies the file, so that the authenticator's signature is valid for no other file. */
export async function beginByPasskey(context: Context, given: { readonly browser: Buffer; readonly file: SignedFile }) {
  const challenge = Buffer.concat([randomBytes(nonceBytes), bytesOfFile(given.file)]);
  await addChallenge(context, { browser: given.browser, purpose: 'sign', challenge });
  return requestOptions(relyingPartyId(context.config), challenge);
}

export async function confirmByPasskey(
  context: Context,
  given: { readonly signed: SignedChallenge; readonly ip: string; readonly browser: Buffer; readonly userId: string },
): Promise<void> {
  const used = await spendPasskey(context, { ...given, purpose: 'sign' });
  const { signed } = given;
  await keepSigningConfirmation(context, {
    userId: given.userId,
    fileBytes: used.challenge.subarray(nonceBytes),
    method: 'passkey',
    name: used.name,
    assertion: { ...signed, public_key: used.publicKey.toString('base64url') },
  });
}

export async function confirmByPassword(
  context: Context,
  given: {
    readonly session: Session;
    readonly source: AttemptSource;
    readonly file: SignedFile;
    readonly password: string;
    readonly code: string;
  },
): Promise<void> {
  const { session, source, file, password, code } = given;
  const { userId } = session;
  const rules = await withUserScope(context, userId, passwordRules);
  if (!rules.password) throw refused(signatureMessages.usePasskey);
  await checkOwnPassword(context, { session, source, password, errors: { password: signatureMessages.wrongPassword } });
  if (rules.code) {
    const limits = createRateLimits(context.pool);
    await limits.take(codeLimit, userId);
    const isRight = await withUserScope(context, userId, (scope) => spendCode(scope, context.secrets, code));
    logSecurity(context.log, isRight ? 'code.right' : 'code.wrong', { ip: source.ip, user: userId, factor: 'app' });
    if (!isRight) throw invalid({ code: signatureMessages.wrongCode });
    await limits.forget(codeLimit, userId);
  }
  const method = rules.code ? 'password-code' : 'password';
  await keepSigningConfirmation(context, {
    userId,
    fileBytes: bytesOfFile(file),
    method,
    name: '',
    assertion: null,
  });
}
