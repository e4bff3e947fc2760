import type { Device } from '#contract/devices.ts';
import { deviceLabel } from '#domain/devices.ts';
import type { DeviceRow, DevicesFound } from './queries.ts';

const dayMs = 86_400_000;

interface Present {
  readonly sessionId: string;
  readonly now: Date;
}

export function presentDevices({ devices, sessions, trustDays }: DevicesFound, present: Present): Device[] {
  const current = sessions.find(({ id }) => id === present.sessionId);
  const known = devices.map((row): Device => {
    const own = sessions.filter((session) => session.device_id === row.id);
    const isCurrent = current?.device_id === row.id;
    const isSignedIn = own.length > 0;
    const lastSeen = Math.max(row.last_seen_at.getTime(), ...own.map((session) => session.last_seen_at.getTime()));
    return {
      id: row.id,
      ...labelOf(row),
      address: row.address,
      last_seen_at: new Date(lastSeen).toISOString(),
      is_current: isCurrent,
      is_signed_in: isSignedIn,
      trusted_until: trustEnd(row, trustDays, present.now)?.toISOString() ?? null,
      can: { sign_out: isSignedIn && !isCurrent, forget: !isCurrent },
    };
  });
  const withoutDevice = sessions.filter((session) => session.device_id === null);
  const alone = withoutDevice.map((row): Device => {
    const isCurrent = row === current;
    return {
      id: row.id,
      ...labelOf(row),
      address: null,
      last_seen_at: row.last_seen_at.toISOString(),
      is_current: isCurrent,
      is_signed_in: true,
      trusted_until: null,
      can: { sign_out: !isCurrent, forget: false },
    };
  });
  return [...known, ...alone].toSorted(
    (a, b) => Number(b.is_current) - Number(a.is_current) || Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at),
  );
}

function labelOf({ user_agent: userAgent }: Pick<DeviceRow, 'user_agent'>): Pick<Device, 'kind' | 'name'> {
  const { device, name } = deviceLabel(userAgent);
  return { kind: device, name };
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
