import { useEffect, useRef } from 'react';
import type { Stage, StageState } from './stage.ts';

/** Milliseconds on a page before it counts as the one that was read last. */
const readingPause = 1500;

interface FirstPageParts {
  readonly firstPage?: number | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
}

/** Opens where the reader was last, and tells where they are. */
export function useFirstPage(stage: Stage | null, state: StageState, { firstPage, onPage }: FirstPageParts): void {
  const isReady = state.kind === 'ready' && (state.pageCount ?? 0) > 1;
  const hasGone = useRef(false);
  const told = useRef<number | undefined>(undefined);
  const tell = useRef(onPage);
  // The last one given is told.
  useEffect(() => {
    tell.current = onPage;
  });
  // Once the pages are there; a reader who has already gone elsewhere stays there.
  useEffect(() => {
    if (!isReady || !stage || hasGone.current || firstPage === undefined) return;
    hasGone.current = true;
    told.current = firstPage;
    if (firstPage > 1 && stage.state.get().page === 1) stage.goToPage(firstPage);
  }, [isReady, stage, firstPage]);
  // Pages that are only passed by are not told.
  useEffect(() => {
    if (!isReady || told.current === undefined || told.current === state.page) return;
    const timer = setTimeout(() => {
      told.current = state.page;
      tell.current?.(state.page);
    }, readingPause);
    return () => clearTimeout(timer);
  }, [isReady, state.page]);
}
