import { expect, test } from 'vitest';
import { columnAt, croppedTo, extentOf } from './text-extent.ts';

const upright = { width: 600, convertToViewportPoint: (x: number, y: number) => [x, 800 - y] };
const turned = { width: 800, convertToViewportPoint: (x: number, y: number) => [y, x] };
const piece = (str: string, x: number, width: number) => ({ str, width, transform: [12, 0, 0, 12, x, 700] });

test('the extent of text reaches from the leftmost to the rightmost letter, ignoring spaces', () => {
  const pieces = [piece('Income', 60, 300), piece('is ahead', 90, 420), piece('  ', 0, 600)];
  expect(extentOf(pieces, upright)).toEqual({ left: 0.1, right: 0.85 });
  expect(extentOf([piece(' ', 0, 600)], upright)).toBeNull();
  expect(extentOf(pieces, turned)).toEqual({ left: 0.875, right: 0.875 });
});

test('narrow text is shown with space around it, and a page without text is shown completely', () => {
  const shown = croppedTo({ left: 0.4, right: 0.6 });
  expect([shown.left, shown.right].map((part) => Math.round(part * 100))).toEqual([20, 80]);
  expect(croppedTo({ left: 0.1, right: 0.9 })).toEqual({ left: 0.1, right: 0.9 });
  expect(croppedTo(null)).toEqual({ left: 0, right: 1 });
});

test('the column found under the finger for zooming includes its indented lines', () => {
  const line = (left: number, right: number, top: number) => ({ left, right, top, bottom: top + 10 });
  const page = [line(50, 250, 100), line(60, 240, 115), line(300, 500, 100), line(300, 480, 115)];
  expect(columnAt(page, { x: 100, y: 118 })).toEqual({ left: 50, right: 250 });
  expect(columnAt(page, { x: 490, y: 118 })).toEqual({ left: 300, right: 500 });
  expect(columnAt([], { x: 0, y: 0 })).toBeNull();
});
