import { expect, test } from 'vitest';
import { boxEdge } from './box-edge.ts';

const rect = { left: 10, bottom: 20, right: 110, top: 60 };

test('the line of a box stays within its rectangle', () => {
  expect(boxEdge({ rect, width: 6 })).toEqual({ left: 13, bottom: 23, right: 107, top: 57 });
  expect(boxEdge({ rect })).toEqual({ left: 10.5, bottom: 20.5, right: 109.5, top: 59.5 });
});

test('it stands where its maker says, and never beyond the middle', () => {
  expect(boxEdge({ rect, width: 6, fringe: [1, 2, 3, 4] })).toEqual({ left: 11, bottom: 22, right: 107, top: 56 });
  expect(boxEdge({ rect, width: 900 })).toEqual({ left: 60, bottom: 40, right: 60, top: 40 });
});
