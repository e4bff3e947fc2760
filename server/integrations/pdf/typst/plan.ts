import type { RichText } from '#domain/rich-text.ts';

/** Sent to the typesetting process as JSON. Only notes contain formatting. */
export interface RecordPlan {
  readonly board: string;
  readonly colour: string;
  readonly paper: 'letter' | 'a4';
  /** Storage key. Null if the board has no logo. */
  readonly logo: string | null;
  readonly title: string;
  readonly lede: string;
  /** A mark on every page, such as `Draft`. Empty for a final record. */
  readonly mark: string;
  readonly facts: readonly { readonly label: string; readonly words: string }[];
  readonly sections: readonly PlannedSection[];
  readonly signatures: readonly { readonly name: string; readonly note: string }[];
  readonly closing: readonly string[];
  /** Date of the content, in ISO 8601. */
  readonly at: string;
}

export type PlannedSection =
  /** For example `Item 4 is withheld from you.` */
  | { readonly kind: 'withheld'; readonly depth: number; readonly number: string; readonly words: string }
  | {
      readonly kind: 'item';
      readonly depth: number;
      readonly number: string;
      readonly title: string;
      /** For example '9:05 AM'. Empty if the meeting did not reach the item. */
      readonly time: string;
      readonly parts: readonly SectionPart[];
    };

export type SectionPart =
  | { readonly kind: 'line'; readonly words: string }
  | { readonly kind: 'aside'; readonly words: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'notes'; readonly text: RichText }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly widths: readonly number[];
      /** Points above and below a row's text. */
      readonly padding: number;
      readonly rows: readonly (readonly string[])[];
    }
  | {
      readonly kind: 'motion';
      readonly text: string;
      readonly facts: readonly string[];
      readonly outcome: string;
      readonly remarks: readonly string[];
    }
  | { readonly kind: 'action'; readonly label: string; readonly words: string };
