import type { Context } from '#server/context.ts';
import { invalid } from '#server/errors.ts';
import { createRateLimits, networkOf, type RateLimit } from '#server/http/rate-limits.ts';
import { noteSecurity } from '#server/http/security-log.ts';
import type { Session } from '#server/http/session.ts';
import type { Caller } from './caller.ts';
import { knownDevice } from './known-device.ts';
import { isPasswordOf } from './password.ts';
import { findSignIn } from './sign-in.ts';

/** Whoever sits at somebody's open session guesses here; the right password gives the points back. */
const byAccountHere: RateLimit = { name: 'confirm-password', points: 10, seconds: 900 };
/** In its place for a browser that has signed in to the account before: others' tries at the same network are not its own. */
const byDevice: RateLimit = { name: 'confirm-password-device', points: 10, seconds: 900 };
/**
 * The same from many networks. Counted by session: whose session was carried off can sign in anew, and has all tries there.
 */
const bySession: RateLimit = { name: 'confirm-password-session', points: 30, seconds: 12 * 3600 };

/**
 * 422 unless it is the password of the session's user, with `errors` by field. Answers the hash that it was
 * checked against: what follows from it asks for the same one, so that whoever was overtaken changes nothing.
 */
export async function checkOwnPassword(
  context: Context,
  given: {
    readonly session: Session;
    readonly password: string;
    readonly caller: Caller;
    readonly errors?: Readonly<Record<string, string>>;
  },
): Promise<string> {
  const limits = createRateLimits(context.pool);
  const { session, caller } = given;
  const device = knownDevice(context, caller, session.email.toLowerCase());
  const [byPlace, place] =
    device === null
      ? ([byAccountHere, `${session.userId}|${networkOf(caller.ip)}`] as const)
      : ([byDevice, device] as const);
  await limits.take(byPlace, place);
  await limits.take(bySession, session.id);
  const row = await findSignIn(context, session.email);
  const matches = await isPasswordOf(row?.password_hash ?? null, given.password);
  const facts = { ip: caller.ip, user: session.userId, factor: 'password' };
  if (!row || !matches) {
    noteSecurity(context.log, 'password.wrong', facts);
    throw invalid(given.errors ?? {});
  }
  noteSecurity(context.log, 'password.right', facts);
  await limits.forget(byPlace, place);
  await limits.forget(bySession, session.id);
  return row.password_hash;
}
