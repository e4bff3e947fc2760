import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { cookieNames } from '../../http/cookies.ts';
import type { Visit } from '../../http/implement.ts';
import { createRateLimits, networkOf, type RateLimit } from '../../http/rate-limits.ts';
import { sameText } from '../../secrets.ts';
import { isPasswordOf } from './password.ts';

/** Tries that failed; a success gives the account's points back. */
const byAddress: RateLimit = { name: 'sign-in-address', points: 60, seconds: 900 };
const byAccountHere: RateLimit = { name: 'sign-in-account-here', points: 10, seconds: 900 };
/**
 * Guessing at one account from many addresses. A browser that signed in to the account before is not counted here,
 * so that an attacker cannot lock its owner out.
 */
const byAccount: RateLimit = { name: 'sign-in-account', points: 50, seconds: 3600 };
const daysDeviceIsKnown = 365;

/** The user's id, if address and password belong together; else 422 that does not say which is wrong, or 429. */
export async function checkCredentials(
  context: Context,
  visit: Visit,
  given: { readonly email: string; readonly password: string },
): Promise<string> {
  const account = given.email.trim().toLowerCase();
  const limits = createRateLimits(context.pool);
  const device = context.secrets.derive('device', account).toString('base64url');
  const isKnownDevice = sameText(visit.cookie(cookieNames.device) ?? '', device);
  const network = networkOf(visit.ip);
  const here = `${account}|${network}`;
  await limits.take(byAddress, network);
  await limits.take(byAccountHere, here);
  if (!isKnownDevice) await limits.take(byAccount, account);

  const found = await sql<{ user_id: string; password_hash: string; is_disabled: boolean }>`
    select * from gate.find_sign_in(${account})
  `.execute(context.db);
  const row = found.rows[0];
  const matches = await isPasswordOf(row?.password_hash ?? null, given.password);
  if (!row || !matches) throw invalid({});
  if (row.is_disabled) throw new AppError('forbidden');

  await limits.forget(byAccountHere, here);
  // An office of people who all sign in at nine is not an attack.
  await limits.giveBack(byAddress, network);
  visit.control.setCookie(cookieNames.device, device, daysDeviceIsKnown);
  return row.user_id;
}
