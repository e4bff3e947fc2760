import type { RichText } from '#domain/rich-text.ts';

/** Numbered sections. Sent as JSON to the process; all texts except the notes are final. */
export interface RecordPlan {
  readonly board: string;
  /** `#rrggbb` */
  readonly colour: string;
  readonly paper: 'letter' | 'a4';
  /** Storage key; null if the board has none. */
  readonly logo: string | null;
  /** `Minutes of the October Board Meeting` */
  readonly title: string;
  /** Day and place, or a description of the content. */
  readonly lede: string;
  /** Printed on every page: `Draft`; empty for a final record. */
  readonly mark: string;
  readonly facts: readonly { readonly label: string; readonly words: string }[];
  readonly sections: readonly PlannedSection[];
  /** On separate lines, two side by side. */
  readonly signatures: readonly { readonly name: string; readonly note: string }[];
  /** How minutes were approved, or the person that it was made for. */
  readonly closing: readonly string[];
  /** The date of the record's content; ISO. */
  readonly at: string;
}

export type PlannedSection =
  /** `Item 4 is withheld from you.` */
  | { readonly kind: 'withheld'; readonly depth: number; readonly number: string; readonly words: string }
  | {
      readonly kind: 'item';
      /** 0 for a main item. */
      readonly depth: number;
      readonly number: string;
      readonly title: string;
      /** '9:05 AM'; empty if the meeting was not at the item. */
      readonly time: string;
      readonly parts: readonly SectionPart[];
    };

export type SectionPart =
  /** From the record: arrivals, departures, declarations. */
  | { readonly kind: 'line'; readonly words: string }
  /** Small words, such as who presents. */
  | { readonly kind: 'aside'; readonly words: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'notes'; readonly text: RichText }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      /** Shares of the line. */
      readonly widths: readonly number[];
      /** Points above and below a row's words. */
      readonly padding: number;
      readonly rows: readonly (readonly string[])[];
    }
  | {
      readonly kind: 'motion';
      readonly text: string;
      readonly facts: readonly string[];
      /** `Carried, 2026-011`; empty if there was no vote. */
      readonly outcome: string;
      /** One per line: counts and quorum, named votes. */
      readonly remarks: readonly string[];
    }
  | { readonly kind: 'action'; readonly label: string; readonly words: string };
