import {
  AnnotationEditorType,
  AnnotationMode,
  PasswordResponses,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  EventBus,
  LinkTarget,
  PDFLinkService,
  type PDFPageView,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { viewerMessages } from '#domain/messages/documents.ts';
import { createStore, type Store } from '#web/store.ts';
import { type ShownPage, type Stage, type StageState, zoomStep } from '#web/viewer/stage.ts';
import { watchTouches } from '#web/viewer/touches.ts';
import type { ViewedDocument } from '#web/viewer/types.ts';
import { waitForStableSize } from '#web/viewer/viewport-wait.ts';
import { createAnnotationHosts } from './annotation-hosts.ts';
import { createBrought } from './brought.ts';
import { createThumbnails, openPdf, printedPage, readOutline, surfaceOf } from './pdf-document.ts';
import './pdf-pages.css';
import { columnAt, croppedTo, readTextExtent, type TextExtent, union } from './text-extent.ts';

/** Maximum zoom of a page fitted to the width, because longer lines are hard to follow. */
const fittingMax = 1.1;
/** CSS pixels to the left and right of a fitted page, in wide and narrow containers. */
const gutterWide = 24;
const gutterNarrow = 12;
const narrow = 640;
/** CSS pixels. Narrower containers crop the page's margins. */
const phoneMax = 480;
/** Maximum factor by which a double tap on a column of text enlarges the page. */
const columnZoomMax = 3;
/** CSS pixels of wheel movement that change the zoom by a factor of e. */
const wheelPixels = 300;

export type PdfSource = Pick<ViewedDocument, 'url' | 'byteSize' | 'stored'>;

export function createPdfStage(root: HTMLElement, source: PdfSource): Stage {
  const ended = new AbortController();
  const created = createViewer(root, ended.signal);
  const { container, viewer, links } = created;
  const state = createStore<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
  const fail = (cause: unknown) => {
    if (!ended.signal.aborted) state.set({ ...state.get(), kind: 'failed', cause });
  };
  const task = openPdf(source, fail);
  const brought = createBrought(task.promise);
  const shown = createShownPages(brought.readPage);
  const fitting = createFitting(viewer, container);
  const refit = () =>
    void waitForStableSize(container, ended.signal).then(() => !ended.signal.aborted && fitting.refit());
  const { missed, words } = followViewer(created, { state, shown, fitting, refit });
  zoomByWheel(viewer, container, ended.signal);
  watchTouches(container, ended.signal, {
    onPinch: (scaleFactor, origin) => viewer.updateScale({ scaleFactor, drawingDelay: 400, origin }),
    onSwipe: (direction) => fitting.goToPage(viewer.currentPageNumber + direction),
    onDoubleTap: fitting.toggleColumn,
  });
  const resized = new ResizeObserver(refit);
  resized.observe(container);

  task.onPassword = (give: (password: string) => void, reason: number) => {
    const unlock = (password: string) => {
      state.set({ ...state.get(), kind: 'loading' });
      give(password);
    };
    state.set({ ...state.get(), kind: 'locked', isWrong: reason === PasswordResponses.INCORRECT_PASSWORD, unlock });
  };
  task.promise.then((opened: PDFDocumentProxy) => {
    if (ended.signal.aborted) return;
    viewer.setDocument(opened);
    links.setDocument(opened);
    viewer.firstPagePromise?.catch(fail);
  }, fail);
  const signers = createStore<readonly string[]>([]);
  task.promise.then(namesOfSigners).then(signers.set, (cause: unknown) => {
    if (!ended.signal.aborted) console.warn('The signatures could not be read', cause);
  });

  const zoom = (scaleFactor: number) => viewer.updateScale({ scaleFactor, drawingDelay: 150 });
  return {
    state,
    pages: shown.pages,
    zoomIn: () => zoom(zoomStep),
    zoomOut: () => zoom(1 / zoomStep),
    fit: fitting.fitWidth,
    fitPage: fitting.fitPage,
    rotate() {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
    },
    goToPage: fitting.goToPage,
    pressed() {},
    thumbnails: createThumbnails(viewer, ended.signal),
    words,
    missed,
    brought,
    signers,
    outline: async () => readOutline(await task.promise, links),
    drawForPrint: async (page) => printedPage(await task.promise, page),
    destroy() {
      const firstPage = viewer.firstPagePromise;
      ended.abort();
      resized.disconnect();
      shown.destroy();
      viewer.setDocument(null as unknown as PDFDocumentProxy);
      links.setDocument(null);
      // Waits for the first page, because pdf.js logs an error if a document is destroyed while loading.
      void Promise.allSettled([firstPage]).then(() => task.destroy());
      container.remove();
    },
  };
}

/** Loads the certificate parser only if the document is signed. */
async function namesOfSigners(pdf: PDFDocumentProxy): Promise<readonly string[]> {
  if ((await pdf.getSignatures()) === null) return [];
  const { readSigners } = await import('./signers.ts');
  return readSigners(pdf);
}

interface Followers {
  readonly state: Store<StageState>;
  readonly shown: ReturnType<typeof createShownPages>;
  readonly fitting: ReturnType<typeof createFitting>;
  readonly refit: () => void;
}

function followViewer(
  { container, viewer, eventBus }: ReturnType<typeof createViewer>,
  { state, shown, fitting, refit }: Followers,
) {
  const missed = createStore(0);
  const words = createStore(0);
  const change = (part: Partial<Pick<StageState, 'page' | 'scale'>>) => state.set({ ...state.get(), ...part });
  eventBus.on('pagesinit', () => {
    fitting.fitWidth();
    void fitting.readText(viewer.getPageView(0)).then(() => {
      // pdf.js would scroll past the margin above the first page.
      container.scrollTop = 0;
      state.set({ ...state.get(), pageCount: viewer.pagesCount, kind: 'ready' });
      refit();
    });
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => change({ page: pageNumber }));
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => {
    fitting.crop();
    change({ scale });
  });
  eventBus.on('pagerendered', (event: PageRendered) => {
    if (event.error) {
      console.warn(`Page ${event.pageNumber} could not be drawn`, event.error);
      missed.set(missed.get() + 1);
    }
    if (event.isDetailView) return;
    shown.add(event.source);
    void fitting.readText(event.source);
  });
  eventBus.on('textlayerrendered', ({ source }: { source: PDFPageView }) => {
    // pdf.js would make each page a tab stop without a name.
    source.textLayer?.div.removeAttribute('tabindex');
    words.set(words.get() + 1);
  });
  eventBus.on('rotationchanging', () => {
    shown.pages.set([]);
    fitting.forgetText();
    fitting.fitWidth();
  });
  return { missed, words };
}

interface PageRendered {
  readonly source: PDFPageView;
  readonly pageNumber: number;
  readonly isDetailView?: boolean;
  readonly error?: unknown;
}

function createViewer(root: HTMLElement, ended: AbortSignal) {
  const container = root.ownerDocument.createElement('div');
  container.className = 'pdf-container';
  container.tabIndex = 0;
  container.role = 'group';
  container.ariaLabel = viewerMessages.pages;
  const pagesElement = root.ownerDocument.createElement('div');
  pagesElement.className = 'pdfViewer';
  container.append(pagesElement);
  root.append(container);
  const eventBus = new EventBus();
  const links = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  // pdf.js's types lack this option. Aborting the signal removes the viewer's listeners and resize observer.
  const undeclared = { abortSignal: ended };
  const viewer = new PDFViewer({
    container,
    viewer: pagesElement,
    eventBus,
    linkService: links,
    removePageBorders: true,
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    ...undeclared,
  });
  links.setViewer(viewer);
  return { container, viewer, eventBus, links };
}

function createShownPages(onShown: (page: number) => void) {
  const pages = createStore<readonly ShownPage[]>([]);
  const hosts = createAnnotationHosts();
  return {
    pages,
    add(view: PDFPageView): void {
      const { pdfPage, div, id } = view;
      if (!pdfPage || id === null) return;
      const others = pages.get().filter((page) => page.surface.page !== id - 1);
      const isShown = pages.get().some((page) => page.surface.page === id - 1 && page.element === div);
      const host = hosts.attach(div);
      if (isShown) return;
      onShown(id - 1);
      const surface = surfaceOf(pdfPage, view.viewport.rotation);
      pages.set([...others, { surface, element: div, ...host }].toSorted((a, b) => a.surface.page - b.surface.page));
    },
    destroy: hosts.destroy,
  };
}

function createFitting(viewer: PDFViewer, container: HTMLElement) {
  let fittedScale = Number.NaN;
  let text: TextExtent | null = null;
  const isPhone = () => container.clientWidth < phoneMax;
  // Compares with a tolerance, because pdf.js ignores a scale that differs only by rounding.
  const isFitted = () => Math.abs(viewer.currentScale - fittedScale) < 1e-9;
  const gutterOf = () => (container.clientWidth < narrow ? gutterNarrow : gutterWide);
  const currentPage = (): PDFPageView | undefined =>
    container.clientWidth === 0 ? undefined : viewer.getPageView(viewer.currentPageNumber - 1);
  const fitWidth = (): void => {
    const page = currentPage();
    if (!page) return;
    const { left, right } = croppedTo(isPhone() ? text : null);
    const wanted = ((container.clientWidth - 2 * gutterOf()) / (page.width * (right - left))) * page.scale;
    fittedScale = Math.min(fittingMax, wanted);
    viewer.currentScale = fittedScale;
    crop();
  };
  /** On a phone, crops the margins of a fitted page until the reader zooms. */
  const crop = (): void => {
    const page = currentPage();
    const isCropped = page !== undefined && text !== null && isPhone() && isFitted();
    container.toggleAttribute('data-cropped', isCropped);
    if (isCropped) container.scrollLeft = page.div.offsetLeft + croppedTo(text).left * page.width - gutterOf();
  };
  container.addEventListener('scroll', () => container.hasAttribute('data-cropped') && crop(), { passive: true });
  const goToPage = (page: number): void => {
    if (!Number.isInteger(page) || page < 1 || page > viewer.pagesCount) return;
    viewer.currentPageNumber = page;
    // Adds a small space, because pdf.js puts the page's edge at the very top.
    container.scrollTop -= gutterNarrow;
  };
  const refit = (): void => {
    if (!isFitted() || !viewer.pdfDocument) return;
    const isAtTop = container.scrollTop < gutterWide;
    fitWidth();
    if (isAtTop) container.scrollTop = 0;
  };
  return {
    fitWidth,
    goToPage,
    crop,
    refit,
    forgetText(): void {
      text = null;
    },
    async readText(view: PDFPageView): Promise<void> {
      try {
        const page = view.pdfPage ?? (await viewer.pdfDocument?.getPage(view.id ?? 1));
        const { rotation } = view.viewport;
        const found = page ? await readTextExtent(page, view.viewport) : null;
        const wider = union(text, found);
        if (rotation !== view.viewport.rotation || (wider?.left === text?.left && wider?.right === text?.right)) return;
        text = wider;
        if (isPhone()) refit();
      } catch (cause) {
        console.warn('The text of a page could not be measured', cause);
      }
    },
    toggleColumn([clientX, clientY]: [number, number]): void {
      if (!isFitted()) {
        fitWidth();
        return;
      }
      const layer = document.elementsFromPoint(clientX, clientY).find((each) => each.closest('.page'));
      const spans = layer?.closest('.page')?.querySelectorAll('.textLayer span') ?? [];
      const pieces = [...spans].map((span) => span.getBoundingClientRect());
      const column = columnAt(pieces, { x: clientX, y: clientY });
      if (column === null) return;
      const wanted = (container.clientWidth - 2 * gutterNarrow) / (column.right - column.left);
      const scaleFactor = Math.min(wanted, columnZoomMax);
      if (scaleFactor < 1.05) return;
      const left = container.getBoundingClientRect().left;
      viewer.updateScale({ scaleFactor, drawingDelay: 150, origin: [column.left, clientY] });
      container.scrollLeft += column.left - left - gutterNarrow;
    },
    fitPage(): void {
      const page = currentPage();
      if (!page) return;
      const across = (container.clientWidth - 2 * gutterNarrow) / page.width;
      const down = (container.clientHeight - 2 * gutterNarrow) / page.height;
      viewer.currentScale = Math.min(across, down) * page.scale;
      goToPage(viewer.currentPageNumber);
    },
  };
}

/** Browsers report a pinch on a touchpad as a wheel event with Ctrl. */
function zoomByWheel(viewer: PDFViewer, container: HTMLElement, signal: AbortSignal): void {
  let scaleFactor = 1;
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    scaleFactor *= Math.exp(-event.deltaY / wheelPixels);
    // Adds up small steps, because pdf.js rounds the zoom to whole percentages.
    if (Math.abs(scaleFactor - 1) < 0.02) return;
    viewer.updateScale({ scaleFactor, drawingDelay: 400, origin: [event.clientX, event.clientY] });
    scaleFactor = 1;
  };
  container.addEventListener('wheel', onWheel, { passive: false, signal });
}
