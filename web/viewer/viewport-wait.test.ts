import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForStableSize } from './viewport-wait.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function element(widths: readonly number[]): Element {
  let looks = 0;
  const shape = {
    get clientWidth() {
      looks += 1;
      return widths[Math.min(looks, widths.length) - 1];
    },
    clientHeight: 10,
  };
  return shape as unknown as Element;
}

async function ends(widths: readonly number[], signal = new AbortController().signal): Promise<number> {
  let end = Number.NaN;
  const start = Date.now();
  void waitForStableSize(element(widths), signal).then(() => {
    end = Date.now() - start;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  return end;
}

test('the size of an element is checked every 100 ms until it is stable', async () => {
  expect(await ends([500])).toBe(100);
  expect(await ends([500, 600, 700, 800, 800])).toBe(400);
});

test('the wait for a stable size ends after 10 s', async () => {
  expect(await ends(Array.from({ length: 1000 }, (_, index) => index))).toBe(10_000);
});

test('an element without a size does not count as stable', async () => {
  expect(await ends([0, 0, 0, 500, 500])).toBe(400);
});

test('closing the viewer stops the wait for a stable size', async () => {
  const ended = new AbortController();
  ended.abort();
  expect(await ends([1, 2, 3], ended.signal)).toBe(0);
});
