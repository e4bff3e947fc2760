import { sql } from 'kysely';
import type { Account, AccountSession, BoardNotifications } from '#contract/account.ts';
import { deviceLabel } from '#domain/devices.ts';
import type { NotificationChoice } from '#domain/mail.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import type { UserBoard } from '#server/features/core/boards/queries.ts';
import type { OfferedChoices } from './ports.ts';

export async function loadAccount(
  scope: UserScope,
  of: {
    readonly sessionId: string;
    readonly boards: readonly UserBoard[];
    readonly choices: OfferedChoices;
  },
): Promise<Account> {
  const user = await scope.tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'password_changed_at'])
    .where('id', '=', scope.userId)
    .executeTakeFirstOrThrow();
  const waiting = await sql<{ email: string | null }>`
    select gate.waiting_email(${scope.userId}::uuid, ${scope.now}) as email
  `.execute(scope.tx);
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    new_email: waiting.rows[0]?.email ?? null,
    password_changed_at: user.password_changed_at?.toISOString() ?? null,
    sessions: [...(await listSessions(scope, of.sessionId))],
    notifications: [...(await listNotifications(scope, of.boards, of.choices))],
    choices: [...of.choices],
  };
}

/** This one first, then last seen. */
async function listSessions(scope: UserScope, currentId: string): Promise<readonly AccountSession[]> {
  const rows = await scope.tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'last_seen_at'])
    .where('user_id', '=', scope.userId)
    .where('expires_at', '>', scope.now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(sessionsShownMax)
    .execute();
  const sessions = rows.map((row) => ({
    id: row.id,
    ...deviceLabel(row.user_agent),
    last_seen_at: row.last_seen_at.toISOString(),
    is_current: row.id === currentId,
  }));
  return sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
}

const sessionsShownMax = 100;

/** Of boards open to the user. */
async function listNotifications(
  scope: UserScope,
  boards: readonly UserBoard[],
  choices: OfferedChoices,
): Promise<readonly BoardNotifications[]> {
  const muted = await listMuted(scope);
  return boards
    .filter(({ board }) => !board.suspended && !board.two_factor_missing)
    .map(({ board }) => ({
      board_id: board.board_info.board_id,
      title: board.title,
      muted: choices.filter((choice) => muted.has(keyOf(board.board_info.board_id, choice))),
    }));
}

const keyOf = (boardId: string, choice: string): string => `${boardId} ${choice}`;

/** On all boards. */
async function listMuted(scope: UserScope): Promise<ReadonlySet<string>> {
  const found = await sql<{ board_id: string; choice: NotificationChoice }>`
    select board_id, choice from gate.muted_mail_of(${scope.userId}::uuid)
  `.execute(scope.tx);
  return new Set(found.rows.map((row) => keyOf(row.board_id, row.choice)));
}
