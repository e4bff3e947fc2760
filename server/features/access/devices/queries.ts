import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { selectValue } from '#server/db/select-value.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { type AttemptSource, deviceIdsOf } from '#server/http/attempt-source.ts';
import { hashToken } from '#server/secrets.ts';

export const devicesMax = 20;
const sessionsShownMax = 100;

export async function findDevices(scope: UserScope) {
  const devices = await scope.tx
    .selectFrom('devices')
    .select(['id', 'user_agent', 'address', 'last_seen_at', 'trusted_at', 'trusted_until'])
    .where('user_id', '=', scope.userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(devicesMax)
    .execute();
  const sessions = await scope.tx
    .selectFrom('sessions')
    .select(['id', 'device_id', 'user_agent', 'last_seen_at'])
    .where('user_id', '=', scope.userId)
    .where('expires_at', '>', scope.now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(sessionsShownMax)
    .execute();
  return { devices, sessions, trustDays: await trustDaysOf(scope.tx, scope.userId) };
}

export type DevicesFound = Awaited<ReturnType<typeof findDevices>>;
export type DeviceRow = DevicesFound['devices'][number];

export const trustDaysOf = (db: Context['db'], userId: string): Promise<number> =>
  selectValue(db, sql<number>`gate.trust_days(${userId}::uuid)`);

export async function isTrustedDevice(
  context: Context,
  source: AttemptSource,
  { userId, account }: { readonly userId: string; readonly account: string },
): Promise<boolean> {
  const { ids, isKnown } = deviceIdsOf(context, source.device, account);
  if (!isKnown) return false;
  const hashes = ids.slice(-1).map(hashToken);
  return selectValue(
    context.db,
    sql<boolean>`gate.is_trusted_device(${userId}::uuid, ${hashes}::bytea[], ${context.clock.now()})`,
  );
}
