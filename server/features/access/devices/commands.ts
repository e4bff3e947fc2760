import { sql } from 'kysely';
import { deviceLabel } from '#domain/devices.ts';
import type { Context } from '#server/context.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { firstRow } from '#server/db/select-value.ts';
import { enterUser, type UserScope } from '#server/db/user-scope.ts';
import { notFound } from '#server/errors.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import { deviceIdsOf, type SignInBrowser } from '#server/http/attempt-source.ts';
import type { SessionStart } from '#server/http/session.ts';
import { hashToken } from '#server/secrets.ts';
import { devicesMax, trustDaysOf } from './queries.ts';

export interface SignInOnDevice extends Omit<SessionStart, 'onDevice'> {
  readonly account: string;
  readonly byTrust?: boolean;
  readonly trust?: boolean;
  /** If true, no message about a new device is sent to the owner. */
  readonly isExpected?: boolean;
}

/** The caller must have checked all factors. Throws 419 if the proof of identity or the device is no longer valid. */
export async function completeSignIn(
  context: Context,
  browser: SignInBrowser,
  { account, byTrust = false, trust = false, isExpected = false, ...session }: SignInOnDevice,
): Promise<void> {
  const { ids, isKnown } = deviceIdsOf(context, browser.device, account);
  let hash = hashToken(ids.at(-1) ?? '');
  await browser.start({
    ...session,
    async onDevice(tx) {
      const noted = await noteDevice(context, tx, { userId: session.userId, ids, browser });
      hash = noted.device_hash;
      const scope = await enterUser(tx, context.clock, session.userId);
      if (noted.is_new && !isKnown && !isExpected) await mailNewDevice(context, scope, browser);
      if (trust && session.secondFactor === true) await trustDevice(scope, noted.device_id);
      return { id: noted.device_id, byTrust };
    },
  });
  const id = ids.find((each) => hashToken(each).equals(hash));
  if (id !== undefined) browser.remember(account, id);
}

interface NotedDevice {
  readonly device_id: string;
  readonly device_hash: Buffer;
  readonly is_new: boolean;
}

async function noteDevice(
  { clock }: Context,
  tx: BoardTransaction,
  given: { readonly userId: string; readonly ids: readonly string[]; readonly browser: SignInBrowser },
): Promise<NotedDevice> {
  const { userId, ids, browser } = given;
  const row = await firstRow(
    tx,
    sql<NotedDevice>`
      select device_id, device_hash, is_new from gate.note_device(${userId}::uuid, ${ids.map(hashToken)}::bytea[],
        ${browser.userAgent}, ${browser.ip}, ${clock.now()}, ${devicesMax})
    `,
  );
  if (row === null) throw new Error('The device was not stored.');
  return row;
}

async function mailNewDevice(context: Context, scope: UserScope, { userAgent, ip }: SignInBrowser): Promise<void> {
  const { name } = deviceLabel(userAgent);
  await auditAccount(scope, { action: 'device.new', byUserId: scope.userId, detail: { name } });
  const about = { userId: scope.userId, notice: 'new-device', facts: { device: name, from: ip } } as const;
  await queueSecurityNotice(scope, context.secrets, about);
}

const dayMs = 86_400_000;

async function trustDevice(scope: UserScope, id: string): Promise<void> {
  const days = await trustDaysOf(scope.tx, scope.userId);
  if (days === 0) return;
  await scope.tx
    .updateTable('devices')
    .set({ trusted_at: scope.now, trusted_until: new Date(scope.now.getTime() + days * dayMs) })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
  await auditAccount(scope, { action: 'device.trusted', byUserId: scope.userId, detail: { days } });
}

interface Chosen {
  readonly id: string;
  readonly sessionId: string;
}

export async function signOutDevice(scope: UserScope, { id, sessionId }: Chosen): Promise<void> {
  const ended = await scope.tx
    .deleteFrom('sessions')
    .where('user_id', '=', scope.userId)
    .where('id', '<>', sessionId)
    .where((eb) => eb.or([eb('device_id', '=', id), eb.and([eb('device_id', 'is', null), eb('id', '=', id)])]))
    .executeTakeFirst();
  if (ended.numDeletedRows === 0n) throw notFound();
  await auditAccount(scope, { action: 'session.ended', byUserId: scope.userId });
}

export async function signOutOthers(scope: UserScope, currentId: string): Promise<void> {
  await scope.tx.deleteFrom('sessions').where('user_id', '=', scope.userId).where('id', '<>', currentId).execute();
  await auditAccount(scope, { action: 'session.ended-others', byUserId: scope.userId });
}

export async function endTrust(scope: UserScope, id: string): Promise<void> {
  const ended = await scope.tx
    .updateTable('devices')
    .set({ trusted_at: null, trusted_until: null })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('trusted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw notFound();
  await auditAccount(scope, { action: 'device.trust-ended', byUserId: scope.userId });
}

export async function endAllTrust({ tx, userId }: UserScope): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ trusted_at: null, trusted_until: null })
    .where('user_id', '=', userId)
    .where('trusted_at', 'is not', null)
    .execute();
}

/** Ends the device's sessions. Throws 404 for an unknown device and for the current one. */
export async function forgetDevice(scope: UserScope, { id, sessionId }: Chosen): Promise<void> {
  const { tx, userId } = scope;
  const isCurrent = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('device_id', '=', id)
    .executeTakeFirst();
  if (isCurrent) throw notFound();
  const endSessions = () =>
    tx.deleteFrom('sessions').where('user_id', '=', userId).where('device_id', '=', id).execute();
  // Lock sessions before devices, to avoid deadlocks.
  await endSessions();
  const own = tx.selectFrom('devices').select('user_agent').where('user_id', '=', userId).where('id', '=', id);
  const found = await own.forUpdate().executeTakeFirst();
  if (!found) throw notFound();
  // Ends sessions that a concurrent sign-in has just added.
  await endSessions();
  await tx.deleteFrom('devices').where('user_id', '=', userId).where('id', '=', id).execute();
  const { name } = deviceLabel(found.user_agent);
  await auditAccount(scope, { action: 'device.forgotten', byUserId: userId, detail: { name } });
}
