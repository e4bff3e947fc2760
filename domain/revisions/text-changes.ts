import type { LetterRange } from './page-words.ts';

export interface TextChange {
  readonly before: readonly LetterRange[];
  readonly after: readonly LetterRange[];
  readonly page: number;
  /** In letters from the start of the page. */
  readonly at: number;
}

export const changedPages = (changes: readonly TextChange[]): readonly number[] =>
  [...new Set(changes.flatMap(({ after, page }) => [page, ...after.map((range) => range.page)]))].toSorted(
    (one, other) => one - other,
  );
