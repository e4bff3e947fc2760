import { useRef, useState } from 'react';
import { findInText, foldedWords, occurrencesMax } from '#domain/find-in-text.ts';
import { findMessages } from '#domain/messages/documents.ts';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import { pageText, placeOf } from '#web/viewer/pdf/page-text.ts';
import { pagesOf, type ShownPage, type Stage, stateOf } from '#web/viewer/stage.ts';
import type { FoundPages } from '#web/viewer/types.ts';

/** Returns the ranges of matches on a rendered page, or none if its text has not rendered. */
export function textHits(page: ShownPage, words: string): readonly Range[] {
  const text = pageText([page]);
  return findInText(text.whole, words).map(({ start, end }) => {
    // Uses the place of the last letter, because `end` may already be in the next piece of text.
    const [first, last] = [placeOf(text, start), placeOf(text, end - 1)];
    const range = document.createRange();
    if (!first || !last) return range;
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, Math.min(last.offset + 1, last.node.length));
    return range;
  });
}

/** Milliseconds to wait after the last keystroke before searching. */
const searchPause = 250;
/** Milliseconds to wait before searching again while the document's text is still being extracted. */
const unreadPause = 1500;
const unreadTries = 20;

export type Finding = Readonly<ReturnType<typeof useFind>>;

type Result =
  | { readonly kind: 'none' }
  | { readonly kind: 'searching' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'found'; readonly words: string; readonly found: FoundPages };

interface UseFindParts {
  readonly stage: Stage | null;
  readonly onFind: ((words: string) => Promise<FoundPages>) | undefined;
}

export function useFind({ stage, onFind }: UseFindParts) {
  const [words, setWords] = useState('');
  const [result, setResult] = useState<Result>({ kind: 'none' });
  const [{ position, step }, setShown] = useState({ position: 0, step: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  useOnUnmount(() => {
    clearTimeout(timer.current);
    asked.current += 1;
  });

  const hits = result.kind === 'found' ? result.found.pages : [];
  const total = hits.reduce((sum, { count }) => sum + count, 0);

  const point = total > 0 ? pointOf(hits, position) : null;

  const show = (at: number, among = hits) => {
    setShown((before) => ({ position: at, step: before.step + 1 }));
    const next = pointOf(among, at);
    if (next) stage?.goToPage(next.page);
  };

  const run = async (wanted: string, number: number, triesLeft = unreadTries) => {
    if (!onFind) return;
    try {
      const found = await onFind(wanted);
      if (number !== asked.current) return;
      setResult({ kind: 'found', words: wanted, found });
      if (!found.isRead && triesLeft > 0)
        timer.current = setTimeout(() => void run(wanted, number, triesLeft - 1), unreadPause);
      const { page } = stateOf(stage);
      const before = found.pages.filter((each) => each.page < page).reduce((sum, { count }) => sum + count, 0);
      const all = found.pages.reduce((sum, { count }) => sum + count, 0);
      if (all > 0) show(before % all, found.pages);
    } catch (cause) {
      console.warn('The document could not be searched', cause);
      if (number === asked.current) setResult({ kind: 'failed' });
    }
  };

  return {
    words,
    total,
    line: lineOf(result, words, { position, total }),
    /** `page` is one-based. `index` is the match's index on the page. */
    current: point && { ...point, step },
    search(next: string): void {
      setWords(next);
      clearTimeout(timer.current);
      asked.current += 1;
      const number = asked.current;
      const isEmpty = foldedWords(next) === '';
      setResult({ kind: isEmpty ? 'none' : 'searching' });
      if (!isEmpty) timer.current = setTimeout(() => void run(next, number), searchPause);
    },
    /** Moves to the next (1) or previous (-1) match, and wraps around. */
    go(direction: 1 | -1): void {
      if (total > 0) show((position + direction + total) % total);
    },
    selectCurrent(): boolean {
      const shown = point && pagesOf(stage).find(({ surface }) => surface.page === point.page - 1);
      const range = shown && textHits(shown, words)[point.index];
      if (!range) return false;
      const selection = document.getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range);
      return true;
    },
  };
}

/** Returns a `ref` for the current hit, which scrolls to it once in each step. */
export function useBringIntoView(step: number | undefined): (hit: Element | null) => void {
  const broughtStep = useRef(0);
  return (hit) => {
    if (hit === null || step === undefined || broughtStep.current === step) return;
    broughtStep.current = step;
    bringIntoView(hit);
  };
}

export function bringIntoView(hit: Element): void {
  const pages = hit.closest('[tabindex="0"]');
  if (!pages) return;
  const [at, visible] = [hit.getBoundingClientRect(), pages.getBoundingClientRect()];
  const isBeside = at.left < visible.left || at.right > visible.right;
  pages.scrollBy({
    top: middleOf(at.top, at.bottom) - middleOf(visible.top, visible.bottom),
    left: isBeside ? middleOf(at.left, at.right) - middleOf(visible.left, visible.right) : 0,
  });
}

const middleOf = (start: number, end: number): number => (start + end) / 2;

export function lineOf(
  result: Result,
  words: string,
  { position, total }: { readonly position: number; readonly total: number },
): string {
  if (words.trim() === '' || result.kind === 'none') return '';
  if (result.kind === 'searching') return 'Searching…';
  if (result.kind === 'failed') return 'Search failed';
  if (total > 0)
    return result.found.isCut
      ? findMessages.positionOfMany(position + 1, occurrencesMax)
      : findMessages.position(position + 1, total);
  return result.found.isRead ? 'No results' : 'No text to search yet';
}

function pointOf(hits: FoundPages['pages'], at: number): { readonly page: number; readonly index: number } | null {
  let before = 0;
  for (const { page, count } of hits) {
    if (at < before + count) return { page, index: at - before };
    before += count;
  }
  return null;
}
