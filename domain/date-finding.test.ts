import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bestOptions,
  type DateTotals,
  dateAnswerLabels,
  dateOptionsMax,
  sameTimeErrors,
  spanOf,
} from './date-finding.ts';

const time = (start: string, end: string) => ({ start: new Date(start), end: new Date(end) });
const morning = time('2027-01-16T09:00Z', '2027-01-16T10:00Z');
const afternoon = time('2027-01-16T14:00Z', '2027-01-16T15:00Z');
const longMorning = time('2027-01-16T09:00Z', '2027-01-16T12:00Z');
const retreat = time('2027-01-15T09:00Z', '2027-01-18T12:00Z');
const duplicate = 'This field cannot be a duplicate';

test.each([
  ['none', [], []],
  ['one', [morning], [null]],
  ['different starts', [morning, afternoon], [null, null]],
  ['one start, two ends', [morning, longMorning], [null, null]],
  ['the same twice', [morning, afternoon, { ...morning }], [null, null, duplicate]],
  ['the same three times', [morning, morning, morning], [null, duplicate, duplicate]],
  [
    'the same instant in another spelling',
    [morning, time('2027-01-16T05:00-04:00', '2027-01-16T06:00-04:00')],
    [null, duplicate],
  ],
  ['what is not entered yet is no duplicate', [null, null, morning, null], [null, null, null, null]],
])('S5.8 dates offered twice: %s', (_, options, expected) => {
  expect(sameTimeErrors(options)).toEqual(expected);
});

test.each([
  ['one', [morning], morning],
  ['in order', [morning, afternoon], time('2027-01-16T09:00Z', '2027-01-16T15:00Z')],
  ['out of order', [afternoon, morning], time('2027-01-16T09:00Z', '2027-01-16T15:00Z')],
  ['one around the others', [morning, retreat, afternoon], retreat],
])('the span of the offered dates: %s', (_, options, expected) => {
  expect(spanOf(options)).toEqual(expected);
});

test('no dates have no span', () => {
  expect(() => spanOf([])).toThrow(RangeError);
});

const totals = (yes: number, ifNeedBe: number, no: number): DateTotals => ({ yes, if_need_be: ifNeedBe, no });

test.each([
  ['nobody has answered', [totals(0, 0, 0), totals(0, 0, 0)], []],
  ['nobody can make any', [totals(0, 0, 3), totals(0, 0, 2)], []],
  ['the most yes', [totals(1, 0, 2), totals(3, 0, 0), totals(2, 0, 1)], [1]],
  ['if need be counts for who can make it', [totals(2, 0, 1), totals(1, 2, 0)], [1]],
  ['of as many, the one with more plain yes', [totals(1, 2, 0), totals(2, 1, 0)], [1]],
  ['alike: all of them', [totals(2, 1, 0), totals(0, 1, 2), totals(2, 1, 0)], [0, 2]],
  ['how many said no does not count', [totals(2, 0, 5), totals(2, 0, 0)], [0, 1]],
  ['if need be alone', [totals(0, 1, 0), totals(0, 0, 0)], [0]],
  ['only one option left', [totals(1, 0, 4)], [0]],
  ['none', [], []],
])('the best dates: %s', (_, options, expected) => {
  expect([...bestOptions(options)].map((option) => options.indexOf(option))).toEqual(expected);
});

const anyTotals = fc.record({
  yes: fc.nat(5),
  if_need_be: fc.nat(5),
  no: fc.nat(5),
});

test('no date outdoes a best one, each best one is as good as the other, and the order of dates does not matter', () => {
  fc.assert(
    fc.property(fc.array(anyTotals, { maxLength: dateOptionsMax }), (options) => {
      const best = bestOptions(options);
      const worth = ({ yes, if_need_be: ifNeedBe }: DateTotals): number => (yes + ifNeedBe) * 100 + yes;
      const most = Math.max(0, ...options.map(worth));
      for (const option of options) expect(best.has(option)).toBe(most > 0 && worth(option) === most);
      expect(bestOptions(options.toReversed())).toEqual(new Set([...best].toReversed()));
    }),
  );
});

test('an answer reads Yes, If need be or No', () => {
  expect(Object.values(dateAnswerLabels)).toEqual(['Yes', 'If need be', 'No']);
});
