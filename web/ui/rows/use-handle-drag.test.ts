import { expect, test } from 'vitest';
import { edgeSpeed } from './use-handle-drag.ts';

test('dragging scrolls the page only near an edge, and faster the closer the pointer is to it', () => {
  expect(edgeSpeed(400, 800)).toBe(0);
  expect(edgeSpeed(64, 800)).toBe(0);
  expect(edgeSpeed(32, 800)).toBe(-9);
  expect(edgeSpeed(-20, 800)).toBe(-18);
  expect(edgeSpeed(768, 800)).toBe(9);
  expect(edgeSpeed(900, 800)).toBe(18);
});
