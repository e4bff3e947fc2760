import type { RichText } from '#domain/rich-text.ts';

/** Of minutes, or of a register: sections by number, in the board's name. Sent as JSON to the process; texts are final, but the notes. */
export interface RecordPlan {
  /** The product. */
  readonly creator: string;
  readonly board: string;
  /** `#rrggbb` */
  readonly colour: string;
  /** `Minutes of the October Board Meeting` */
  readonly title: string;
  /** Day and place, or what it holds. */
  readonly lede: string;
  /** Stands on every page: `Draft`; empty of what is final. */
  readonly mark: string;
  /** Such as who was there and the quorum. */
  readonly facts: readonly { readonly label: string; readonly words: string }[];
  readonly sections: readonly PlannedSection[];
  /** On lines of their own, two beside each other. */
  readonly signatures: readonly { readonly name: string; readonly note: string }[];
  /** How minutes were approved, or for whom it was made. */
  readonly closing: readonly string[];
  /** When it was so; ISO. */
  readonly at: string;
}

export type PlannedSection =
  /** `Item 4 is withheld from you.` */
  | { readonly kind: 'withheld'; readonly depth: number; readonly number: string; readonly words: string }
  | {
      readonly kind: 'item';
      /** 0 for a main item. */
      readonly depth: number;
      /** '3.1' or `2026-014`; empty for a heading. */
      readonly number: string;
      readonly title: string;
      /** '9:05 AM'; empty where the meeting was not at it. */
      readonly time: string;
      /** In order. */
      readonly parts: readonly SectionPart[];
    };

export type SectionPart =
  /** Of the record: who came and went, declarations. */
  | { readonly kind: 'line'; readonly words: string }
  | { readonly kind: 'notes'; readonly text: RichText }
  | {
      readonly kind: 'motion';
      readonly text: string;
      /** Mover and seconder. */
      readonly facts: readonly string[];
      /** `Carried, 2026-011`; empty where it was not voted on. */
      readonly outcome: string;
      /** Each on a line: counts and quorum, whose vote is named. */
      readonly remarks: readonly string[];
    }
  | { readonly kind: 'action'; readonly label: string; readonly words: string };
