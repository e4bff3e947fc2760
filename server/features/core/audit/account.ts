import type { UserScope } from '#server/db/user-scope.ts';

export interface AccountEntry {
  /** `two-factor.turned-on`: what was done, and to what of the account. */
  readonly action: string;
  /** Who did it: the user, or a site admin. */
  readonly byUserId: string;
  /** Plain facts; never secrets. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Writes what was done to an account, in the same transaction (product.md, section 9). Boards have a log of their own. */
export async function auditAccount(scope: UserScope, entry: AccountEntry): Promise<void> {
  await scope.tx
    .insertInto('account_entries')
    .values({
      user_id: scope.userId,
      by_user_id: entry.byUserId,
      action: entry.action,
      detail: JSON.stringify(entry.detail ?? {}),
      at: scope.now,
    })
    .execute();
}
