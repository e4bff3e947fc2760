import { openPdfBytes } from './pdf-document.ts';

/** Of the longer side: sharp on paper, and on a large stamp in a large zoom. */
const pixelsMax = 1_600;
/** One that takes longer was made to. */
const drawnWithinMs = 5_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * The only page of a PDF, as the address of a picture in memory; null where it draws nothing. One is drawn after the other. Throws
 * `TimeoutError` where that takes too long.
 */
export function drawSmallPdf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const drawn = last.then(() => drawPage(bytes));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function drawPage(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const opened = openPdfBytes(bytes);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DOMException('It took too long', 'TimeoutError')), drawnWithinMs);
  const draw = async (): Promise<string | null> => {
    const page = await (await opened.promise).getPage(1);
    const whole = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: pixelsMax / Math.max(whole.width, whole.height) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(viewport.width));
    canvas.height = Math.max(1, Math.round(viewport.height));
    const canvasContext = canvas.getContext('2d');
    if (canvasContext === null) throw new Error('There is no room for the picture');
    // A canvas by itself would get no transparency.
    await page.render({ canvas: null, canvasContext, viewport, background: 'rgba(0,0,0,0)' }).promise;
    const { data } = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
    // What is broken draws nothing.
    return data.some((value, at) => at % 4 === 3 && value > 0) ? canvas.toDataURL() : null;
  };
  try {
    return await Promise.race([draw(), late.promise]);
  } finally {
    clearTimeout(timer);
    opened.end();
  }
}
