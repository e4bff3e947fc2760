import { randomInt } from 'node:crypto';
import type { UserScope } from '#server/db/user-scope.ts';
import type { Secrets } from '#server/secrets.ts';

const codesCount = 10;
/** Without the letters and digits that are mistaken for one another; 31 of them. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Five and five: 49 bits, and tries are counted. */
const groupCharacters = 5;

const newGroup = (): string =>
  Array.from({ length: groupCharacters }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Typed with or without the hyphen, in either case. */
const normalised = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const hashedPart = (scope: UserScope, code: string): string => `${scope.userId}:${normalised(code)}`;
const hashOf = (scope: UserScope, secrets: Secrets, code: string): Buffer =>
  secrets.derive('recovery-code', hashedPart(scope, code));

/** Makes all codes anew and answers them; they cannot be read again. */
export async function replaceRecoveryCodes(scope: UserScope, secrets: Secrets): Promise<string[]> {
  const codes = Array.from({ length: codesCount }, () => `${newGroup()}-${newGroup()}`);
  await scope.tx.deleteFrom('recovery_codes').where('user_id', '=', scope.userId).execute();
  await scope.tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: scope.userId, code_hash: hashOf(scope, secrets, code) })))
    .execute();
  return codes;
}

/** True for the one who spends it. */
export async function spendRecoveryCode(scope: UserScope, secrets: Secrets, code: string): Promise<boolean> {
  const spent = await scope.tx
    .updateTable('recovery_codes')
    .set({ used_at: scope.now })
    .where('user_id', '=', scope.userId)
    .where('code_hash', 'in', [...secrets.derivations('recovery-code', hashedPart(scope, code))])
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function countRecoveryCodes(scope: UserScope): Promise<number> {
  const { left } = await scope.tx
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', scope.userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}
