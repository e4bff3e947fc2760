import {
  GlobalWorkerOptions,
  getDocument,
  type PageViewport,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { PDFLinkService, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { pdfSurface, type Surface } from '#web/viewer/annotations/surface.ts';
import type { OutlineItem, PrintedPage, Thumbnails } from '#web/viewer/stage.ts';
import type { StoredFile, ViewedDocument } from '#web/viewer/types.ts';

/** Bytes. For larger documents, only the beginning and the viewed pages are fetched. */
const wholeBytesMax = 20_000_000;
/** Bytes per request. PDFs with a flat page tree opened in 9 s with 64 KB and in 13 s with 256 KB. */
const chunkBytes = 65_536;

const assets = `${import.meta.env.BASE_URL}pdfjs/${version}`;

GlobalWorkerOptions.workerSrc = workerUrl;

class StoredRanges extends PDFDataRangeTransport {
  readonly #stored: StoredFile;
  readonly #onFailed: (cause: unknown) => void;

  constructor(stored: StoredFile, onFailed: (cause: unknown) => void) {
    super(stored.byteSize, null);
    this.#stored = stored;
    this.#onFailed = onFailed;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#stored.read(begin, end).then((bytes) => this.onDataRange(begin, bytes), this.#onFailed);
  }
}

/** Scripts, forms and remote content are disabled. Calls `onFailed` if a stored file is unreadable. */
export function openPdf(
  { url, byteSize, stored }: Pick<ViewedDocument, 'url' | 'byteSize' | 'stored'>,
  onFailed: (cause: unknown) => void,
): PDFDocumentLoadingTask {
  const lazily = stored !== undefined || (byteSize !== undefined && byteSize > wholeBytesMax);
  return getDocument({
    enableXfa: false,
    cMapUrl: `${assets}/cmaps/`,
    standardFontDataUrl: `${assets}/standard_fonts/`,
    // System fonts may be missing or differ in width.
    useSystemFonts: false,
    wasmUrl: `${assets}/wasm/`,
    iccUrl: `${assets}/iccs/`,
    ...(stored === undefined
      ? { url: new URL(url, location.href).href }
      : { range: new StoredRanges(stored, onFailed) }),
    rangeChunkSize: chunkBytes,
    disableAutoFetch: lazily,
    disableStream: lazily,
  });
}

/** Maximum number of entries and levels in a PDF's outline. Real outlines have fewer. */
const itemsMax = 2_000;
const depthMax = 6;

interface Node {
  readonly title: string;
  readonly dest: string | unknown[] | null;
  readonly items: readonly Node[];
}

export async function readOutline(pdf: PDFDocumentProxy, links: PDFLinkService): Promise<readonly OutlineItem[]> {
  const nodes = ((await pdf.getOutline()) ?? []) as readonly Node[];
  let count = 0;
  const read = (list: readonly Node[], depth: number): readonly OutlineItem[] =>
    list.flatMap(({ title, dest, items }) => {
      count += 1;
      if (dest === null || title.trim() === '' || count > itemsMax) return [];
      const go = () => void links.goToDestination(dest);
      return [{ title: title.trim(), go, items: depth < depthMax ? read(items, depth + 1) : [] }];
    });
  return read(nodes, 1);
}

export const surfaceOf = ({ pageNumber, view, userUnit }: PDFPageProxy, rotation: number): Surface =>
  pdfSurface({ page: pageNumber - 1, box: view as [number, number, number, number], rotation, userUnit });

function canvasFor({ width, height }: PageViewport): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  return canvas;
}

/** 150 pixels per inch is sharp in print. */
const printScale = 150 / 72;

export async function printedPage(pdf: PDFDocumentProxy, number: number): Promise<PrintedPage> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: printScale });
  const canvas = canvasFor(viewport);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  return { canvas, surface: surfaceOf(page, page.rotate) };
}

const usualAspect = 612 / 792;
/** Milliseconds to wait before checking again whether the visible pages have rendered. */
const yieldPause = 120;

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
    const canvas = canvasFor(viewport);
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

/** In pdf.js, 1 is the rendering state for running and 2 for paused. */
function isBusy(viewer: PDFViewer): boolean {
  return [...viewer.getCachedPageViews()].some(({ renderingState }) => renderingState === 1 || renderingState === 2);
}
