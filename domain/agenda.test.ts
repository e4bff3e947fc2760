import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agendaContents, agendaEndsAt, agendaSummary, agendaTotal, durationText, placeAgenda } from './agenda.ts';

const item = (depth: number, minutes: number | null = null) => ({ depth, minutes });
const start = new Date('2026-11-19T13:30:00Z');
const numbers = (...depths: readonly number[]) =>
  placeAgenda(
    depths.map((depth) => item(depth)),
    null,
  ).map((placed) => placed.number);

describe('numbers', () => {
  test('main items count on, sub-items begin again under each', () => {
    expect(numbers(0, 1, 1, 0, 1, 2, 2, 1, 0)).toEqual(['1', '1.1', '1.2', '2', '2.1', '2.1.1', '2.1.2', '2.2', '3']);
  });
  test('an item deeper than possible is a sub-item of the one before', () => {
    expect(numbers(1, 2, 5)).toEqual(['1', '1.1', '1.1.1']);
    expect(numbers(0, 3, 1)).toEqual(['1', '1.1', '1.2']);
  });
  test('no two items share a number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4 })),
        (depths) => new Set(numbers(...depths)).size === depths.length,
      ),
    );
  });
});

describe('clock times', () => {
  test('each item begins when the one before it ends', () => {
    const placed = placeAgenda([item(0, 5), item(0, 5), item(0, null), item(1, 10), item(0, 25)], start);
    expect(placed.map((each) => each.startsAt?.toISOString().slice(11, 16))).toEqual([
      '13:30',
      '13:35',
      '13:40',
      '13:40',
      '13:50',
    ]);
    expect(agendaEndsAt([item(0, 5), item(0, 135)], start).toISOString()).toBe('2026-11-19T15:50:00.000Z');
  });
  test('without a start there are offsets only', () => {
    const placed = placeAgenda([item(0, 5), item(0, 5)], null);
    expect(placed.map((each) => [each.offsetMinutes, each.startsAt])).toEqual([
      [0, null],
      [5, null],
    ]);
  });
  test('times never run backwards and the last end is the total', () => {
    const anyItem = fc.record({ depth: fc.nat(2), minutes: fc.option(fc.nat(300)) });
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1 }), (items) => {
        const placed = placeAgenda(items, start);
        placed.slice(1).forEach((each, at) => {
          expect(each.offsetMinutes).toBe((placed[at]?.offsetMinutes ?? 0) + (items[at]?.minutes ?? 0));
        });
        const last = placed.at(-1);
        const end = (last?.startsAt?.getTime() ?? 0) + (last?.item.minutes ?? 0) * 60_000;
        expect(agendaEndsAt(items, start).getTime()).toBe(end);
      }),
    );
  });
});

test('totals read as in the look', () => {
  expect([5, 60, 140, 145, 0].map(durationText)).toEqual(['5 min', '1 h', '2 h 20 min', '2 h 25 min', '0 min']);
  expect(agendaSummary([item(0, 60), item(0, 60), item(0, 25), item(0)])).toBe('4 items, 2 h 25 min');
  expect(agendaSummary([item(0)])).toBe('1 item');
  expect(agendaSummary([])).toBe('0 items');
  expect(agendaContents(8, 11)).toBe('8 items, 11 documents');
  expect(agendaContents(1, 1)).toBe('1 item, 1 document');
  expect(agendaContents(2, 0)).toBe('2 items');
  expect(agendaTotal([item(0, 140)])).toBe('2 h 20 min in all');
});
