import { expect, test } from 'vitest';
import { imageZooms, toggledZoom } from './image-stage.ts';

const viewer = { width: 800, height: 600 };

test('S4.7 an image larger than the viewer toggles between zoomed out and zoomed in', () => {
  const zooms = imageZooms({ width: 1600, height: 900 }, viewer);
  expect(zooms).toEqual({ rest: 0.5, toggled: 1 });
  expect(toggledZoom(0.5, zooms)).toBe(1);
  expect(toggledZoom(1, zooms)).toBe(0.5);
});

test('S4.7 any other image toggles between not scaled up and scaled up', () => {
  const zooms = imageZooms({ width: 200, height: 100 }, viewer);
  expect(zooms).toEqual({ rest: 1, toggled: 4 });
  expect(toggledZoom(1, zooms)).toBe(4);
  expect(toggledZoom(4, zooms)).toBe(1);
});

test('from a zoom in between, a press leads back first', () => {
  expect(toggledZoom(0.72, imageZooms({ width: 1600, height: 900 }, viewer))).toBe(0.5);
});
