import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRange } from './send-file.ts';

test.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=900-', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
  [undefined, null],
])('the range %j of 1000 bytes is parsed as %j', (header, range) => {
  expect(readRange(header, 1000)).toEqual(range);
});

test('a parsed byte range never extends beyond the end of the file', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 1_000_000 }), (first, last, size) => {
      const range = readRange(`bytes=${first}-${last}`, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeLessThan(size);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
    }),
  );
});
