import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { isOneTimeCode, oneTimeCodeInput } from '#domain/credentials.ts';
import { providerMessages } from '#domain/messages/providers.ts';
import { twoFactorInvalidCode, twoFactorMessages } from '#domain/messages/sign-in.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { MagicLinks } from '#server/db/entry.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit, auditAccount } from '#server/features/core/audit/commands.ts';
import { endLiveStreams, publishLive } from '#server/features/core/events/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import { newSecret, stepOfCode } from '#server/integrations/one-time-codes/totp.ts';
import type { Secrets } from '#server/secrets.ts';
import { findShutBoard, findTwoFactor, hasSecondFactor } from './queries.ts';

const sealing = 'two-factor';
const setupMsMax = 3_600_000;

export async function beginSetup(scope: UserScope, secrets: Secrets): Promise<string> {
  const known = await findTwoFactor(scope);
  if (known?.confirmed_at) throw refused(twoFactorMessages.onAlready);
  if (known && scope.now.getTime() - known.created_at.getTime() < setupMsMax) {
    return secrets.unseal(sealing, known.sealed_secret);
  }
  const secret = newSecret();
  const fresh = { sealed_secret: secrets.seal(sealing, secret), created_at: scope.now };
  await scope.tx
    .insertInto('two_factors')
    .values({ user_id: scope.userId, ...fresh })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(fresh).where('two_factors.confirmed_at', 'is', null),
    )
    .execute();
  return secret;
}

/** Returns recovery codes only if the user had no second factor before. */
export async function turnOn(scope: UserScope, secrets: Secrets, code: string): Promise<string[]> {
  const known = await findTwoFactor(scope);
  if (!known) throw refused(twoFactorMessages.setupGone);
  if (known.confirmed_at) throw refused(twoFactorMessages.onAlready);
  const step = stepOfTyped(secrets.unseal(sealing, known.sealed_secret), code, scope.now);
  if (step === null) throw invalid({ code: twoFactorInvalidCode });
  const isFirst = !(await hasSecondFactor(scope));
  const confirmed = await scope.tx
    .updateTable('two_factors')
    .set({ confirmed_at: scope.now, last_used_step: step })
    .where('user_id', '=', scope.userId)
    .where('sealed_secret', '=', known.sealed_secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!confirmed) throw refused(twoFactorMessages.onAlready);
  await auditAccount(scope, { action: 'two-factor.turned-on', byUserId: scope.userId });
  await queueSecurityNotice(scope, secrets, { userId: scope.userId, notice: 'two-factor-on' });
  return isFirst ? replaceRecoveryCodes(scope, secrets) : [];
}

/** Throws if a board that the user administers requires signing in with a provider first. */
export async function refuseWhereShut(scope: UserScope, sessionId: string): Promise<void> {
  const shut = await findShutBoard(scope, sessionId);
  if (shut !== null) throw refused(providerMessages.signInFirst(shut.title, shut.provider));
}

export async function endWeakerSessions({ tx, userId }: UserScope, sessionId: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .where('strength', '=', 1)
    .execute();
}

export async function renewRecoveryCodes(scope: UserScope, secrets: Secrets): Promise<string[]> {
  if (!(await hasSecondFactor(scope))) throw refused(twoFactorMessages.offAlready);
  await auditAccount(scope, { action: 'two-factor.codes-renewed', byUserId: scope.userId });
  await queueSecurityNotice(scope, secrets, { userId: scope.userId, notice: 'recovery-codes-renewed' });
  return replaceRecoveryCodes(scope, secrets);
}

/** `byUserId` is null for the operator. A reset by anyone but the user also removes passkeys. */
export async function resetTwoFactor(
  scope: UserScope,
  secrets: Secrets,
  { byUserId }: { readonly byUserId: string | null },
): Promise<boolean> {
  const isOwn = byUserId === scope.userId;
  const isRemoved = await removeFactors(scope, { keepsPasskeys: isOwn });
  const isOpened = !isOwn && (await setOpening(scope, null));
  if (!isRemoved && !isOpened) return false;
  const notice = (await hasSecondFactor(scope)) ? 'app-off' : 'two-factor-off';
  await auditAccount(scope, { action: isOwn ? 'two-factor.turned-off' : 'two-factor.reset', byUserId });
  await queueSecurityNotice(scope, secrets, { userId: scope.userId, notice });
  return true;
}

