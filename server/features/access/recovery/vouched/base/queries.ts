import { sql } from 'kysely';
import type { RecoveryState } from '#domain/recovery.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { definePage } from '#server/db/page-statement.ts';
import { hashToken } from '#server/secrets.ts';

export interface OpenRecovery {
  readonly recovery_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly state: RecoveryState;
  readonly is_begun: boolean;
  /** False in other browsers than the one where it was begun. */
  readonly is_here: boolean;
  readonly board_id: string | null;
  readonly board_title: string | null;
  readonly expires_at: Date;
  readonly opens_at: Date | null;
  readonly is_ready: boolean;
  readonly public_key: Buffer | null;
  readonly credential_id: Buffer | null;
  readonly handle: Buffer | null;
}

export interface Whence {
  readonly token: string;
  /** Of the cookie where it was begun; undefined where there is none. */
  readonly browser: string | undefined;
}

export const browserHash = (browser: string | undefined): Buffer | null =>
  browser === undefined ? null : hashToken(browser);

/** By the link in its mail; undefined when it has ended. */
export async function findRecovery(
  context: Pick<Context, 'db'>,
  { token, browser }: Whence,
): Promise<OpenRecovery | undefined> {
  const found = await sql<OpenRecovery>`
    select recovery_id, user_id, email, state, is_begun, is_here, board_id, board_title, expires_at, opens_at, is_ready, public_key,
      credential_id, handle
    from gate.find_recovery(${hashToken(token)}, ${browserHash(browser)}::bytea)
  `.execute(context.db);
  return found.rows[0];
}

export interface RecoveryBoard {
  readonly board_id: string;
  readonly title: string;
  readonly officers: number;
}

export async function listRecoveryBoards(
  context: Pick<Context, 'db'>,
  userId: string,
): Promise<readonly RecoveryBoard[]> {
  const found = await sql<RecoveryBoard>`
    select board_id, title, officers from gate.recovery_boards(${userId}::uuid)
  `.execute(context.db);
  return found.rows;
}

export interface ReadRecovery {
  readonly kind: 'account' | 'board';
  readonly user_id: string;
  readonly board_id: string;
  readonly board_title: string;
  readonly is_own: boolean;
  readonly is_officer: boolean;
  readonly is_under_way: boolean;
  /** The session has given two factors. */
  readonly is_strong: boolean;
  readonly state: RecoveryState;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly has_vouched: boolean;
  readonly tries_left: number;
  readonly expires_at: Date;
  readonly opens_at: Date | null;
}

/** For the person themselves and officers of its board; undefined for everybody else. */
export async function readRecovery(
  db: Context['db'] | BoardTransaction,
  { id, userId, sessionId }: { readonly id: string; readonly userId: string; readonly sessionId: string },
): Promise<ReadRecovery | undefined> {
  const found = await sql<ReadRecovery>`
    select kind, user_id, board_id, board_title, is_own, is_officer, is_under_way, is_strong, state, first_name, last_name, email,
      coalesce(has_vouched, false) as has_vouched, tries_left, expires_at, opens_at
    from gate.read_recovery(${id}::uuid, ${userId}::uuid, ${sessionId}::uuid)
  `.execute(db);
  return found.rows[0];
}

export interface RecoveryToStop {
  readonly kind: 'account' | 'board';
  readonly user_id: string;
  readonly board_id: string | null;
  readonly board_title: string | null;
}

export async function findRecoveryToStop(
  db: Context['db'] | BoardTransaction,
  id: string,
): Promise<RecoveryToStop | undefined> {
  const found = await sql<RecoveryToStop>`
    select kind, user_id, board_id, board_title from gate.recovery_to_stop(${id}::uuid)
  `.execute(db);
  return found.rows[0];
}

/** What open sessions show, of whoever entered. */
export const ownRecovery = definePage({}, ({ tx }) =>
  tx
    .selectFrom(sql<{ id: string | null }>`gate.own_recovery((select current_user_id()))`.as<'own'>(sql`own (id)`))
    .select('own.id'),
);

export async function findOwnRecovery(context: Pick<Context, 'db'>, userId: string): Promise<string | null> {
  const found = await sql<{ id: string | null }>`select gate.own_recovery(${userId}::uuid) as id`.execute(context.db);
  return found.rows[0]?.id ?? null;
}

/** An officer and whom they are asked to vouch for; null once it is over. */
export async function findVouching(
  scope: BoardJobScope,
  { id, memberId }: { readonly id: string; readonly memberId: string },
) {
  const about = await findRecoveryToStop(scope.tx, id);
  if (about?.board_id !== scope.board.id) return null;
  const members = await scope.tx
    .selectFrom('members')
    .select(['id', 'user_id', 'first_name', 'last_name', 'email'])
    .where('board_id', '=', scope.board.id)
    .where((eb) => eb.or([eb('id', '=', memberId), eb('user_id', '=', about.user_id)]))
    .where('removed_at', 'is', null)
    .execute();
  const officer = members.find((member) => member.id === memberId);
  const person = members.find(({ user_id: userId }) => userId === about.user_id);
  return officer && person ? { officer, person } : null;
}
