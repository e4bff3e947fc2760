import type { LeftOutReason } from '#domain/board-book.ts';

export interface BookPlan {
  readonly creator: string;
  readonly fontsDir: string | null;
  readonly board: string;
  readonly colour: string;
  readonly paper: 'letter' | 'a4';
  /** Base64, or null if the board has no logo. */
  readonly logo: string | null;
  readonly title: string;
  readonly facts: readonly string[];
  readonly notes: readonly string[];
  readonly entries: readonly BookEntry[];
  readonly papers: readonly PlannedPaper[];
  /** Text to draw on every page, or null. */
  readonly watermark: string | null;
  /** If true, the file is a copy of one paper, without a cover, an agenda or page numbers. */
  readonly isCopy: boolean;
}

export interface WrittenBook {
  readonly pageCount: number;
  readonly leftOut: readonly (LeftOutReason | null)[];
}

export type BookEntry =
  | {
      readonly kind: 'item';
      readonly depth: number;
      readonly number: string;
      readonly time: string;
      readonly title: string;
      readonly about: string;
      readonly text: string;
    }
  | {
      readonly kind: 'paper';
      readonly paper: number;
    };

export interface PlannedPaper {
  readonly title: string;
  readonly label: string;
  readonly source: PaperSource;
}

export type PaperSource =
  | { readonly kind: 'pdf' | 'picture'; readonly path: string; readonly xfdf: string | null }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'left-out'; readonly why: LeftOutReason };
