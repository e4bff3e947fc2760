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

/** Opens the board whose login screen was shown, else the first that is open. */
export async function completeSignIn(
  context: Context,
  request: RequestContext,
  who: {
    readonly userId: string;
    readonly checkedHash: string;
    readonly account: string;
    readonly remember: boolean;
    /** Defaults to the remembered one. */
    readonly board?: string | undefined;
  },
): Promise<void> {
  const boards = await listUserBoards(context, who.userId);
  const shown = (who.board ?? rememberedBoard(context, request))?.toLowerCase();
  const isOpen = ({ board }: UserBoard) => !board.suspended && !board.two_factor_missing;
  const first =
    boards.find((each) => each.board.shortname === shown && isOpen(each)) ??
    boards.find(isOpen) ??
    boards.find(({ board }) => !board.suspended) ??
    boards[0];
  const boardId = first?.board.board_info.board_id ?? null;
  await request.control.start({ userId: who.userId, checkedHash: who.checkedHash, boardId, remember: who.remember });
  rememberDevice(context, request, who.account);
}

/** Guessing at an open session; success resets it. */
const confirmByAccountHere: RateLimit = { name: 'confirm-password', points: 10, seconds: 900 };
/** Instead, for a browser that has signed in to the account before. */
const confirmByDevice: RateLimit = { name: 'confirm-password-device', points: 10, seconds: 900 };
/** From many networks; per session, since a new sign-in has its own tries. */
const bySession: RateLimit = { name: 'confirm-password-session', points: 30, seconds: 12 * 3600 };

/** Returns the hash that was checked; later steps require the same one. 422 with `errors` for a wrong password. */
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

/** Between password and code. */
const pendingMinutes = 10;

export interface PendingSignIn {
  readonly userId: string;
  readonly checkedHash: string;
  readonly remember: boolean;
  /** A path of ours. */
  readonly next: string;
  /** Redeemed after the code. */
  readonly sealedInvitation: Buffer | null;
}

/** Returns the token for `control.holdPending`; 419 when the password was changed meanwhile. */
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

/** The challenge page is for these only. */
export async function isPendingSignIn(context: Context, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  const found = await sql<{ yes: boolean }>`
    select gate.is_pending_sign_in(${hashToken(token)}, ${context.clock.now()}) as yes
  `.execute(context.db);
  return found.rows[0]?.yes ?? false;
}

/** Failures only; success resets the account's. */
const byAddress: RateLimit = { name: 'sign-in-address', points: 60, seconds: 900 };
const byAccountHere: RateLimit = { name: 'sign-in-account-here', points: 10, seconds: 900 };
/** From many addresses. */
const byAccount: RateLimit = { name: 'sign-in-account', points: 50, seconds: 3600 };
/** For a browser that has signed in to the account before, instead of these. */
const byDevice: RateLimit = { name: 'sign-in-device', points: 10, seconds: 900 };

/** No sign-in yet: see `completeSignIn` and the challenge. */
export interface Proven {
  readonly userId: string;
  /** A session starts while it is valid. */
  readonly checkedHash: string;
  readonly account: string;
  readonly hasTwoFactor: boolean;
}

/** 422 does not say what is wrong; 429 for too many tries. */
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
    // A whole office may sign in at nine.
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

/** Stored on the server, so that every device has it. */
export async function rememberTheme(scope: UserScope, theme: Theme): Promise<void> {
  await scope.tx.updateTable('users').set({ theme }).where('id', '=', scope.userId).execute();
}
