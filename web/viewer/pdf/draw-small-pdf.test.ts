import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawSmallPdf } from './draw-small-pdf.ts';

/** How long each document takes, by its first byte. */
const msOf = (bytes: Uint8Array): number => (bytes[0] ?? 0) * 1_000;
let open: number;
let openMax: number;

vi.mock('./pdf-document.ts', () => ({
  openPdfBytes(bytes: Uint8Array) {
    open += 1;
    openMax = Math.max(open, openMax);
    const render = () => ({ promise: new Promise((resolve) => setTimeout(resolve, msOf(bytes))) });
    const page = { getViewport: () => ({ width: 20, height: 10 }), render };
    return {
      promise: Promise.resolve({ getPage: () => Promise.resolve(page) }),
      end: () => {
        open -= 1;
      },
    };
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  [open, openMax] = [0, 0];
  const context = { getImageData: () => ({ data: [0, 0, 0, 255] }) };
  const canvas = { getContext: () => context, toDataURL: () => 'data:drawn' };
  vi.stubGlobal('document', { createElement: () => canvas });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const draw = (seconds: number) => drawSmallPdf(new Uint8Array([seconds]));

test('one is drawn at a time, and has its own time from its turn on', async () => {
  const all = Promise.all([draw(4), draw(4), draw(4)]);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await all).toEqual(['data:drawn', 'data:drawn', 'data:drawn']);
  expect([openMax, open]).toEqual([1, 0]);
});

test('one that takes too long is given up, and the next one is drawn', async () => {
  const [long, short] = [draw(60), draw(1)];
  const given = expect(long).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(6_000);
  await given;
  expect(await short).toBe('data:drawn');
  expect(open).toBe(0);
});
