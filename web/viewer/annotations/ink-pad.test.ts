import { expect, test } from 'vitest';
import { createPalmGuard, palmPause } from './ink-pad.tsx';

const finger = { type: 'touch', isPrimary: true };
const pen = { type: 'pen', isPrimary: true };

test('until a pen is used, one finger draws and a second finger scrolls', () => {
  const palm = createPalmGuard();
  expect(palm.use(finger, 0)).toBe('draw');
  expect(palm.use({ ...finger, isPrimary: false }, 10)).toBe('scroll');
  palm.penSeen(0);
  expect(palm.use({ type: 'mouse', isPrimary: true }, 10)).toBe('draw');
});

test('touches shortly after the pen was used are ignored, and later touches scroll', () => {
  const palm = createPalmGuard();
  expect(palm.use(pen, 0)).toBe('draw');
  expect(palm.use(finger, palmPause - 1)).toBe('ignore');
  expect(palm.use(finger, palmPause + 1)).toBe('scroll');
  palm.penSeen(5000);
  expect(palm.use(finger, 5100)).toBe('ignore');
});
