import { sql } from 'kysely';
import type { Account, BoardNotifications } from '#contract/account.ts';
import { type NotificationChoice, notificationChoices } from '#domain/mail.ts';
import type { Context } from '#server/context.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { isOpen, type UserBoard } from '#server/features/core/boards/queries.ts';
import { shownEmail } from '#server/shown-email.ts';

export async function loadAccount(scope: UserScope, boards: readonly UserBoard[]): Promise<Account> {
  const user = await scope.tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'password_changed_at'])
    .where('id', '=', scope.userId)
    .executeTakeFirstOrThrow();
  const waiting = await sql<{ email: string | null; has_password: boolean; can_remove: boolean }>`
    select gate.waiting_email(${scope.userId}::uuid, ${scope.now}) as email, gate.has_password(${scope.userId}::uuid) as has_password,
      gate.can_remove_password(${scope.userId}::uuid) as can_remove
  `.execute(scope.tx);
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    email: shownEmail(user.email),
    new_email: shownEmail(waiting.rows[0]?.email ?? null),
    has_password: waiting.rows[0]?.has_password ?? false,
    can: { remove_password: waiting.rows[0]?.can_remove ?? false },
    password_changed_at: user.password_changed_at?.toISOString() ?? null,
    notifications: [...(await listNotifications(scope, boards))],
  };
}

export async function hasPassword(context: Context, userId: string): Promise<boolean> {
  const found = await sql<{ yes: boolean }>`select gate.has_password(${userId}::uuid) as yes`.execute(context.db);
  return found.rows[0]?.yes ?? false;
}

async function listNotifications(
  scope: UserScope,
  boards: readonly UserBoard[],
): Promise<readonly BoardNotifications[]> {
  const muted = await listMuted(scope);
  return boards.filter(isOpen).map(({ board }) => ({
    board_id: board.board_info.board_id,
    title: board.title,
    muted: notificationChoices
      .map(({ choice }) => choice)
      .filter((choice) => muted.has(keyOf(board.board_info.board_id, choice))),
  }));
}

const keyOf = (boardId: string, choice: string): string => `${boardId} ${choice}`;

async function listMuted(scope: UserScope): Promise<ReadonlySet<string>> {
  const found = await sql<{ board_id: string; choice: NotificationChoice }>`
    select board_id, choice from gate.muted_mail_of(${scope.userId}::uuid)
  `.execute(scope.tx);
  return new Set(found.rows.map((row) => keyOf(row.board_id, row.choice)));
}
