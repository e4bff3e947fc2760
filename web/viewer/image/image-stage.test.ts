import { expect, test } from 'vitest';
import { imageZooms, toggledZoom } from './image-stage.ts';

const viewer = { width: 800, height: 600 };

test('an image larger than the viewer toggles between fitted and full size, from any zoom', () => {
  const zooms = imageZooms({ width: 1600, height: 900 }, viewer);
  expect(zooms).toEqual({ rest: 0.5, toggled: 1 });
  expect(toggledZoom(0.5, zooms)).toBe(1);
  expect([toggledZoom(1, zooms), toggledZoom(0.72, zooms)]).toEqual([0.5, 0.5]);
});

test('a small image toggles between full size and enlarged', () => {
  const zooms = imageZooms({ width: 200, height: 100 }, viewer);
  expect(zooms).toEqual({ rest: 1, toggled: 4 });
  expect(toggledZoom(1, zooms)).toBe(4);
  expect(toggledZoom(4, zooms)).toBe(1);
});
