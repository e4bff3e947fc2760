import type { LeftOutReason } from '#domain/board-book.ts';

/** Sent as JSON to the process; texts are final. */
export interface BookPlan {
  readonly creator: string;
  readonly fontsDir: string | null;
  readonly board: string;
  /** `#rrggbb` */
  readonly colour: string;
  readonly paper: 'letter' | 'a4';
  /** Base64; null if the board has none. */
  readonly logo: string | null;
  readonly title: string;
  readonly facts: readonly string[];
  readonly notes: readonly string[];
  /** In order; a document follows its item. */
  readonly entries: readonly BookEntry[];
  readonly papers: readonly PlannedPaper[];
}

export type BookEntry =
  | {
      readonly kind: 'item';
      readonly depth: number;
      /** '3.1'; empty for a heading. */
      readonly number: string;
      /** '9:05 AM'; empty when not planned. */
      readonly time: string;
      readonly title: string;
      /** Presenter, purpose, minutes. */
      readonly about: string;
      readonly text: string;
    }
  | {
      readonly kind: 'paper';
      readonly paper: number;
    };

export interface PlannedPaper {
  readonly title: string;
  /** Its item's number; may be empty. */
  readonly label: string;
  readonly source: PaperSource;
}

export type PaperSource =
  /** `xfdf` contains annotations; null for none. */
  | { readonly kind: 'pdf' | 'picture'; readonly path: string; readonly xfdf: string | null }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'left-out'; readonly why: LeftOutReason };
