import { sql } from 'kysely';
import type { Theme, ViewerSize } from '#contract/start.ts';
import type { Context } from '#server/context.ts';
import type { DeferredKind } from '#server/db/deferred-writes.ts';
import { AppError } from '#server/errors.ts';
import { hashToken, randomToken } from '#server/secrets.ts';

export const rememberDays = 30;
export const idleHours = 12;
const confirmedHours = 3;

/** Read once per request. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly boardId: string | null;
  readonly remember: boolean;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly imgUrl: string | null;
  readonly isSiteAdmin: boolean;
  readonly theme: Theme;
  readonly viewerSize: ViewerSize;
  readonly hasTwoFactor: boolean;
  /** Signing in does not count. */
  readonly passwordConfirmedAt: Date | null;
}

export interface SessionStart {
  readonly userId: string;
  /** No session starts once it changed. */
  readonly checkedHash: string;
  readonly boardId: string | null;
  readonly remember: boolean;
}

/** The adapter turns it into cookies. */
export interface SessionControl {
  /** Ends the present one; new token. 419 when it may not start. */
  start(options: SessionStart): Promise<void>;
  /** Ends the present session; only the sign-in may continue. */
  holdPending(token: string): Promise<void>;
  /** New token; 419 when the session ended or another request was faster. */
  confirm(): Promise<void>;
  end(): Promise<void>;
  setBoard(boardId: string): Promise<boolean>;
  setCookie(name: string, value: string, days: number): void;
  /** Bound to the session, else to a pre-session cookie. */
  issueCsrf(): void;
}

interface SessionRow {
  session_id: string;
  user_id: string;
  board_id: string | null;
  remember: boolean;
  email: string;
  first_name: string;
  last_name: string;
  img_url: string | null;
  is_site_admin: boolean;
  theme: Theme;
  viewer_size: ViewerSize;
  has_two_factor: boolean;
  password_confirmed_at: Date | null;
}

/** A session lasts on from its last use; reads have it written after their answers. */
export const sessionUses: DeferredKind<{ readonly token: string; readonly at: Date }> = {
  name: 'uses of sessions',
  keyOf: ({ token }) => token,
  async write(db, uses) {
    await sql`
      select gate.note_session_uses(${uses.map(({ token }) => hashToken(token))}::bytea[], ${uses.map(({ at }) => at)}::timestamptz[],
        make_interval(hours => ${idleHours}))
    `.execute(db);
  },
};

/** Null when unknown, expired or disabled. Writes the session's use, at most once in five minutes. */
export async function findSession(context: Context, token: string): Promise<Session | null> {
  const found = await sql<SessionRow>`
    select session_id, user_id, board_id, remember, email, first_name, last_name, img_url, is_site_admin, theme, viewer_size,
      has_two_factor, password_confirmed_at
    from gate.find_session(${hashToken(token)}, make_interval(hours => ${idleHours}), ${context.clock.now()})
  `.execute(context.db);
  const row = found.rows[0];
  if (!row) return null;
  return {
    id: row.session_id,
    userId: row.user_id,
    boardId: row.board_id,
    remember: row.remember,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    imgUrl: row.img_url,
    isSiteAdmin: row.is_site_admin,
    theme: row.theme,
    viewerSize: row.viewer_size,
    hasTwoFactor: row.has_two_factor,
    passwordConfirmedAt: row.password_confirmed_at,
  };
}

export function isPasswordConfirmed(session: Session | null, now: Date): boolean {
  const at = session?.passwordConfirmedAt?.getTime();
  return at !== undefined && now.getTime() - at < confirmedHours * 3_600_000;
}

/** Returns the token; its hash is stored. 419 when the password changed or the user is disabled. */
export async function startSession(
  context: Context,
  options: SessionStart & { readonly userAgent: string },
): Promise<string> {
  const token = randomToken();
  const hours = options.remember ? rememberDays * 24 : idleHours;
  const now = context.clock.now();
  const until = new Date(now.getTime() + hours * 3_600_000);
  const started = await sql<{ id: string | null }>`
    select gate.start_session(${options.userId}::uuid, ${options.checkedHash}, ${hashToken(token)}, ${options.boardId}::uuid,
      ${options.remember}, ${options.userAgent}, ${now}, ${until}) as id
  `.execute(context.db);
  if (!started.rows[0]?.id) throw new AppError('session-expired');
  return token;
}

/** Returns the new token. 419 for all but one of several concurrent calls. */
export async function confirmSession(context: Context, token: string): Promise<string> {
  const next = randomToken();
  const confirmed = await sql<{ done: boolean }>`
    select gate.confirm_session(${hashToken(token)}, ${hashToken(next)}, ${context.clock.now()}) as done
  `.execute(context.db);
  if (!confirmed.rows[0]?.done) throw new AppError('session-expired');
  return next;
}

export async function endSession(context: Context, token: string): Promise<void> {
  await sql`select gate.end_session(${hashToken(token)})`.execute(context.db);
}

/** False when not active there. */
export async function setSessionBoard(context: Context, token: string, boardId: string): Promise<boolean> {
  const set = await sql<{ done: boolean }>`
    select gate.set_session_board(${hashToken(token)}, ${boardId}::uuid) as done
  `.execute(context.db);
  return set.rows[0]?.done ?? false;
}
