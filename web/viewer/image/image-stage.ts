import { createStore } from '#web/store.ts';
import { imageSurface } from '#web/viewer/annotations/surface.ts';
import { type ShownPage, type Stage, type StageState, zoomStep } from '#web/viewer/stage.ts';
import { watchTouches } from '#web/viewer/touches.ts';
import { waitForStableSize } from '#web/viewer/viewport-wait.ts';
import styles from './image-stage.module.css';

/** Pixels kept free around the image. */
const margin = 24;
const scaleMin = 0.02;
const scaleMax = 16;
/** Pixels of the longer side on paper. */
const printedSideMax = 3300;

/** An image as the one page of a document, with the same annotation layer as a PDF. */
export function createImageStage(
  root: HTMLElement,
  { url, title }: { readonly url: string; readonly title: string },
): Stage {
  const container = add(root, 'div', styles.container);
  container.tabIndex = 0;
  const sheet = add(container, 'div', styles.sheet);
  const image = add(sheet, 'img', styles.image);
  image.alt = title;
  image.draggable = false;
  const under = add(sheet, 'div', 'annotation-host');
  const over = add(sheet, 'div', 'annotation-host annotation-host-over');

  const ended = new AbortController();
  const state = createStore<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
  const pages = createStore<readonly ShownPage[]>([]);
  let isAtRest = true;
  /** Degrees clockwise that the reader has turned it. */
  let rotation = 0;

  const own = () => ({ width: image.naturalWidth, height: image.naturalHeight });
  /** As it is seen. */
  const size = () => {
    const { width, height } = own();
    return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
  };
  const zooms = () =>
    imageZooms(size(), {
      width: Math.max(1, container.clientWidth - 2 * margin),
      height: Math.max(1, container.clientHeight - 2 * margin),
    });

  function zoomTo(scale: number): void {
    if (state.get().kind !== 'ready') return;
    const bounded = Math.min(scaleMax, Math.max(scaleMin, scale));
    const { rest, toggled } = zooms();
    isAtRest = Math.abs(bounded - rest) < 0.001;
    sheet.style.width = `${size().width * bounded}px`;
    sheet.style.height = `${size().height * bounded}px`;
    image.style.width = `${own().width * bounded}px`;
    image.style.height = `${own().height * bounded}px`;
    image.style.transform = `translate(-50%, -50%) rotate(${rotation}deg)`;
    sheet.dataset.next = toggledZoom(bounded, { rest, toggled }) >= bounded ? 'in' : 'out';
    state.set({ ...state.get(), scale: bounded });
  }

  function show(): void {
    pages.set([{ surface: imageSurface(own(), rotation), element: sheet, under, over }]);
  }

  function refit(): void {
    if (!ended.signal.aborted && isAtRest && container.clientWidth > 0) zoomTo(zooms().rest);
  }

  const resized = new ResizeObserver(() => void waitForStableSize(container, ended.signal).then(refit));
  image.addEventListener('load', () => {
    state.set({ ...state.get(), kind: 'ready', pageCount: 1 });
    show();
    refit();
    resized.observe(container);
  });
  image.addEventListener('error', () => {
    state.set({ ...state.get(), kind: 'failed', cause: new Error(`The image at ${url} could not be loaded`) });
  });
  image.src = url;
  watchTouches(container, ended.signal, {
    onPinch: (factor) => zoomTo(state.get().scale * factor),
    onSwipe() {},
  });

  return {
    state,
    pages,
    zoomIn: () => zoomTo(state.get().scale * zoomStep),
    zoomOut: () => zoomTo(state.get().scale / zoomStep),
    fit: () => zoomTo(zooms().rest),
    fitPage: () => zoomTo(zooms().rest),
    rotate() {
      rotation = (rotation + 90) % 360;
      show();
      zoomTo(zooms().rest);
    },
    goToPage() {},
    pressed: () => zoomTo(toggledZoom(state.get().scale, zooms())),
    thumbnails: null,
    words: createStore(0),
    missed: createStore(0),
    outline: async () => [],
    async drawForPrint() {
      const canvas = root.ownerDocument.createElement('canvas');
      const { width, height } = own();
      const most = Math.min(1, printedSideMax / Math.max(width, height));
      canvas.width = Math.round(width * most);
      canvas.height = Math.round(height * most);
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
      return { canvas, surface: imageSurface(own()) };
    },
    destroy() {
      ended.abort();
      resized.disconnect();
      container.remove();
    },
  };
}

function add<K extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  name: K,
  className = '',
): HTMLElementTagNameMap[K] {
  const element = parent.ownerDocument.createElement(name);
  element.className = className;
  parent.append(element);
  return element;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface ImageZooms {
  /** How it is shown at first: zoomed out to fit, or not scaled up. */
  readonly rest: number;
  /** The other of the two: zoomed in to its own pixels, or scaled up to fill. */
  readonly toggled: number;
}

/** An image larger than the viewer toggles between zoomed out and in; any other between not scaled up and scaled up (specification, section 4). */
export function imageZooms(image: Size, viewer: Size): ImageZooms {
  const fitting = Math.min(viewer.width / image.width, viewer.height / image.height);
  return fitting < 1 ? { rest: fitting, toggled: 1 } : { rest: 1, toggled: fitting };
}

/** Where a press on the image leads: from wherever the zoom buttons have left it, first back to rest. */
export function toggledZoom(current: number, { rest, toggled }: ImageZooms): number {
  return Math.abs(current - rest) < 0.001 ? toggled : rest;
}
