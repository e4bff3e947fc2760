import { isLocalTime } from '#domain/local-time.ts';

const minutesPerDay = 1_440;

/** '11:30' after '09:30' and 120 minutes; null where there is no start, or the end would be on another day. */
export function endAfter(start: string, lengthMinutes: number): string | null {
  if (!isLocalTime(start)) return null;
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  const end = hours * 60 + minutes + lengthMinutes;
  if (end >= minutesPerDay) return null;
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