export async function setOpening({ tx, userId }: UserScope, opensAt: Date | null): Promise<boolean> {
  const changed = await tx
    .updateTable('users')
    .set({ opens_at: opensAt })
    .where('id', '=', userId)
    .where('opens_at', 'is distinct from', opensAt)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function removeFactors(
  scope: UserScope,
  { keepsPasskeys }: { readonly keepsPasskeys: boolean },
): Promise<boolean> {
  await lockUser(scope);
  if (!keepsPasskeys) {
    const ofUser = scope.tx.deleteFrom('sessions').where('user_id', '=', scope.userId);
    await ofUser.where('passkey_id', 'is not', null).execute();
  }
  const app = await scope.tx
    .deleteFrom('two_factors')
    .where('user_id', '=', scope.userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  const passkeys = keepsPasskeys
    ? []
    : await scope.tx.deleteFrom('passkeys').where('user_id', '=', scope.userId).returning('id').execute();
  await dropUnneededCodes(scope);
  return app?.confirmed_at != null || passkeys.length > 0;
}

export async function lockUser({ tx, userId }: UserScope): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Invalidates the code and all earlier ones. Returns false if the code is wrong. */
export async function spendCode(scope: UserScope, secrets: Secrets, code: string): Promise<boolean> {
  const known = await findTwoFactor(scope);
  if (!known?.confirmed_at) return false;
  const step = stepOfTyped(secrets.unseal(sealing, known.sealed_secret), code, scope.now);
  if (step === null) return false;
  const spent = await scope.tx
    .updateTable('two_factors')
    .set({ last_used_step: step })
    .where('user_id', '=', scope.userId)
    .where('confirmed_at', 'is not', null)
    .where('last_used_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

function stepOfTyped(secret: string, typed: string, now: Date): number | null {
  const code = oneTimeCodeInput(typed);
  return isOneTimeCode(code) ? stepOfCode(secret, code, now) : null;
}

export interface Duty {
  readonly two_factor_required: boolean;
  readonly magic_links: MagicLinks;
}

/**
 * If `required` is true, magic links can be used only for replying, if at all, because they work without a second
 * factor.
 */
export async function setTwoFactorDuty(scope: BoardScope, required: boolean): Promise<Duty> {
  const links: MagicLinks = required && scope.board.magicLinks === 'full' ? 'answer' : scope.board.magicLinks;
  const changed = await scope.tx
    .updateTable('boards')
    .set({ two_factor_required: required, magic_links: links, revision: sql<number>`revision + 1` })
    .where('id', '=', scope.board.id)
    .where('two_factor_required', '<>', required)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return { two_factor_required: required, magic_links: scope.board.magicLinks };
  await audit(
    scope,
    required ? 'board.two-factor-required' : 'board.two-factor-optional',
    { kind: 'board', id: scope.board.id },
    { magic_links: links },
  );
  await publishLive(scope, { noun: 'board', id: null });
  if (required) await endLiveStreams(scope, null);
  return { two_factor_required: required, magic_links: links };
}

const codesCount = 10;
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Characters per group. Two groups have 49 bits of randomness, which is enough because attempts are limited. */
const groupCharacters = 5;

const newGroup = (): string =>
  Array.from({ length: groupCharacters }, () => alphabet[randomInt(alphabet.length)]).join('');

const hashedPart = ({ userId }: UserScope, code: string): string =>
  `${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`;

export async function replaceRecoveryCodes(scope: UserScope, secrets: Secrets): Promise<string[]> {
  const codes = Array.from({ length: codesCount }, () => `${newGroup()}-${newGroup()}`);
  await scope.tx.deleteFrom('recovery_codes').where('user_id', '=', scope.userId).execute();
  await scope.tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: scope.userId,
        code_hash: secrets.derive('recovery-code', hashedPart(scope, code)),
      })),
    )
    .execute();
  return codes;
}

export async function dropUnneededCodes(scope: UserScope): Promise<void> {
  await scope.tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', scope.userId)
    .where(sql<boolean>`not has_second_factor(${scope.userId}::uuid)`)
    .execute();
}

/** Returns true for only one of several concurrent attempts with the same code. */
export async function spendRecovery(scope: UserScope, secrets: Secrets, code: string): Promise<boolean> {
  const spent = await scope.tx
    .updateTable('recovery_codes')
    .set({ used_at: scope.now })
    .where('user_id', '=', scope.userId)
    .where('code_hash', 'in', [...secrets.derivations('recovery-code', hashedPart(scope, code))])
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!spent) return false;
  await auditAccount(scope, { action: 'two-factor.recovery-code-used', byUserId: scope.userId });
  return true;
}
