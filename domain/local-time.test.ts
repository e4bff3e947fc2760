import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOfZonedText, instantToLocal, isLocalTime, localToInstant, zonedText } from './local-time.ts';
import { isTimeZone } from './time-zones.ts';

const iso = (date: string, time: string, zone: string): string => localToInstant({ date, time }, zone).toISOString();

describe('the instant of a local time', () => {
  test('is computed in the given zone', () => {
    expect(iso('2026-11-19', '09:30', 'America/Halifax')).toBe('2026-11-19T13:30:00.000Z');
    expect(iso('2026-07-19', '09:30', 'Europe/London')).toBe('2026-07-19T08:30:00.000Z');
  });

  test('is moved forward by the length of the gap if the clocks skip that time', () => {
    expect(iso('2026-03-08', '02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
    expect(iso('2026-03-29', '01:30', 'Europe/London')).toBe('2026-03-29T01:30:00.000Z');
    expect(iso('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00.000Z');
    expect(instantToLocal('2026-10-03T15:45:00.000Z', 'Australia/Lord_Howe').time).toBe('02:45');
  });

  test('is the earlier of the two possible instants if the local time occurs twice', () => {
    expect(iso('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    expect(iso('2026-10-25', '01:30', 'Europe/London')).toBe('2026-10-25T00:30:00.000Z');
    expect(iso('2026-04-05', '01:45', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z');
  });

  test('cannot be computed for an invalid date, time or zone', () => {
    const good = { date: '2026-11-19', time: '09:30' };
    expect(() => localToInstant({ ...good, date: '2026-02-30' }, 'UTC')).toThrow(RangeError);
    expect(() => localToInstant({ ...good, time: '24:00' }, 'UTC')).toThrow(RangeError);
    expect(() => localToInstant(good, 'Mars/Olympus')).toThrow(RangeError);
  });
});

const zones = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'America/Halifax', 'Asia/Kathmandu', 'UTC'];
const minutes = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000));

const nearNewYork = ['2026-03-08T07:00Z', '2026-11-01T06:00Z'];
const nearLondon = ['2026-03-29T01:00Z', '2026-10-25T01:00Z'];
const nearLordHowe = ['2026-10-03T15:30Z', '2026-04-04T15:00Z'];
const minutesNearChanges = fc
  .tuple(fc.constantFrom(...nearNewYork, ...nearLondon, ...nearLordHowe), fc.integer({ min: -240, max: 240 }))
  .map(([change, offset]) => new Date(Date.parse(change) + offset * 60_000));

test('every instant survives conversion to local time and back, except in the second pass of a repeated hour', () => {
  fc.assert(
    fc.property(fc.oneof(minutes, minutesNearChanges), fc.constantFrom(...zones), (instant, zone) => {
      const local = instantToLocal(instant, zone);
      const back = localToInstant(local, zone);
      expect(instantToLocal(back, zone)).toEqual(local);
      const earlierBy = instant.getTime() - back.getTime();
      expect([0, 30 * 60_000, 60 * 60_000]).toContain(earlierBy);
    }),
    { numRuns: 500 },
  );
});

test('converting a local time to an instant and back gives the same time, or a later time if the clocks skip it', () => {
  const days = fc.constantFrom('2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-10-04', '2026-04-05');
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 0, max: 1439 }),
      fc.constantFrom('America/New_York', 'Europe/London', 'Australia/Lord_Howe'),
      (date, minute, zone) => {
        const two = (value: number): string => String(value).padStart(2, '0');
        const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
        const shown = instantToLocal(localToInstant({ date, time }, zone), zone);
        expect(shown.date).toBe(date);
        const [hours = 0, rest = 0] = shown.time.split(':').map(Number);
        expect([0, 30, 60]).toContain(hours * 60 + rest - minute);
      },
    ),
    { numRuns: 500 },
  );
});

test('only valid times and named time zones are accepted', () => {
  expect(['00:00', '23:59'].every(isLocalTime)).toBe(true);
  expect(['', '9:30', '24:00', '12:60', '12:30:00'].some(isLocalTime)).toBe(false);
  expect(['America/Halifax', 'Australia/Lord_Howe', 'UTC'].every(isTimeZone)).toBe(true);
  expect(['', 'Mars/Olympus', '+02:00', '-05', '../etc'].some(isTimeZone)).toBe(false);
});

test.each([
  ['2026-07-08', '09:30', 'Asia/Kolkata', '2026-07-08T04:00:00.000Z'],
  ['2026-07-08', '09:30', 'Europe/Kyiv', '2026-07-08T06:30:00.000Z'],
  ['2026-03-29', '02:30', 'Europe/Kiev', '2026-03-29T00:30:00.000Z'],
  // Vancouver has been on permanent summer time since March 2026.
  ['2026-12-01', '09:30', 'America/Vancouver', '2026-12-01T16:30:00.000Z'],
])('the local time %s %s in %s is %s', (date, time, zone, instant) => {
  expect(instantOfZonedText(zonedText({ date, time }, zone))).toBe(instant);
});

test('text that is not a time with a known zone is returned unchanged', () => {
  for (const text of ['', '2026-11-19T09:30:00.000Z', '2026-02-30T09:30[UTC]', '2026-11-19T09:30[Mars/Olympus]']) {
    expect(instantOfZonedText(text)).toBe(text);
  }
});
