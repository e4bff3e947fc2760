import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { firstRow, selectValue } from '#server/db/select-value.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { AppError } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';

export async function findTwoFactor(scope: UserScope) {
  const row = await scope.tx
    .selectFrom('two_factors')
    .select(['sealed_secret', 'created_at', 'confirmed_at'])
    .where('user_id', '=', scope.userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function countRecoveryCodes(scope: UserScope): Promise<number> {
  const { left } = await scope.tx
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', scope.userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Returns null if the user has only passkeys, which need no code. */
export async function findWhatCodesFollow({ tx, userId }: UserScope): Promise<'password' | 'provider' | null> {
  return selectValue(
    tx,
    sql<'password' | 'provider' | null>`case
      when gate.has_password(${userId}::uuid) then 'password'
      when exists (select from gate.connections_of(${userId}::uuid) c where not c.is_off) then 'provider'
    end`,
  );
}

export const hasSecondFactor = (scope: UserScope): Promise<boolean> =>
  selectValue(scope.tx, sql<boolean>`has_second_factor(${scope.userId}::uuid)`);

export const findShutBoard = ({ tx, userId }: UserScope, sessionId: string) =>
  firstRow(
    tx,
    sql<{ title: string; provider: string }>`
      select title, provider from gate.shut_by_provider(${userId}::uuid, ${sessionId}::uuid)
    `,
  );

export const hasPasskey = ({ tx, userId }: UserScope): Promise<boolean> =>
  selectValue(tx, sql<boolean>`exists (select from passkeys where user_id = ${userId})`);

interface PendingFactors {
  readonly user_id: string;
  readonly has_app: boolean;
  readonly has_passkey: boolean;
}

export async function findPendingFactors(context: Context, token: string | undefined): Promise<PendingFactors> {
  if (token === undefined) throw new AppError('session-expired');
  const row = await firstRow(
    context.db,
    sql<PendingFactors>`
      select user_id, has_app, has_passkey from gate.pending_factors(${hashToken(token)}, ${context.clock.now()})
    `,
  );
  if (row === null) throw new AppError('session-expired');
  return row;
}
