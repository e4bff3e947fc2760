import { useEffect, useRef } from 'react';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { type Stage, useCurrentPage, useStageState } from './stage.ts';

/** Milliseconds on a page before it is stored as the last one read. */
const readingPause = 1500;

interface ReadingPositionProps {
  readonly stage: Stage | null;
  readonly firstPage?: number | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
}

/** A separate component, so that scrolling to another page renders nothing else. */
export function ReadingPosition({ stage, firstPage, onPage }: ReadingPositionProps): null {
  const isReady = useStageState(stage, ({ kind, pageCount }) => kind === 'ready' && (pageCount ?? 0) > 1);
  const page = useCurrentPage(stage);
  const hasGone = useRef(false);
  const reported = useRef<number | undefined>(undefined);
  // In an effect, because the page to open may be known before or after the pages have loaded.
  useEffect(() => {
    if (!isReady || !stage || hasGone.current || firstPage === undefined) return;
    hasGone.current = true;
    reported.current = firstPage;
    if (firstPage > 1 && stage.state.get().page === 1) stage.goToPage(firstPage);
  }, [isReady, stage, firstPage]);
  useTimeout(
    () => {
      if (reported.current === undefined || reported.current === page) return;
      reported.current = page;
      onPage?.(page);
    },
    isReady ? readingPause : null,
    page,
  );
  return null;
}
