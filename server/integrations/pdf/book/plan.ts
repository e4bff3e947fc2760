import type { LeftOut } from '#domain/board-book.ts';

/** What a board book is to be made of; goes to the process that makes it as JSON. Every text stands there as it is printed. */
export interface BookPlan {
  /** Of the product, for the file's own description. */
  readonly creator: string;
  readonly board: string;
  /** `#rrggbb` */
  readonly colour: string;
  readonly title: string;
  /** Date, time and place, below the title. */
  readonly facts: readonly string[];
  /** At the foot of the cover: as of when, and whose marks. */
  readonly notes: readonly string[];
  /** In reading order; a paper stands below the item before it. */
  readonly entries: readonly BookEntry[];
  readonly papers: readonly PlannedPaper[];
}

export type BookEntry =
  | {
      readonly kind: 'item';
      /** 0 for a main item. */
      readonly depth: number;
      /** '3.1'; empty for a heading that is no item. */
      readonly number: string;
      /** '9:05 AM'; empty where no time is planned. */
      readonly time: string;
      readonly title: string;
      /** Presenter, purpose and minutes; empty where there are none. */
      readonly about: string;
      readonly text: string;
    }
  | {
      readonly kind: 'paper';
      /** Index into `papers`. */
      readonly paper: number;
    };

export interface PlannedPaper {
  readonly title: string;
  /** The number of its item, for the stamp on its pages; may be empty. */
  readonly label: string;
  readonly source: PaperSource;
}

export type PaperSource =
  /** `xfdf`: marks that are put onto its pages; null: none. */
  | { readonly kind: 'pdf' | 'picture'; readonly path: string; readonly xfdf: string | null }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'left-out'; readonly why: LeftOut };
