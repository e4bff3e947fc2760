import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { hashToken, randomToken } from '#server/secrets.ts';

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
