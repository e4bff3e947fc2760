import { useEffect, useRef } from 'react';
import { useTimeout } from '#web/ui/use-timeout.ts';
import type { Stage, StageState } from './stage.ts';

/** Milliseconds on a page before it counts as the one that was read last. */
const readingPause = 1500;

interface FirstPageParts {
  readonly firstPage?: number | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
}

/** Opens on the page that was read last, and reports the current one. */
export function useFirstPage(stage: Stage | null, state: StageState, { firstPage, onPage }: FirstPageParts): void {
  const isReady = state.kind === 'ready' && (state.pageCount ?? 0) > 1;
  const hasGone = useRef(false);
  const reported = useRef<number | undefined>(undefined);
  // An effect, because the page is known before or after the pages are there; a reader who has already gone elsewhere stays there.
  useEffect(() => {
    if (!isReady || !stage || hasGone.current || firstPage === undefined) return;
    hasGone.current = true;
    reported.current = firstPage;
    if (firstPage > 1 && stage.state.get().page === 1) stage.goToPage(firstPage);
  }, [isReady, stage, firstPage]);
  // Pages that are only passed by are not reported.
  useTimeout(
    () => {
      if (reported.current === undefined || reported.current === state.page) return;
      reported.current = state.page;
      onPage?.(state.page);
    },
    isReady ? readingPause : null,
    state.page,
  );
}
