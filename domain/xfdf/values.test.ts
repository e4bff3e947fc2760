import { expect, test } from 'vitest';
import { readPdfDate, writePdfDate } from './values.ts';

const instant = Date.UTC(2026, 10, 14, 13, 30, 5);

test('a PDF date contains the writer’s time and UTC offset', () => {
  expect(writePdfDate(instant, -240)).toBe("D:20261114093005-04'00'");
  expect(writePdfDate(instant, 330)).toBe("D:20261114190005+05'30'");
  expect(writePdfDate(instant, 0)).toBe('D:20261114133005Z');
  for (const offset of [-240, 330, 0, 60]) expect(readPdfDate(writePdfDate(instant, offset))).toBe(instant);
});

test('short PDF dates are parsed, and invalid PDF dates are rejected', () => {
  expect(readPdfDate('D:2026')).toBe(Date.UTC(2026, 0, 1));
  expect(readPdfDate("D:20261114093005-04'00")).toBe(instant);
  expect(readPdfDate('D:20269999')).toBeUndefined();
  expect(readPdfDate('yesterday')).toBeUndefined();
});
