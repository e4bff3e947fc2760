import type { LeftOutReason } from '#domain/board-book.ts';

/** Sent to the process as JSON. Its texts are final. */
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
  /** In reading order. A document follows its agenda item. */
  readonly entries: readonly BookEntry[];
  readonly papers: readonly PlannedPaper[];
}

export type BookEntry =
  | {
      readonly kind: 'item';
      readonly depth: number;
      /** Such as '3.1'; empty for a heading. */
      readonly number: string;
      /** Such as '9:05 AM'; empty if not planned. */
      readonly time: string;
      readonly title: string;
      /** Presenter, purpose and minutes. */
      readonly about: string;
      readonly text: string;
    }
  | {
      readonly kind: 'paper';
      readonly paper: number;
    };

export interface PlannedPaper {
  readonly title: string;
  /** The number of the document's item; may be empty. */
  readonly label: string;
  readonly source: PaperSource;
}

export type PaperSource =
  /** `xfdf` contains the annotations, or null if there are none. */
  | { readonly kind: 'pdf' | 'picture'; readonly path: string; readonly xfdf: string | null }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'left-out'; readonly why: LeftOutReason };
