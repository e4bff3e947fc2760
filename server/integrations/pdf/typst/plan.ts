import type { RichText } from '#domain/rich-text.ts';

/** A record with numbered sections, sent to the typesetting process as JSON. Only notes have formatting. */
export interface RecordPlan {
  readonly board: string;
  readonly colour: string;
  readonly paper: 'letter' | 'a4';
  /** Storage key; null if the board has none. */
  readonly logo: string | null;
  readonly title: string;
  /** Day and place, or a description of the content. */
  readonly lede: string;
  /** Printed on every page, such as `Draft`; empty for a final record. */
  readonly mark: string;
  readonly facts: readonly { readonly label: string; readonly words: string }[];
  readonly sections: readonly PlannedSection[];
  /** Printed as lines to sign on, two side by side. */
  readonly signatures: readonly { readonly name: string; readonly note: string }[];
  /** How minutes were approved, or the person that the record was made for. */
  readonly closing: readonly string[];
  /** The date of the record's content in ISO 8601. */
  readonly at: string;
}

export type PlannedSection =
  /** Such as `Item 4 is withheld from you.` */
  | { readonly kind: 'withheld'; readonly depth: number; readonly number: string; readonly words: string }
  | {
      readonly kind: 'item';
      readonly depth: number;
      readonly number: string;
      readonly title: string;
      /** Such as '9:05 AM'; empty if the meeting did not reach the item. */
      readonly time: string;
      readonly parts: readonly SectionPart[];
    };

export type SectionPart =
  /** An event of the record, such as an arrival, a departure or a declaration. */
  | { readonly kind: 'line'; readonly words: string }
  | { readonly kind: 'aside'; readonly words: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'notes'; readonly text: RichText }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      /** The columns' shares of the line's width. */
      readonly widths: readonly number[];
      /** The space above and below a row's text, in points. */
      readonly padding: number;
      readonly rows: readonly (readonly string[])[];
    }
  | {
      readonly kind: 'motion';
      readonly text: string;
      readonly facts: readonly string[];
      readonly outcome: string;
      /** One per line, such as counts and quorum, or named votes. */
      readonly remarks: readonly string[];
    }
  | { readonly kind: 'action'; readonly label: string; readonly words: string };
