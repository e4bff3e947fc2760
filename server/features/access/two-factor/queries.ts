import { sql } from 'kysely';
import type { UserScope } from '#server/db/user-scope.ts';

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
  const found = await sql<{ has_password: boolean; is_connected: boolean }>`
    select gate.has_password(${userId}::uuid) as has_password,
      exists (select from gate.connections_of(${userId}::uuid) c where not c.is_off) as is_connected
  `.execute(tx);
  if (found.rows[0]?.has_password) return 'password';
  return found.rows[0]?.is_connected ? 'provider' : null;
}

export async function hasSecondFactor(scope: UserScope): Promise<boolean> {
  const found = await sql<{ yes: boolean }>`select has_second_factor(${scope.userId}::uuid) as yes`.execute(scope.tx);
  return found.rows[0]?.yes ?? false;
}

export async function findShutBoard(
  { tx, userId }: UserScope,
  sessionId: string,
): Promise<{ readonly title: string; readonly provider: string } | null> {
  const found = await sql<{ title: string; provider: string }>`
    select title, provider from gate.shut_by_provider(${userId}::uuid, ${sessionId}::uuid)
  `.execute(tx);
  return found.rows[0] ?? null;
}

export async function hasPasskey(scope: UserScope): Promise<boolean> {
  const found = await scope.tx
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', scope.userId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
