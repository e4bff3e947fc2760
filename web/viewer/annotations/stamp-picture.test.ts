import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { approved, stamp } from '#tests/support/stamps.ts';
import { drawStamps, stampPicture } from './stamp-picture.ts';

const drawSmallPdf = vi.hoisted(() => vi.fn<() => Promise<string | null>>());
vi.mock('#web/viewer/pdf/draw-small-pdf.ts', () => ({ drawSmallPdf }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      decode = () => Promise.resolve();
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  drawSmallPdf.mockReset();
});

const made = () => stamp('one', {}, [['appearance', approved]]);

test('a stamp is drawn once', async () => {
  const one = made();
  drawSmallPdf.mockResolvedValue('data:drawn');
  await drawStamps([one, one]);
  expect([stampPicture(one)?.drawn, drawSmallPdf.mock.calls.length]).toEqual(['data:drawn', 1]);
});

test('a stamp that took too long is drawn again later, and a broken one is not', async () => {
  const [late, broken] = [made(), made()];
  const tooLate = new DOMException('It took too long', 'TimeoutError');
  drawSmallPdf.mockRejectedValueOnce(tooLate).mockRejectedValueOnce(new Error('broken'));
  await drawStamps([late, broken]);
  drawSmallPdf.mockResolvedValue('data:drawn');
  await drawStamps([late, broken]);
  expect([stampPicture(late)?.drawn, stampPicture(broken)?.drawn]).toEqual([null, null]);
  await vi.advanceTimersByTimeAsync(60_000);
  await drawStamps([late, broken]);
  expect([stampPicture(late)?.drawn, stampPicture(broken)?.drawn]).toEqual(['data:drawn', null]);
});
