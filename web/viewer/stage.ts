import { createStore, type ReadableStore, useStore } from '#web/store.ts';
import type { Surface } from './annotations/surface.ts';
import type { BroughtAnnotation, BroughtAnnotations } from './pdf/brought.ts';

export function countOf(state: StageState): string {
  return state.pageCount === null ? '∞' : String(state.pageCount);
}

export function pageLineOf(state: StageState): string {
  return `Page ${state.page} of ${countOf(state)}`;
}

export const zoomStep = 1.2;

export interface ShownPage {
  readonly surface: Surface;
  /** The page's element on screen. Its size is `surface.size` times the zoom. */
  readonly element: HTMLElement;
  /** A container directly above the rendered page, so that highlights are blended with it by multiplication. */
  readonly under: HTMLElement;
  readonly over: HTMLElement;
}

export type StageState = {
  /** One-based. */
  readonly page: number;
  readonly pageCount: number | null;
  /** At scale 1, an inch of a PDF is a CSS inch, and an image's pixel is a CSS pixel. */
  readonly scale: number;
} & (
  | { readonly kind: 'loading' | 'ready' }
  | { readonly kind: 'locked'; readonly isWrong: boolean; readonly unlock: (password: string) => void }
  | { readonly kind: 'failed'; readonly cause: unknown }
);

export interface Stage {
  readonly state: ReadableStore<StageState>;
  readonly pages: ReadableStore<readonly ShownPage[]>;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly fit: () => void;
  readonly fitPage: () => void;
  readonly rotate: () => void;
  /** Pages are one-based. Ignores pages outside the document. */
  readonly goToPage: (page: number) => void;
  readonly pressed: () => void;
  readonly thumbnails: Thumbnails | null;
  /** The document's own annotations. Null if the format has none. */
  readonly brought: BroughtAnnotations | null;
  readonly signers: ReadableStore<readonly string[]>;
  readonly words: ReadableStore<number>;
  readonly missed: ReadableStore<number>;
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
  readonly surface: Surface;
}

export interface Thumbnails {
  /** Returns a page's width divided by its height, or 0.77 (letter) while that is unknown. */
  readonly aspectOf: (page: number) => number;
  /** Resolves to undefined if rendering was aborted or failed. */
  readonly draw: (page: number, widthPixels: number, signal: AbortSignal) => Promise<HTMLCanvasElement | undefined>;
}

export type StageMaker = (root: HTMLElement) => Stage;

const noStage = createStore<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
const noPages = createStore<readonly ShownPage[]>([]);
const noWords = createStore(0);
const noBrought = createStore<readonly BroughtAnnotation[]>([]);

export const noSigners = createStore<readonly string[]>([]);

export const stateOf = (stage: Stage | null): StageState => (stage?.state ?? noStage).get();

export const useStageState = <Part>(stage: Stage | null, select: (state: StageState) => Part): Part =>
  useStore(stage?.state ?? noStage, select);

export const useCurrentPage = (stage: Stage | null): number => useStageState(stage, ({ page }) => page);

export const pagesOf = (stage: Stage | null): readonly ShownPage[] => (stage?.pages ?? noPages).get();

export const useShownPages = (stage: Stage | null): readonly ShownPage[] => useStore(stage?.pages ?? noPages);

export const useBrought = (stage: Stage | null): readonly BroughtAnnotation[] =>
  useStore(stage?.brought?.read ?? noBrought);

export const useShownWords = (stage: Stage | null): number => useStore(stage?.words ?? noWords);
