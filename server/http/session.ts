import { sql } from 'kysely';
import type { Theme, ViewerSize } from '#contract/start.ts';
import type { Context } from '#server/context.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { idleHours } from '#server/db/session-uses.ts';
import { AppError } from '#server/errors.ts';
import { hashToken, randomToken } from '#server/secrets.ts';

export const rememberDays = 30;
const confirmedHours = 3;

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
  readonly hasSecondFactor: boolean;
  readonly confirmedAt: Date | null;
}

export interface PasswordProof {
  readonly kind: 'password';
  readonly hash: string;
}

export interface ConnectionProof {
  readonly kind: 'connection';
  readonly connectionId: string;
}

export type Proof = PasswordProof | ConnectionProof | { readonly kind: 'passkey'; readonly passkeyId: string };

export interface SessionStart {
  readonly userId: string;
  readonly proof: Proof;
  readonly boardId: string | null;
  readonly remember: boolean;
  readonly secondFactor?: true;
  /** Runs first in the transaction that starts the session. */
  readonly onDevice?: (tx: BoardTransaction) => Promise<SessionDevice>;
}

export interface SessionDevice {
  readonly id: string;
  /** Whether a trusted device replaced the second factor. */
  readonly byTrust: boolean;
}

export interface SessionControl {
  /** Ends the current session and sets a new cookie. Throws 419 if the session may not start. */
  start(options: SessionStart): Promise<void>;
  holdPending(token: string): Promise<void>;
  confirm(): Promise<void>;
  end(): Promise<void>;
  setBoard(boardId: string): Promise<boolean>;
  setCookie(name: string, value: string, days: number): void;
  /** The token is bound to the session, or to the pre-session cookie. */
  issueCsrf(): void;
}

/** Returns null for an unknown or expired token or a disabled user. */
export async function findSession(context: Context, token: string): Promise<Session | null> {
  const found = await sql<Session>`
    select session_id as id, user_id as "userId", board_id as "boardId", remember, email, first_name as "firstName",
      last_name as "lastName", img_url as "imgUrl", is_site_admin as "isSiteAdmin", theme, viewer_size as "viewerSize",
      has_second_factor as "hasSecondFactor", confirmed_at as "confirmedAt"
    from gate.find_session(${hashToken(token)}, make_interval(hours => ${idleHours}), ${context.clock.now()})
  `.execute(context.db);
  return found.rows[0] ?? null;
}

export function isConfirmed(session: Session | null, now: Date): boolean {
  const at = session?.confirmedAt?.getTime();
  return at !== undefined && now.getTime() - at < confirmedHours * 3_600_000;
}

/**
 * Returns the token, of which only the hash is stored. Throws 419 if the proof is no longer valid or the user is
 * disabled.
 */
export async function startSession(
  context: Context,
  options: SessionStart & { readonly userAgent: string },
): Promise<string> {
  const token = randomToken();
  const hours = options.remember ? rememberDays * 24 : idleHours;
  const now = context.clock.now();
  const until = new Date(now.getTime() + hours * 3_600_000);
  const { userId, proof, boardId, remember, userAgent } = options;
  const hash = proof.kind === 'password' ? proof.hash : null;
  const passkey = proof.kind === 'passkey' ? proof.passkeyId : null;
  const connection = proof.kind === 'connection' ? proof.connectionId : null;
  await context.db.transaction().execute(async (tx) => {
    const device = (await options.onDevice?.(tx)) ?? { id: null, byTrust: false };
    const started = await sql<{ id: string | null }>`
      select gate.start_session(${userId}::uuid, ${hash}, ${passkey}::uuid, ${connection}::uuid,
        ${options.secondFactor === true}, ${hashToken(token)}, ${boardId}::uuid, ${remember}, ${userAgent}, ${now}, ${until},
        ${device.id}::uuid, ${device.byTrust}) as id
    `.execute(tx);
    if (!started.rows[0]?.id) throw new AppError('session-expired');
  });
  return token;
}

/** Returns the new token. Only one of several concurrent calls succeeds; the others throw 419. */
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

/** Returns false if the user is not an active member of the board. */
export async function setSessionBoard(context: Context, token: string, boardId: string): Promise<boolean> {
  const set = await sql<{ done: boolean }>`
    select gate.set_session_board(${hashToken(token)}, ${boardId}::uuid) as done
  `.execute(context.db);
  return set.rows[0]?.done ?? false;
}
