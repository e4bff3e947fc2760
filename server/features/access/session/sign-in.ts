import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { AppError, invalid } from '#server/errors.ts';
import { createRateLimits, networkOf, type RateLimit } from '#server/http/rate-limits.ts';
import { noteSecurity } from '#server/http/security-log.ts';
import type { Caller } from './caller.ts';
import { knownDevice } from './known-device.ts';
import { isPasswordOf } from './password.ts';

/** Tries that failed; a success gives the account's points back. */
const byAddress: RateLimit = { name: 'sign-in-address', points: 60, seconds: 900 };
const byAccountHere: RateLimit = { name: 'sign-in-account-here', points: 10, seconds: 900 };
/** Guessing at one account from many addresses. */
const byAccount: RateLimit = { name: 'sign-in-account', points: 50, seconds: 3600 };
/** In place of all these: tries of a browser that has signed in to the account before. */
const byDevice: RateLimit = { name: 'sign-in-device', points: 10, seconds: 900 };

/** Whose password it was. Nobody is signed in by that alone: see `completeSignIn` and the two-factor challenge. */
export interface Proven {
  readonly userId: string;
  /** Of the password that was checked: a session begins while it stands. */
  readonly checkedHash: string;
  /** The account's address, in lower case. */
  readonly account: string;
  readonly hasTwoFactor: boolean;
}

/** Who it is, if address and password belong together; else 422 that does not say which is wrong, or 429. */
export async function checkCredentials(
  context: Context,
  caller: Caller,
  given: { readonly email: string; readonly password: string },
): Promise<Proven> {
  const account = given.email.trim().toLowerCase();
  const limits = createRateLimits(context.pool);
  const network = networkOf(caller.ip);
  const here = `${account}|${network}`;
  const device = knownDevice(context, caller, account);
  if (device === null) {
    await limits.take(byAddress, network);
    await limits.take(byAccountHere, here);
    await limits.take(byAccount, account);
  } else {
    await limits.take(byDevice, device);
  }

  const row = await findSignIn(context, account);
  const matches = await isPasswordOf(row?.password_hash ?? null, given.password);
  const facts = { ip: caller.ip, user: row?.user_id ?? null, factor: 'password' };
  if (!row || !matches) {
    noteSecurity(context.log, 'password.wrong', facts);
    throw invalid({});
  }
  if (row.is_disabled) {
    noteSecurity(context.log, 'account.disabled', facts);
    throw new AppError('forbidden');
  }
  noteSecurity(context.log, 'password.right', facts);

  if (device === null) {
    await limits.forget(byAccountHere, here);
    // An office of people who all sign in at nine is not an attack.
    await limits.giveBack(byAddress, network);
    await limits.giveBack(byAccount, account);
  } else {
    await limits.forget(byDevice, device);
  }
  return { userId: row.user_id, checkedHash: row.password_hash, account, hasTwoFactor: row.has_two_factor };
}

interface SignInRow {
  readonly user_id: string;
  readonly password_hash: string;
  readonly is_disabled: boolean;
  readonly has_two_factor: boolean;
}

export async function findSignIn(context: Context, account: string): Promise<SignInRow | undefined> {
  const found = await sql<SignInRow>`select * from gate.find_sign_in(${account})`.execute(context.db);
  return found.rows[0];
}
