import { AnnotationEditorType, AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  EventBus,
  LinkTarget,
  PDFLinkService,
  type PDFPageView,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { pdfSurface } from '../marks/surface.ts';
import { createObservable } from '../observable.ts';
import { type ShownPage, type Stage, type StageState, zoomStep } from '../stage.ts';
import { waitForStableSize } from '../viewport-wait.ts';
import { createMarkHosts } from './mark-hosts.ts';
import { openPdf } from './open-pdf.ts';
import './pdf-pages.css';
import { createThumbnails } from './thumbnails.ts';

/** 'auto' of pdf.js: the width of the place, but no more than 125 %. */
const fitting = 'auto';

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
  const state = createObservable<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
  const pages = createObservable<readonly ShownPage[]>([]);
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

  const hosts = createMarkHosts();
  let isFitted = true;

  eventBus.on('pagesinit', () => {
    viewer.currentScaleValue = fitting;
    change({ pageCount: viewer.pagesCount });
    state.set({ ...state.get(), kind: 'ready' });
    void waitForStableSize(container, ended.signal).then(refit);
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => change({ page: pageNumber }));
  eventBus.on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) => {
    isFitted = presetValue === fitting;
    change({ scale });
  });
  eventBus.on(
    'pagerendered',
    (event: { source: PDFPageView; pageNumber: number; isDetailView?: boolean; error?: unknown }) => {
      if (event.error) console.warn(`Page ${event.pageNumber} could not be drawn`, event.error);
      if (!event.isDetailView) showPage(event.source);
    },
  );

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

  function refit(): void {
    if (!ended.signal.aborted && isFitted && viewer.pdfDocument && container.clientWidth > 0) {
      viewer.currentScaleValue = fitting;
    }
  }

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
    zoomIn: () => viewer.updateScale({ scaleFactor: zoomStep, steps: 1, drawingDelay: 150 }),
    zoomOut: () => viewer.updateScale({ scaleFactor: 1 / zoomStep, steps: -1, drawingDelay: 150 }),
    fit: () => {
      viewer.currentScaleValue = fitting;
    },
    goToPage(page) {
      if (Number.isInteger(page) && page >= 1 && page <= viewer.pagesCount) viewer.currentPageNumber = page;
    },
    pressed() {},
    thumbnails: createThumbnails(viewer, ended.signal),
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
