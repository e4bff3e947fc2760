import { expect, test } from 'vitest';
import { zoneRulesOf } from './clock-changes.ts';
import { formatTimeRange, isoDate } from './dates.ts';
import { instantOfZonedText, instantToLocal, localToInstant, zonedText } from './local-time.ts';
import { adoptZoneRules, zoneAt } from './time-zones.ts';

const now = new Date('2026-11-16T12:00:00Z');
const vancouver = zoneRulesOf('America/Vancouver', now);

test('time zone rules from the server are ignored if Node.js has the same rules', () => {
  for (const zone of ['America/Vancouver', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']) {
    adoptZoneRules(zoneRulesOf(zone, now));
    expect(zoneAt(now, zone)).toBe(zone);
  }
});

test.each(['Zq/Unknown', 'America/Dawson_Creek'])('times in %s follow the time zone rules of the server', (name) => {
  expect(isoDate(now, 'Zq/Other')).toBe('2026-11-16');
  adoptZoneRules({ ...vancouver, name });
  const times = [
    ['2025-12-01', '09:30', '2025-12-01T17:30:00.000Z'],
    ['2026-07-01', '23:30', '2026-07-02T06:30:00.000Z'],
    ['2026-12-01', '09:30', '2026-12-01T16:30:00.000Z'],
  ] as const;
  for (const [date, time, instant] of times) {
    expect(localToInstant({ date, time }, name).toISOString()).toBe(instant);
    expect(instantOfZonedText(zonedText({ date, time }, name))).toBe(instant);
    expect(instantToLocal(instant, name)).toEqual({ date, time });
    expect(isoDate(instant, name)).toBe(date);
  }
  expect(formatTimeRange('2025-12-01T17:30:00Z', '2025-12-01T18:30:00Z', name)).toBe('9:30 AM – 10:30 AM GMT-8');
});
