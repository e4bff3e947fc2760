import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  adoptDateStyle,
  formatDate,
  formatDocumentTime,
  formatHeadingDate,
  formatHeadingDay,
  formatListDate,
  formatShortDate,
  formatTimeFor,
  formatTimeRange,
  formatTimeWithZone,
  isoDate,
  relativeDay,
  toDate,
  yearIn,
  type Zone,
  zoneAbbreviation,
} from './dates.ts';

const halifax = 'America/Halifax';

describe('date formats', () => {
  test("write a document’s time as M/d/yyyy 'at' h:mm a in the board’s time zone", () => {
    expect(formatDocumentTime('2026-11-12T13:05:00Z', halifax)).toBe('11/12/2026 at 9:05 AM');
    expect(formatDocumentTime('2026-09-01T17:31:00Z', halifax)).toBe('9/1/2026 at 2:31 PM');
    expect(formatDocumentTime('2026-11-12T13:05:00Z', 'Asia/Tokyo')).toBe('11/12/2026 at 10:05 PM');
    expect(formatDocumentTime('2027-01-01T03:59:00Z', halifax)).toBe('12/31/2026 at 11:59 PM');
    expect(formatDocumentTime('2026-11-12T04:00:00Z', halifax)).toBe('11/12/2026 at 12:00 AM');
    expect(formatDocumentTime('2026-11-12T16:00:00Z', halifax)).toBe('11/12/2026 at 12:00 PM');
  });

  test('write the date of a listed document as M/d/yy', () => {
    expect(formatListDate('2026-11-12T13:05:00Z', halifax)).toBe('11/12/26');
    expect(formatListDate('2005-03-01T02:00:00Z', halifax)).toBe('2/28/05');
  });

  test('name the weekday in the board’s time zone, not in UTC', () => {
    expect(formatHeadingDate('2026-11-19T13:30:00Z', halifax)).toBe('Thursday, November 19, 2026');
    expect(formatHeadingDate('2026-11-19T23:30:00Z', 'Pacific/Auckland')).toBe('Friday, November 20, 2026');
  });

  test('use the given date style, or the current default if only a time zone is given', () => {
    const textsIn = (zone: Zone) => [
      ...[formatDate, formatListDate, formatDocumentTime].map((written) => written('2026-12-03T13:30:00Z', zone)),
      ...[formatHeadingDate, formatShortDate].map((written) => written('2026-12-03T13:30:00Z', zone)),
      formatHeadingDay('2026-12-03', zone),
      formatTimeRange('2026-12-03T13:30:00Z', '2026-12-04T02:00:00Z', zone),
    ];
    const dmy = [
      '3/12/2026',
      '3/12/26',
      '3/12/2026 at 09:30',
      'Thursday 3 December 2026',
      '3 Dec',
      'Thursday 3 December 2026',
      '09:30 – 22:00 AST',
    ];
    expect(textsIn({ timeZone: halifax, dateStyle: 'dmy' })).toEqual(dmy);
    expect(textsIn({ timeZone: halifax, dateStyle: 'iso' }).slice(0, 3)).toEqual([
      '2026-12-03',
      '2026-12-03',
      '2026-12-03 at 09:30',
    ]);
    expect(textsIn({ timeZone: 'UTC', dateStyle: 'iso' }).at(-1)).toBe('13:30 – 2026-12-04, 02:00 UTC');
    adoptDateStyle('dmy');
    expect(textsIn(halifax)).toEqual(dmy);
    adoptDateStyle('mdy');
    expect(textsIn(halifax)[0]).toBe('12/3/2026');
  });

  test('contain no non-breaking or other special spaces', () => {
    const zones = [halifax, 'Europe/London', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (date, zone) => {
        const texts = [formatDocumentTime, formatHeadingDate].map((format) => format(date, zone));
        return [...texts, formatTimeRange(date, date, zone)].every((text) => !/[\u00a0\u2000-\u200a\u202f]/.test(text));
      }),
    );
  });

  test('reject an invalid date', () => {
    expect(() => formatListDate('soon', halifax)).toThrow(RangeError);
    expect(() => toDate(new Date(Number.NaN))).toThrow(RangeError);
  });
});

const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });

describe('time ranges and zones', () => {
  test('name the time zone only once', () => {
    expect(formatTimeRange('2026-11-19T13:30:00Z', '2026-11-19T16:00:00Z', halifax)).toBe('9:30 AM – 12:00 PM AST');
    expect(formatTimeWithZone('2026-11-19T13:30:00Z', halifax)).toBe('9:30 AM AST');
  });

  test('include the end date if the range ends on another day', () => {
    expect(formatTimeRange('2026-11-20T02:00:00Z', '2026-11-20T05:00:00Z', halifax)).toBe(
      '10:00 PM – 11/20/2026, 1:00 AM AST',
    );
  });

  test('name both zones if the clocks change during the time range', () => {
    expect(formatTimeRange('2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', 'America/New_York')).toBe(
      '1:30 AM EDT – 1:30 AM EST',
    );
  });

  test.each([
    [halifax, 'AST', 'ADT'],
    ['America/New_York', 'EST', 'EDT'],
    ['America/St_Johns', 'NST', 'NDT'],
    ['Europe/London', 'GMT', 'BST'],
    ['Europe/Berlin', 'CET', 'CEST'],
    ['Australia/Lord_Howe', 'LHDT', 'LHST'],
    ['Pacific/Auckland', 'NZDT', 'NZST'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['UTC', 'UTC', 'UTC'],
    ['Asia/Tokyo', 'GMT+9', 'GMT+9'],
  ])('show %s as %s in January and %s in July', (zone, january, july) => {
    expect(zoneAbbreviation('2026-01-15T12:00:00Z', zone)).toBe(january);
    expect(zoneAbbreviation('2026-07-15T12:00:00Z', zone)).toBe(july);
  });
});

describe('calendar days', () => {
  const now = '2026-11-16T14:02:00Z';
  test.each([
    ['2026-11-16T23:00:00Z', 'today'],
    ['2026-11-17T04:30:00Z', 'tomorrow'],
    ['2026-11-19T13:30:00Z', 'in 3 days'],
    ['2026-11-15T13:30:00Z', 'yesterday'],
    ['2026-11-13T13:30:00Z', '3 days ago'],
  ])('are described relative to today: %s is %s', (instant, words) =>
    expect(relativeDay(instant, now, halifax)).toBe(words),
  );

  test('are counted by date, not by the hours between the times', () => {
    expect(relativeDay('2026-11-02T05:30:00Z', '2026-11-01T04:30:00Z', 'America/New_York')).toBe('tomorrow');
    expect(relativeDay('2026-11-17T04:10:00Z', '2026-11-17T03:50:00Z', halifax)).toBe('tomorrow');
  });

  test('are those of the given time zone', () => {
    expect(isoDate('2027-01-01T02:00:00Z', halifax)).toBe('2026-12-31');
    expect(yearIn('2027-01-01T02:00:00Z', halifax)).toBe(2026);
    expect(yearIn('2027-01-01T02:00:00Z', 'UTC')).toBe(2027);
  });
});

test('the time zone is stated only if the reader’s local time differs', () => {
  const at = '2026-11-19T13:30:00Z';
  expect(formatTimeFor(at, 'America/Halifax', 'America/Halifax')).toBe('9:30 AM');
  expect(formatTimeFor(at, 'America/Halifax', 'Atlantic/Bermuda')).toBe('9:30 AM');
  expect(formatTimeFor(at, 'America/Halifax', 'Asia/Tokyo')).toBe('9:30 AM AST');
});
