/** A text on a few sheets in the board's name, such as a resolution. */
export interface LetterPlan {
  readonly creator: string;
  readonly board: string;
  /** `#rrggbb` */
  readonly colour: string;
  /** `Written resolution 2026-014` */
  readonly kind: string;
  readonly title: string;
  readonly facts: readonly string[];
  /** Line ends stay. */
  readonly text: string;
  /** When it was so; ISO. */
  readonly at: string;
}
