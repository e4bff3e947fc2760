import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestOptions, type DateTotals, dateOptionsMax, sameTimeErrors, spanOf } from './date-finding.ts';

const time = (start: string, end: string) => ({ start: new Date(start), end: new Date(end) });
const morning = time('2027-01-16T09:00Z', '2027-01-16T10:00Z');
const morningInHalifax = time('2027-01-16T05:00-04:00', '2027-01-16T06:00-04:00');
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
  ['the same instant in another zone', [morning, morningInHalifax], [null, duplicate]],
  ['empty entries', [null, null, morning, null], [null, null, null, null]],
])('duplicate proposed dates are marked: %s', (_, options, expected) => {
  expect(sameTimeErrors(options)).toEqual(expected);
});

test.each([
  ['one', [morning], morning],
  ['in order', [morning, afternoon], time('2027-01-16T09:00Z', '2027-01-16T15:00Z')],
  ['out of order', [afternoon, morning], time('2027-01-16T09:00Z', '2027-01-16T15:00Z')],
  ['one that contains the others', [morning, retreat, afternoon], retreat],
])('the time range covers all proposed dates: %s', (_, options, expected) => {
  expect(spanOf(options)).toEqual(expected);
  expect(() => spanOf([])).toThrow(RangeError);
});

const anyTotals = fc.record({ yes: fc.nat(5), if_need_be: fc.nat(5), no: fc.nat(5) });

test('the best dates are those that the most people can attend, and unconditional yes answers break ties', () => {
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
