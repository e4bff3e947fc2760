import { createStore, type ReadableStore, useStore } from '#web/store.ts';
import type { Surface } from './annotations/surface.ts';
import type { BroughtAnnotation, BroughtAnnotations } from './pdf/brought.ts';

/** Infinity sign while the number of pages is unknown. */
export function countOf(state: StageState): string {
  return state.pageCount === null ? '∞' : String(state.pageCount);
}

export function pageLineOf(state: StageState): string {
  return `Page ${state.page} of ${countOf(state)}`;
}

/** Factor of Zoom in and Zoom out. */
export const zoomStep = 1.2;

export interface ShownPage {
  readonly surface: Surface;
  /** The page's box on the screen. Its size is `surface.size` times the zoom. */
  readonly element: HTMLElement;
  /** Directly on the rendered page, so that highlights multiply with it. */
  readonly under: HTMLElement;
  /** Above the text. */
  readonly over: HTMLElement;
}

export type StageState = {
  /** Starts at 1. */
  readonly page: number;
  /** Is null while unknown. */
  readonly pageCount: number | null;
  /** At 1, an inch of a PDF is a CSS inch, and a pixel of an image is a CSS pixel. */
  readonly scale: number;
} & (
  | { readonly kind: 'loading' | 'ready' }
  /** The document needs a password. `isWrong`: the given one was wrong. */
  | { readonly kind: 'locked'; readonly isWrong: boolean; readonly unlock: (password: string) => void }
  | { readonly kind: 'failed'; readonly cause: unknown }
);

/** The interface between the viewer's frame and what renders the pages of a document. */
export interface Stage {
  readonly state: ReadableStore<StageState>;
  readonly pages: ReadableStore<readonly ShownPage[]>;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Fits the width, as after opening. */
  readonly fit: () => void;
  readonly fitPage: () => void;
  readonly rotate: () => void;
  /** Starts at 1. Pages outside the document are ignored. */
  readonly goToPage: (page: number) => void;
  /** A click on the page that hit no annotation (images change their zoom). */
  readonly pressed: () => void;
  readonly thumbnails: Thumbnails | null;
  /** Annotations of the document itself. Null if the format has none. */
  readonly brought: BroughtAnnotations | null;
  /** People who signed the document, as it says itself. */
  readonly signers: ReadableStore<readonly string[]>;
  /** Counts up when text of a page has been added or removed: the search in it is repeated. */
  readonly words: ReadableStore<number>;
  /** Incremented when a page could not be rendered. */
  readonly missed: ReadableStore<number>;
  /** The document's headings; empty if it has none. */
  readonly outline: () => Promise<readonly OutlineItem[]>;
  readonly drawForPrint: (page: number) => Promise<PrintedPage>;
  readonly destroy: () => void;
}

export interface OutlineItem {
  readonly title: string;
  readonly go: () => void;
  readonly items: readonly OutlineItem[];
}

export interface PrintedPage {
  readonly canvas: HTMLCanvasElement;
  /** Not rotated by the reader. */
  readonly surface: Surface;
}

export interface Thumbnails {
  /** Width divided by height of each page; 0.77 (letter) until it is known. */
  readonly aspectOf: (page: number) => number;
  /** Renders a page after the visible pages. Returns undefined if it was aborted or failed. */
  readonly draw: (page: number, widthPixels: number, signal: AbortSignal) => Promise<HTMLCanvasElement | undefined>;
}

export type StageMaker = (root: HTMLElement) => Stage;

const noStage = createStore<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
const noPages = createStore<readonly ShownPage[]>([]);
const noWords = createStore(0);
const noBrought = createStore<readonly BroughtAnnotation[]>([]);

export const noSigners = createStore<readonly string[]>([]);

export const stateOf = (stage: Stage | null): StageState => (stage?.state ?? noStage).get();

/** Selects from the state. Its page changes while the reader scrolls, and each reader of it rerenders. */
export const useStageState = <Part>(stage: Stage | null, select: (state: StageState) => Part): Part =>
  useStore(stage?.state ?? noStage, select);

export const useCurrentPage = (stage: Stage | null): number => useStageState(stage, ({ page }) => page);

export const pagesOf = (stage: Stage | null): readonly ShownPage[] => (stage?.pages ?? noPages).get();

export const useShownPages = (stage: Stage | null): readonly ShownPage[] => useStore(stage?.pages ?? noPages);

export const useBrought = (stage: Stage | null): readonly BroughtAnnotation[] =>
  useStore(stage?.brought?.read ?? noBrought);

/** Rerenders when the text of a page is added or removed. */
export const useShownWords = (stage: Stage | null): number => useStore(stage?.words ?? noWords);
