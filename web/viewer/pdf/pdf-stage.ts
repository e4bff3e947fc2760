import { AnnotationEditorType, AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  EventBus,
  LinkTarget,
  PDFLinkService,
  type PDFPageView,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { createStore } from '#web/store.ts';
import { pdfSurface } from '#web/viewer/annotations/surface.ts';
import { type ShownPage, type Stage, type StageState, zoomStep } from '#web/viewer/stage.ts';
import { watchTouches } from '#web/viewer/touches.ts';
import { waitForStableSize } from '#web/viewer/viewport-wait.ts';
import { createAnnotationHosts } from './annotation-hosts.ts';
import { openPdf, printedPage, readOutline } from './pdf-document.ts';
import './pdf-pages.css';
import { createThumbnails } from './pdf-document.ts';

/** Fitting fills the width, but no more than this: lines longer than a page of a book are hard to follow. */
const fittingMax = 1.1;
/** CSS pixels left and right of a fitted page, in wide and in narrow places. */
const gutterWide = 24;
const gutterNarrow = 12;
/** CSS pixels. */
const narrow = 640;
/** CSS pixels of the wheel that zoom by e. */
const wheelPixels = 300;

export interface PdfSource {
  readonly url: string;
  readonly byteSize: number | undefined;
}

/** Pages, text and links by pdf.js; marks are ours, so its own annotation editor stays off. */
export function createPdfStage(root: HTMLElement, source: PdfSource): Stage {
  const container = root.ownerDocument.createElement('div');
  container.className = 'pdf-container';
  container.tabIndex = 0;
  const pagesElement = root.ownerDocument.createElement('div');
  pagesElement.className = 'pdfViewer';
  container.append(pagesElement);
  root.append(container);

  const ended = new AbortController();
  const state = createStore<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
  const pages = createStore<readonly ShownPage[]>([]);
  const change = (part: Partial<Pick<StageState, 'page' | 'pageCount' | 'scale'>>) =>
    state.set({ ...state.get(), ...part });
  const fail = (cause: unknown) => {
    if (!ended.signal.aborted) state.set({ ...state.get(), kind: 'failed', cause });
  };

  const eventBus = new EventBus();
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const viewer = new PDFViewer({
    container,
    viewer: pagesElement,
    eventBus,
    linkService,
    removePageBorders: true,
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    // Declared by pdf.js's code, not by its types: ends its listeners and its observer of sizes.
    ...{ abortSignal: ended.signal },
  });
  linkService.setViewer(viewer);

  const hosts = createAnnotationHosts();
  /** The zoom that the last fitting chose; another one is the reader's own. */
  let fittedScale = Number.NaN;

  eventBus.on('pagesinit', () => {
    fitWidth();
    // Above the first page there is a margin, which pdf.js would scroll away.
    container.scrollTop = 0;
    change({ pageCount: viewer.pagesCount });
    state.set({ ...state.get(), kind: 'ready' });
    void waitForStableSize(container, ended.signal).then(refit);
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => change({ page: pageNumber }));
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => change({ scale }));
  eventBus.on(
    'pagerendered',
    (event: { source: PDFPageView; pageNumber: number; isDetailView?: boolean; error?: unknown }) => {
      if (event.error) {
        console.warn(`Page ${event.pageNumber} could not be drawn`, event.error);
        missed.set(missed.get() + 1);
      }
      if (!event.isDetailView) showPage(event.source);
    },
  );

  const missed = createStore(0);
  const words = createStore(0);
  eventBus.on('textlayerrendered', () => words.set(words.get() + 1));
  eventBus.on('rotationchanging', () => {
    // Pages that are not drawn anew at once must not keep marks in their old places.
    pages.set([]);
    fitWidth();
  });

  function showPage(view: PDFPageView): void {
    const { pdfPage, div, id } = view;
    if (!pdfPage || id === null) return;
    const others = pages.get().filter((page) => page.surface.page !== id - 1);
    const shown = pages.get().find((page) => page.surface.page === id - 1 && page.element === div);
    const host = hosts.attach(div);
    if (shown) return;
    const surface = pdfSurface({
      page: id - 1,
      box: pdfPage.view as [number, number, number, number],
      rotation: view.viewport.rotation,
      userUnit: pdfPage.userUnit,
    });
    pages.set([...others, { surface, element: div, ...host }].toSorted((a, b) => a.surface.page - b.surface.page));
  }

  function fitWidth(): void {
    const page = viewer.getPageView(viewer.currentPageNumber - 1) as PDFPageView | undefined;
    if (!page || container.clientWidth === 0) return;
    const gutter = container.clientWidth < narrow ? gutterNarrow : gutterWide;
    const wanted = ((container.clientWidth - 2 * gutter) / page.width) * page.scale;
    fittedScale = Math.min(fittingMax, wanted);
    viewer.currentScale = fittedScale;
  }

  function fitPage(): void {
    const page = viewer.getPageView(viewer.currentPageNumber - 1) as PDFPageView | undefined;
    if (!page || container.clientWidth === 0) return;
    const across = (container.clientWidth - 2 * gutterNarrow) / page.width;
    const down = (container.clientHeight - 2 * gutterNarrow) / page.height;
    viewer.currentScale = Math.min(across, down) * page.scale;
    goToPage(viewer.currentPageNumber);
  }

  function goToPage(page: number): void {
    if (!Number.isInteger(page) || page < 1 || page > viewer.pagesCount) return;
    viewer.currentPageNumber = page;
    // pdf.js puts the page's edge at the very top; a little of the desk above it looks like a page.
    container.scrollTop -= gutterNarrow;
  }

  /** When the place has changed, a fitted page is fitted again; one that the reader zoomed stays. */
  function refit(): void {
    if (ended.signal.aborted || viewer.currentScale !== fittedScale || !viewer.pdfDocument) return;
    const isAtTop = container.scrollTop < gutterWide;
    fitWidth();
    if (isAtTop) container.scrollTop = 0;
  }

  function zoom(scaleFactor: number): void {
    viewer.updateScale({ scaleFactor, drawingDelay: 150 });
  }

  // A wheel with Ctrl, and a pinch on a touchpad, which comes as one.
  let wheeled = 1;
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    wheeled *= Math.exp(-event.deltaY / wheelPixels);
    // pdf.js rounds to whole percents: small steps are gathered until they count.
    if (Math.abs(wheeled - 1) < 0.02) return;
    viewer.updateScale({
      scaleFactor: wheeled,
      drawingDelay: 400,
      origin: [event.clientX, event.clientY],
    });
    wheeled = 1;
  };
  container.addEventListener('wheel', onWheel, { passive: false, signal: ended.signal });

  watchTouches(container, ended.signal, {
    onPinch: (scaleFactor, origin) => viewer.updateScale({ scaleFactor, drawingDelay: 400, origin }),
    onSwipe: (direction) => goToPage(viewer.currentPageNumber + direction),
  });

  // The place changes when the viewer is maximized, the thumbnails open or a device is turned.
  const resized = new ResizeObserver(() => void waitForStableSize(container, ended.signal).then(refit));
  resized.observe(container);

  const task = openPdf(source.url, source.byteSize);
  task.promise.then((opened: PDFDocumentProxy) => {
    if (ended.signal.aborted) return;
    viewer.setDocument(opened);
    linkService.setDocument(opened);
    viewer.firstPagePromise?.catch(fail);
  }, fail);

  return {
    state,
    pages,
    zoomIn: () => zoom(zoomStep),
    zoomOut: () => zoom(1 / zoomStep),
    fit: fitWidth,
    fitPage,
    rotate() {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
    },
    goToPage,
    pressed() {},
    thumbnails: createThumbnails(viewer, ended.signal),
    words,
    missed,
    outline: async () => readOutline(await task.promise, linkService),
    drawForPrint: async (page) => printedPage(await task.promise, page),
    destroy() {
      ended.abort();
      resized.disconnect();
      hosts.destroy();
      viewer.setDocument(null as unknown as PDFDocumentProxy);
      linkService.setDocument(null);
      void task.destroy();
      container.remove();
    },
  };
}
