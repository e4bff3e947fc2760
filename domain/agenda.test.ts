import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agendaContents,
  agendaCountText,
  agendaEndsAt,
  agendaMinutes,
  agendaSummary,
  agendaTotal,
  durationText,
  numberAgenda,
  untimedItemCount,
} from './agenda.ts';
import { settleDepths, subtreeEnd } from './agenda-order.ts';
import { formatTime } from './dates.ts';

const item = (depth: number, minutes: number | null = null) => ({ depth, minutes });
const start = new Date('2026-11-19T13:30:00Z');
const numbers = (...depths: readonly number[]) =>
  numberAgenda(
    depths.map((depth) => item(depth)),
    null,
  ).map((placed) => placed.number);

describe('agenda numbers', () => {
  test('count up for main items and restart for each item’s sub-items', () => {
    expect(numbers(0, 1, 1, 0, 1, 2, 2, 1, 0)).toEqual(['1', '1.1', '1.2', '2', '2.1', '2.1.1', '2.1.2', '2.2', '3']);
  });
  test('treat an over-indented item as a sub-item of the previous item', () => {
    expect(numbers(1, 2, 5)).toEqual(['1', '1.1', '1.1.1']);
    expect(numbers(0, 3, 1)).toEqual(['1', '1.1', '1.2']);
  });
});

const clock = (timeZone: string, from: Date, ...items: readonly ReturnType<typeof item>[]) =>
  numberAgenda(items, from).map(({ startsAt }) => (startsAt === null ? null : formatTime(startsAt, timeZone)));

describe('the agenda schedule', () => {
  test('starts each item when the previous item ends', () => {
    const times = clock('UTC', start, item(0, 5), item(0, 5), item(0, 25), item(0, 10));
    expect(times).toEqual(['1:30 PM', '1:35 PM', '1:40 PM', '2:05 PM']);
    expect(agendaEndsAt([item(0, 5), item(0, 135)], start).toISOString()).toBe('2026-11-19T15:50:00.000Z');
  });
  test('has no time for an item without a duration', () => {
    const times = clock('UTC', start, item(0, 5), item(0), item(0, 0), item(0, 10), item(0));
    expect(times).toEqual(['1:30 PM', null, null, '1:35 PM', null]);
  });
  test('shares a parent’s time among its sub-items, and extends the parent if they need more', () => {
    const agenda = [item(0, 30), item(1, 10), item(1), item(1, 15), item(0, 20), item(1, 15), item(1, 15), item(0, 5)];
    const times = numberAgenda(agenda, null).map(
      (each) => `${each.offsetMinutes} ${each.lengthMinutes} ${each.startsAt}`,
    );
    expect(times.slice(0, 4)).toEqual(['0 30 null', '0 10 null', 'null 0 null', '10 15 null']);
    expect(times.slice(4)).toEqual(['30 30 null', '30 15 null', '45 15 null', '60 5 null']);
    expect(agendaMinutes(agenda)).toBe(65);
  });
  test('gives an item without a duration the total duration of its sub-items, at every level', () => {
    const placed = numberAgenda([item(0), item(1), item(2, 10), item(2, 5), item(1, 5), item(0, 10)], null);
    expect(placed.map((each) => each.offsetMinutes)).toEqual([0, 0, 0, 10, 15, 20]);
    expect(untimedItemCount([item(0), item(1, 5)])).toBe(0);
    expect(untimedItemCount([item(0, 5), item(0), item(1)])).toBe(1);
  });
  test.each([
    ['America/New_York', '2027-03-14T06:00:00Z', '1:00 AM, 1:30 AM, 1:30 AM, 3:00 AM, 3:30 AM'],
    ['Europe/London', '2026-10-25T00:00:00Z', '1:00 AM, 1:30 AM, 1:30 AM, 1:00 AM, 1:30 AM'],
    ['Australia/Lord_Howe', '2026-10-03T14:30:00Z', '1:00 AM, 1:30 AM, 1:30 AM, 2:30 AM, 3:00 AM'],
  ])('shows wall-clock times even if the clocks change during a meeting in %s', (timeZone, from, times) => {
    const night = [item(0, 30), item(0, 60), item(1, 30), item(1, 30), item(0, 15)];
    expect(clock(timeZone, new Date(from), ...night).join(', ')).toBe(times);
  });
  test('has unique numbers, times that never run backwards, and sub-items within their parents', () => {
    const anyItem = fc.record({ depth: fc.nat(2), minutes: fc.option(fc.nat(300)) });
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1 }), (given) => {
        const items = settleDepths(given);
        const placed = numberAgenda(items, start);
        expect(new Set(placed.map(({ number }) => number)).size).toBe(items.length);
        const timed = placed.flatMap((each) => each.offsetMinutes ?? []);
        expect(timed).toEqual(timed.toSorted((one, other) => one - other));
        placed.forEach((parent, at) => {
          expect(parent.lengthMinutes).toBeGreaterThanOrEqual(items[at]?.minutes ?? 0);
          for (const child of placed.slice(at + 1, subtreeEnd(items, at))) {
            if (child.offsetMinutes === null || parent.offsetMinutes === null) continue;
            expect(child.offsetMinutes).toBeGreaterThanOrEqual(parent.offsetMinutes);
            expect(child.offsetMinutes + child.lengthMinutes).toBeLessThanOrEqual(
              parent.offsetMinutes + parent.lengthMinutes,
            );
          }
        });
        const ends = placed.map((each) => (each.offsetMinutes ?? 0) + each.lengthMinutes);
        expect(agendaMinutes(items)).toBe(Math.max(...ends));
      }),
    );
  });
});

test('main items and sub-items are counted separately', () => {
  const agenda = [item(0), item(1), item(0), item(1), item(2)];
  expect(agendaCountText(agenda)).toBe('2 items and 3 sub-items');
  expect(agendaSummary(agenda)).toBe('2 items');
  expect([agendaCountText([item(0)]), agendaCountText([item(0), item(0)])]).toEqual(['1 item', '2 items']);
  expect(agendaCountText([item(1)])).toBe('1 sub-item');
});

test('agenda totals are formatted as counts and durations', () => {
  expect([5, 60, 140, 145, 0].map(durationText)).toEqual(['5 min', '1 h', '2 h 20 min', '2 h 25 min', '0 min']);
  expect(agendaSummary([item(0, 60), item(0, 60), item(0, 25), item(0)])).toBe('4 items, 2 h 25 min');
  expect(agendaSummary([item(0)])).toBe('1 item');
  expect(agendaSummary([])).toBe('0 items');
  expect(agendaContents(8, 11)).toBe('8 items, 11 documents');
  expect(agendaContents(1, 1)).toBe('1 item, 1 document');
  expect(agendaContents(2, 0)).toBe('2 items');
  expect(agendaTotal([item(0, 140)])).toBe('2 h 20 min in all');
  expect(agendaTotal([item(0, 140), item(0), item(0)])).toBe('2 h 20 min, and 2 items without a duration');
});
