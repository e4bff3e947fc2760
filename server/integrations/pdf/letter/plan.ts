/** A text on a few pages in the board's name, such as a resolution. */
export interface LetterPlan {
  readonly creator: string;
  readonly board: string;
  readonly colour: string;
  readonly kind: string;
  readonly title: string;
  readonly facts: readonly string[];
  /** Line ends are preserved. */
  readonly text: string;
  /** The date of the letter's content; ISO. */
  readonly at: string;
}
