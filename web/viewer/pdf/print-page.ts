import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pdfSurface } from '#web/viewer/marks/surface.ts';
import type { PrintedPage } from '#web/viewer/stage.ts';

/** Pixels a point: 150 an inch, at which print is sharp and a hundred pages still fit into memory one by one. */
const printScale = 150 / 72;

export async function printedPage(pdf: PDFDocumentProxy, number: number): Promise<PrintedPage> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: printScale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const surface = pdfSurface({
    page: number - 1,
    box: page.view as [number, number, number, number],
    rotation: page.rotate,
    userUnit: page.userUnit,
  });
  return { canvas, surface };
}
