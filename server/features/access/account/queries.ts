import { sql } from 'kysely';
import type { Account, BoardNotifications } from '#contract/account.ts';
import { type NotificationChoice, notificationChoices } from '#domain/mail.ts';
import type { Context } from '#server/context.ts';
import { selectValue } from '#server/db/select-value.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { notFound } from '#server/errors.ts';
import { isOpen, type UserBoard } from '#server/features/core/boards/queries.ts';
import { hashToken } from '#server/secrets.ts';
import { shownEmail } from '#server/shown-email.ts';

export async function loadAccount(scope: UserScope, boards: readonly UserBoard[]): Promise<Account> {
  const user = await scope.tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'password_changed_at'])
    .select([
      sql<string | null>`gate.waiting_email(id, ${scope.now})`.as('new_email'),
      sql<boolean>`gate.has_password(id)`.as('has_password'),
      sql<boolean>`gate.can_remove_password(id)`.as('can_remove_password'),
    ])
    .where('id', '=', scope.userId)
    .executeTakeFirstOrThrow();
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    email: shownEmail(user.email),
    new_email: shownEmail(user.new_email),
    has_password: user.has_password,
    can: { remove_password: user.can_remove_password },
    password_changed_at: user.password_changed_at?.toISOString() ?? null,
    notifications: await listNotifications(scope, boards),
  };
}

export const hasPassword = (context: Context, userId: string): Promise<boolean> =>
  selectValue(context.db, sql<boolean>`gate.has_password(${userId}::uuid)`);

async function listNotifications(scope: UserScope, boards: readonly UserBoard[]): Promise<BoardNotifications[]> {
  const { rows } = await sql<{ board_id: string; choice: NotificationChoice }>`
    select board_id, choice from gate.muted_mail_of(${scope.userId}::uuid)
  `.execute(scope.tx);
  const mutedOn = Map.groupBy(rows, (row) => row.board_id);
  const known = notificationChoices.map(({ choice }) => choice);
  return boards.filter(isOpen).map(({ board: { board_info: info, title } }) => {
    const muted = new Set(mutedOn.get(info.board_id)?.map(({ choice }) => choice));
    return { board_id: info.board_id, title, muted: known.filter((choice) => muted.has(choice)) };
  });
}

/** Throws 404 if the link is unknown, used or expired. */
export async function findEmailChange(context: Context, token: string): Promise<string> {
  const email = await selectValue(
    context.db,
    sql<string | null>`gate.find_email_change(${hashToken(token)}, ${context.clock.now()})`,
  );
  if (!email) throw notFound();
  return shownEmail(email);
}
