import { createStore, type ReadableStore, useStore } from '#web/store.ts';
import type { Surface } from './annotations/surface.ts';
import type { BroughtAnnotation, BroughtAnnotations } from './pdf/brought.ts';

/** Infinity while the number of pages is unknown (specification, section 2). */
export function countOf(state: StageState): string {
  return state.pageCount === null ? '∞' : String(state.pageCount);
}

/** 'Page 3 of 42' */
export function pageLineOf(state: StageState): string {
  return `Page ${state.page} of ${countOf(state)}`;
}

/** Zoom in and Zoom out multiply and divide by this (specification, section 9). */
export const zoomStep = 1.2;

/** A page that is in the document now, with the two elements of the annotation layer. */
export interface ShownPage {
  readonly surface: Surface;
  /** The page's box on the screen; its size is `surface.size` times the zoom. */
  readonly element: HTMLElement;
  /** Directly on the rendered page, so that highlights multiply with it. */
  readonly under: HTMLElement;
  /** Above the text. */
  readonly over: HTMLElement;
}

export type StageState = {
  /** Counted from 1, as it is shown. */
  readonly page: number;
  /** Null while unknown. */
  readonly pageCount: number | null;
  /** 1 is the size at which a PDF's inch is an inch of CSS, or an image's pixel a pixel. */
  readonly scale: number;
} & (
  | { readonly kind: 'loading' | 'ready' }
  /** The document needs a password; `isWrong`: another one than was given. */
  | { readonly kind: 'locked'; readonly isWrong: boolean; readonly unlock: (password: string) => void }
  | { readonly kind: 'failed'; readonly cause: unknown }
);

/** What shows the pages of a document: the frame around it needs no more than this. */
export interface Stage {
  readonly state: ReadableStore<StageState>;
  readonly pages: ReadableStore<readonly ShownPage[]>;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** As wide as there is room, as after opening. */
  readonly fit: () => void;
  /** All of the page is visible. */
  readonly fitPage: () => void;
  /** A quarter clockwise. */
  readonly rotate: () => void;
  /** Counted from 1; beyond the document nothing happens. */
  readonly goToPage: (page: number) => void;
  /** A press on the page that met no annotation (images change their zoom). */
  readonly pressed: () => void;
  readonly thumbnails: Thumbnails | null;
  /** What stands in the document itself; null where nothing can. */
  readonly brought: BroughtAnnotations | null;
  /** Who signed the document, as it says itself. */
  readonly signers: ReadableStore<readonly string[]>;
  /** Counts up when text of a page has been added or removed: the search in it is repeated. */
  readonly words: ReadableStore<number>;
  /** Counts up when a page could not be rendered. */
  readonly missed: ReadableStore<number>;
  /** The headings that the document names; empty where it names none. */
  readonly outline: () => Promise<readonly OutlineItem[]>;
  /** A page as it is printed. */
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
  /** Unturned by the reader. */
  readonly surface: Surface;
}

export interface Thumbnails {
  /** Width divided by height of each page where it is known; 0.77 (letter) before. */
  readonly aspectOf: (page: number) => number;
  /** Renders a page, once the visible pages are rendered. Undefined when it was aborted or failed. */
  readonly draw: (page: number, widthPixels: number, signal: AbortSignal) => Promise<HTMLCanvasElement | undefined>;
}

/** Makes a stage inside an empty element. */
export type StageMaker = (root: HTMLElement) => Stage;

const noStage = createStore<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
const noPages = createStore<readonly ShownPage[]>([]);
const noWords = createStore(0);
const noBrought = createStore<readonly BroughtAnnotation[]>([]);

export const noSigners = createStore<readonly string[]>([]);

/** The state of a stage; loading while there is none. */
export const stateOf = (stage: Stage | null): StageState => (stage?.state ?? noStage).get();

/** What `select` takes of the state. Its page changes while the reader scrolls: whoever reads it renders each time. */
export const useStageState = <Part>(stage: Stage | null, select: (state: StageState) => Part): Part =>
  useStore(stage?.state ?? noStage, select);

export const useCurrentPage = (stage: Stage | null): number => useStageState(stage, ({ page }) => page);

/** The pages that have been shown. */
export const pagesOf = (stage: Stage | null): readonly ShownPage[] => (stage?.pages ?? noPages).get();

export const useShownPages = (stage: Stage | null): readonly ShownPage[] => useStore(stage?.pages ?? noPages);

export const useBrought = (stage: Stage | null): readonly BroughtAnnotation[] =>
  useStore(stage?.brought?.read ?? noBrought);

/** Renders again when the text of a page has been added or removed. */
export const useShownWords = (stage: Stage | null): number => useStore(stage?.words ?? noWords);
