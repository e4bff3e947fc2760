import type { Device } from '#contract/devices.ts';
import { deviceLabel } from '#domain/devices.ts';
import type { DeviceRow, DevicesFound } from './queries.ts';

const dayMs = 86_400_000;

interface Present {
  readonly sessionId: string;
  readonly now: Date;
}

export function presentDevices({ devices, sessions, trustDays }: DevicesFound, present: Present): Device[] {
  const known = devices.map((row) => ({
    ...row,
    own: sessions.filter((session) => session.device_id === row.id),
    isForgettable: true,
  }));
  const withoutDevice = sessions
    .filter((session) => session.device_id === null)
    .map((row) => ({ ...row, own: [row], address: null, trusted_at: null, trusted_until: null, isForgettable: false }));
  const shown = [...known, ...withoutDevice].map(({ own, ...row }): Device => {
    const isCurrent = own.some(({ id }) => id === present.sessionId);
    const isSignedIn = own.length > 0;
    const lastSeen = Math.max(row.last_seen_at.getTime(), ...own.map((session) => session.last_seen_at.getTime()));
    const { device: kind, name } = deviceLabel(row.user_agent);
    return {
      id: row.id,
      kind,
      name,
      address: row.address,
      last_seen_at: new Date(lastSeen).toISOString(),
      is_current: isCurrent,
      is_signed_in: isSignedIn,
      trusted_until: trustEnd(row, trustDays, present.now)?.toISOString() ?? null,
      can: { sign_out: isSignedIn && !isCurrent, forget: !isCurrent && row.isForgettable },
    };
  });
  return shown.toSorted(
    (a, b) => Number(b.is_current) - Number(a.is_current) || Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at),
  );
}

function trustEnd(
  { trusted_at: from, trusted_until: until }: Pick<DeviceRow, 'trusted_at' | 'trusted_until'>,
  trustDays: number,
  now: Date,
): Date | null {
  if (from === null || until === null) return null;
  const end = new Date(Math.min(until.getTime(), from.getTime() + trustDays * dayMs));
  return end > now ? end : null;
}
