import { createStore, type Store } from '#web/store.ts';
import { imageSurface, type Surface } from '#web/viewer/annotations/surface.ts';
import { noSigners, type ShownPage, type Stage, type StageState, zoomStep } from '#web/viewer/stage.ts';
import { watchTouches } from '#web/viewer/touches.ts';
import { waitForStableSize } from '#web/viewer/viewport-wait.ts';
import styles from './image-stage.module.css';

/** Pixels of free space around the image. */
const margin = 24;
const scaleMin = 0.02;
const scaleMax = 16;
/** Maximum length of a printed image's longer side, in pixels. */
const printedSideMax = 3300;

export function createImageStage(
  root: HTMLElement,
  { url, title }: { readonly url: string; readonly title: string },
): Stage {
  const elements = createElements(root, title);
  const { container, sheet, image, under, over } = elements;
  const ended = new AbortController();
  const state = createStore<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
  const pages = createStore<readonly ShownPage[]>([]);
  const zoom = createZoom(elements, state);
  const show = (): void =>
    pages.set([{ surface: imageSurface(sizeOf(image), zoom.rotation()), element: sheet, under, over }]);
  const refit = (): void => {
    if (!ended.signal.aborted) zoom.refit();
  };
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
  watchTouches(container, ended.signal, { onPinch: zoom.by, onSwipe() {} });
  return {
    state,
    pages,
    zoomIn: () => zoom.by(zoomStep),
    zoomOut: () => zoom.by(1 / zoomStep),
    fit: zoom.rest,
    fitPage: zoom.rest,
    rotate() {
      zoom.turn();
      show();
      zoom.rest();
    },
    goToPage() {},
    pressed: zoom.toggle,
    thumbnails: null,
    brought: null,
    signers: noSigners,
    words: createStore(0),
    missed: createStore(0),
    outline: async () => [],
    drawForPrint: async () => ({ canvas: printedImage(image), surface: imageSurface(sizeOf(image)) }),
    destroy() {
      ended.abort();
      resized.disconnect();
      container.remove();
    },
  };
}

type Elements = ReturnType<typeof createElements>;

function createElements(root: HTMLElement, title: string) {
  const container = add(root, 'div', styles.container);
  container.tabIndex = 0;
  const sheet = add(container, 'div', styles.sheet);
  const image = add(sheet, 'img', styles.image);
  image.alt = title;
  image.draggable = false;
  const under = add(sheet, 'div', 'annotation-host');
  const over = add(sheet, 'div', 'annotation-host annotation-host-over');
  return { container, sheet, image, under, over };
}

const sizeOf = (image: HTMLImageElement): Size => ({ width: image.naturalWidth, height: image.naturalHeight });

function createZoom({ container, sheet, image }: Elements, state: Store<StageState>) {
  let isAtRest = true;
  /** The reader's rotation, in degrees clockwise. */
  let rotation = 0;
  const seen = (): Size => {
    const { width, height } = sizeOf(image);
    return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
  };
  const zooms = (): ImageZooms =>
    imageZooms(seen(), {
      width: Math.max(1, container.clientWidth - 2 * margin),
      height: Math.max(1, container.clientHeight - 2 * margin),
    });
  const zoomTo = (scale: number): void => {
    if (state.get().kind !== 'ready') return;
    const bounded = Math.min(scaleMax, Math.max(scaleMin, scale));
    const { rest, toggled } = zooms();
    isAtRest = Math.abs(bounded - rest) < 0.001;
    sheet.style.width = `${seen().width * bounded}px`;
    sheet.style.height = `${seen().height * bounded}px`;
    image.style.width = `${sizeOf(image).width * bounded}px`;
    image.style.height = `${sizeOf(image).height * bounded}px`;
    image.style.transform = `translate(-50%, -50%) rotate(${rotation}deg)`;
    sheet.dataset.next = toggledZoom(bounded, { rest, toggled }) >= bounded ? 'in' : 'out';
    state.set({ ...state.get(), scale: bounded });
  };
  const rest = (): void => zoomTo(zooms().rest);
  return {
    rest,
    by: (factor: number): void => zoomTo(state.get().scale * factor),
    toggle: (): void => zoomTo(toggledZoom(state.get().scale, zooms())),
    /** Keeps a zoom that the reader has set. */
    refit(): void {
      if (isAtRest && container.clientWidth > 0) rest();
    },
    rotation: (): number => rotation,
    turn(): void {
      rotation = (rotation + 90) % 360;
    },
  };
}

function printedImage(image: HTMLImageElement): HTMLCanvasElement {
  const canvas = image.ownerDocument.createElement('canvas');
  const { width, height } = sizeOf(image);
  const most = Math.min(1, printedSideMax / Math.max(width, height));
  canvas.width = Math.round(width * most);
  canvas.height = Math.round(height * most);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
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

type Size = Surface['size'];
type ImageZooms = Readonly<ReturnType<typeof imageZooms>>;

/** A click switches to `toggled`: actual size for a large image, enlarged to fit for a small one. */
export function imageZooms(image: Size, viewer: Size) {
  const fitting = Math.min(viewer.width / image.width, viewer.height / image.height);
  return fitting < 1 ? { rest: fitting, toggled: 1 } : { rest: 1, toggled: fitting };
}

/** If the zoom buttons have been used, the first click returns to the initial zoom. */
export function toggledZoom(current: number, { rest, toggled }: ImageZooms): number {
  return Math.abs(current - rest) < 0.001 ? toggled : rest;
}
