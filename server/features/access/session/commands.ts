import { sql } from 'kysely';
import type { Theme } from '#contract/start.ts';
import type { Context } from '#server/context.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { AppError, invalid } from '#server/errors.ts';
import { listUserBoards, type UserBoard } from '#server/features/core/boards/queries.ts';
import { type AttemptSource, knownDevice, rememberDevice } from '#server/http/attempt-source.ts';
import { rememberedBoard } from '#server/http/cookies.ts';
import type { RequestContext } from '#server/http/implement.ts';
import { createRateLimits, networkOf, type RateLimit } from '#server/http/rate-limits.ts';
import { logSecurity } from '#server/http/request-log.ts';
import type { Session } from '#server/http/session.ts';
import { isPasswordOf } from '#server/passwords.ts';
import { hashToken, randomToken } from '#server/secrets.ts';

/**
 * Begins the session of somebody who has shown all that their account asks for. Opens the board whose login screen they saw, where
 * it is theirs and open, else the first that is open.
 */
export async function completeSignIn(
  context: Context,
  visit: RequestContext,
  who: {
    readonly userId: string;
    readonly checkedHash: string;
    readonly account: string;
    readonly remember: boolean;
    /** The short name of the board whose login screen was shown; without it that of the last visit. */
    readonly board?: string | undefined;
  },
): Promise<void> {
  const boards = await listUserBoards(context, who.userId);
  const shown = (who.board ?? rememberedBoard(context, visit))?.toLowerCase();
  const isOpen = ({ board }: UserBoard) => !board.suspended && !board.two_factor_missing;
  const first =
    boards.find((each) => each.board.shortname === shown && isOpen(each)) ??
    boards.find(isOpen) ??
    boards.find(({ board }) => !board.suspended) ??
    boards[0];
  const boardId = first?.board.board_info.board_id ?? null;
  await visit.control.start({ userId: who.userId, checkedHash: who.checkedHash, boardId, remember: who.remember });
  rememberDevice(context, visit, who.account);
}

/** Whoever sits at somebody's open session guesses here; the right password gives the points back. */
const confirmByAccountHere: RateLimit = { name: 'confirm-password', points: 10, seconds: 900 };
/** In its place for a browser that has signed in to the account before: others' tries at the same network are not its own. */
const confirmByDevice: RateLimit = { name: 'confirm-password-device', points: 10, seconds: 900 };
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
    readonly caller: AttemptSource;
    readonly errors?: Readonly<Record<string, string>>;
  },
): Promise<string> {
  const limits = createRateLimits(context.pool);
  const { session, caller } = given;
  const device = knownDevice(context, caller, session.email.toLowerCase());
  const [byPlace, place] =
    device === null
      ? ([confirmByAccountHere, `${session.userId}|${networkOf(caller.ip)}`] as const)
      : ([confirmByDevice, device] as const);
  await limits.take(byPlace, place);
  await limits.take(bySession, session.id);
  const row = await findSignIn(context, session.email);
  const matches = await isPasswordOf(row?.password_hash ?? null, given.password);
  const facts = { ip: caller.ip, user: session.userId, factor: 'password' };
  if (!row || !matches) {
    logSecurity(context.log, 'password.wrong', facts);
    throw invalid(given.errors ?? {});
  }
  logSecurity(context.log, 'password.right', facts);
  await limits.forget(byPlace, place);
  await limits.forget(bySession, session.id);
  return row.password_hash;
}

/** Between the password and the code. */
const pendingMinutes = 10;

/** Where a sign-in goes on once the code was right. */
export interface PendingSignIn {
  readonly userId: string;
  /** Of the password that was checked. */
  readonly checkedHash: string;
  readonly remember: boolean;
  /** An own path. */
  readonly next: string;
  /** Of the invitation that is then redeemed. */
  readonly sealedInvitation: Buffer | null;
}

/**
 * Answers the token of the challenge, for the browser to hold (`control.holdPending`); only its hash is kept. 419 when
 * another password was set meanwhile.
 */
export async function startPendingSignIn(context: Context, pending: PendingSignIn): Promise<string> {
  const token = randomToken();
  const now = context.clock.now();
  const until = new Date(now.getTime() + pendingMinutes * 60_000);
  const started = await sql<{ id: string | null }>`
    select gate.start_pending_sign_in(${pending.userId}::uuid, ${pending.checkedHash}, ${hashToken(token)},
      ${pending.remember}, ${pending.next}, ${pending.sealedInvitation}::bytea, ${now}, ${until}) as id
  `.execute(context.db);
  if (!started.rows[0]?.id) throw new AppError('session-expired');
  return token;
}

/** Whether the token is of a sign-in that waits for its code: the page of the challenge is for nobody else. */
export async function isPendingSignIn(context: Context, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  const found = await sql<{ yes: boolean }>`
    select gate.is_pending_sign_in(${hashToken(token)}, ${context.clock.now()}) as yes
  `.execute(context.db);
  return found.rows[0]?.yes ?? false;
}

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
  caller: AttemptSource,
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
    logSecurity(context.log, 'password.wrong', facts);
    throw invalid({});
  }
  if (row.is_disabled) {
    logSecurity(context.log, 'account.disabled', facts);
    throw new AppError('forbidden');
  }
  logSecurity(context.log, 'password.right', facts);

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

/** The theme lives on the server, so that it is the same on every device. */
export async function rememberTheme(scope: UserScope, theme: Theme): Promise<void> {
  await scope.tx.updateTable('users').set({ theme }).where('id', '=', scope.userId).execute();
}
