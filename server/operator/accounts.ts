import { sql } from 'kysely';
import { normaliseEmail } from '#domain/validation.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { BoardTransaction, Database } from '#server/db/database.ts';
import { firstRow, selectValue } from '#server/db/select-value.ts';
import { enterUser, type UserScope } from '#server/db/user-scope.ts';
import { endAllTrust } from '#server/features/access/devices/commands.ts';
import { queuePasswordReset } from '#server/features/access/recovery/commands.ts';
import { resetTwoFactor } from '#server/features/access/two-factor/commands.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import type { Secrets } from '#server/secrets.ts';

export interface Operator {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: Pick<Config, 'links'>;
  readonly secrets: Secrets;
}

interface Account {
  readonly id: string;
  readonly email: string;
  readonly is_site_admin: boolean;
  readonly is_disabled: boolean;
}

export const byOperator = { byUserId: null, detail: { by: 'operator' } } as const;

export async function setSiteAdmin(operator: Operator, email: string, isSiteAdmin: boolean): Promise<string> {
  return withAccount(operator, email, async ({ tx, account, enter }) => {
    // Lock all site admins in a fixed order, so that concurrent removals cannot remove the last one.
    await sql`
      select from users u where u.is_site_admin or u.id = ${account.id}::uuid order by u.id for no key update
    `.execute(tx);
    const now = await findAccount(tx, email);
    if (now.is_site_admin === isSiteAdmin) return `${email} ${isSiteAdmin ? 'is already' : 'is not'} a site admin.`;
    if (isSiteAdmin && now.is_disabled) throw new Error(`The account of ${email} is disabled. Choose another account.`);
    if (!isSiteAdmin && (await isLastSiteAdmin(tx, now))) {
      throw new Error(`${email} is the last site admin. Make somebody else a site admin first.`);
    }
    await sql`update users set is_site_admin = ${isSiteAdmin} where id = ${account.id}::uuid`.execute(tx);
    const scope = await enter();
    await auditAccount(scope, {
      action: isSiteAdmin ? 'account.made-site-admin' : 'account.site-admin-removed',
      ...byOperator,
    });
    const notice = isSiteAdmin ? 'site-admin-on' : 'site-admin-off';
    await queueSecurityNotice(scope, operator.secrets, { userId: account.id, notice });
    return `${email} is ${isSiteAdmin ? 'now a site admin' : 'no longer a site admin'}.`;
  });
}

export async function resetSecondFactor(operator: Operator, email: string): Promise<string> {
  return withAccount(operator, email, async ({ enter }) => {
    const isReset = await resetTwoFactor(await enter(), operator.secrets, byOperator);
    return isReset ? `${email} now signs in with the password only.` : `${email} has no second factor.`;
  });
}

/** The link is mailed, so that it does not appear in a terminal. */
export async function sendResetLink(operator: Operator, email: string): Promise<string> {
  if (operator.config.links.passwordReset !== null) {
    throw new Error('Passwords are changed on the page that PASSWORD_RESET_URL names.');
  }
  return withAccount(operator, email, async ({ tx, account, enter }) => {
    if (account.is_disabled) throw new Error(`The account of ${email} is disabled: a link would not work.`);
    const scope = await enter();
    await queuePasswordReset(tx, scope.now, account.email);
    await auditAccount(scope, { action: 'password.reset-link-sent', ...byOperator });
    return `A link to set a new password will be sent to ${account.email} as soon as a server is running.`;
  });
}

export async function signOut(operator: Operator, email: string): Promise<string> {
  return withAccount(operator, email, async ({ account, enter }) => {
    const scope = await enter();
    const sessions = Number(await selectValue(scope.tx, sql`gate.end_sign_ins(${account.id}::uuid)`));
    await endAllTrust(scope);
    const { byUserId, detail } = byOperator;
    await auditAccount(scope, {
      action: 'session.ended-by-operator',
      byUserId,
      detail: { ...detail, sessions },
    });
    await queueSecurityNotice(scope, operator.secrets, { userId: account.id, notice: 'signed-out' });
    return `${email} was signed out: ${sessions} ${sessions === 1 ? 'session' : 'sessions'} ended.`;
  });
}

interface WithAccount {
  readonly tx: BoardTransaction;
  readonly account: Account;
  readonly enter: () => Promise<UserScope>;
}

async function withAccount(
  { db, clock }: Operator,
  email: string,
  work: (given: WithAccount) => Promise<string>,
): Promise<string> {
  return asGate(db, async (tx) => {
    const account = await findAccount(tx, email);
    const enter = async (): Promise<UserScope> => {
      await sql`set local role dais_serving`.execute(tx);
      return enterUser(tx, clock, account.id);
    };
    return work({ tx, account, enter });
  });
}

export const asGate = <T>(db: Database, work: (tx: BoardTransaction) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local role dais_gate`.execute(tx);
    return work(tx);
  });

async function findAccount(tx: BoardTransaction, email: string): Promise<Account> {
  const found = sql<Account>`
    select id, email, is_site_admin, disabled_at is not null as is_disabled from users where lower(email) = ${normaliseEmail(email)}
  `;
  const account = await firstRow(tx, found);
  if (!account) throw new Error(`Nobody has an account with the address ${email}.`);
  return account;
}

async function isLastSiteAdmin(tx: BoardTransaction, { id, is_disabled }: Account): Promise<boolean> {
  if (is_disabled) return false;
  const { rows } = await sql`
    select from users where is_site_admin and disabled_at is null and id <> ${id}::uuid limit 1
  `.execute(tx);
  return rows.length === 0;
}
