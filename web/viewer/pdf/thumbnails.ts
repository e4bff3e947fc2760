import type { PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import type { Thumbnails } from '#web/viewer/stage.ts';

/** Width by height of a letter page, shown until the page is known. */
const usualAspect = 612 / 792;
/** Milliseconds between looks whether the pages in view are drawn. */
const yieldPause = 120;

/** Draws one small page at a time, and only while pdf.js has no page in view to draw. */
export function createThumbnails(viewer: PDFViewer, ended: AbortSignal): Thumbnails {
  const aspects = new Map<number, number>();
  let queue: Promise<unknown> = Promise.resolve();

  async function draw(page: number, widthPixels: number, signal: AbortSignal): Promise<HTMLCanvasElement | undefined> {
    while (isBusy(viewer) && !ended.aborted && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, yieldPause));
    }
    if (ended.aborted || signal.aborted || !viewer.pdfDocument) return undefined;
    const proxy = await viewer.pdfDocument.getPage(page);
    const whole = proxy.getViewport({ scale: 1 });
    const viewport = proxy.getViewport({ scale: widthPixels / whole.width });
    aspects.set(page, whole.width / whole.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await proxy.render({ canvas, viewport }).promise;
    return canvas;
  }

  return {
    aspectOf: (page) => aspects.get(page) ?? usualAspect,
    draw(page, widthPixels, signal) {
      const drawn = queue.then(() => draw(page, widthPixels, signal));
      queue = drawn.catch((cause: unknown) => {
        if (!ended.aborted) console.warn(`Thumbnail of page ${page} could not be drawn`, cause);
      });
      return drawn.catch(() => undefined);
    },
  };
}

/** 1 and 2 of pdf.js's rendering states: drawing, or waiting in the middle of it. */
function isBusy(viewer: PDFViewer): boolean {
  return [...viewer.getCachedPageViews()].some(({ renderingState }) => renderingState === 1 || renderingState === 2);
}
