import { useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { Stage, StageState, Thumbnails } from './stage.ts';
import styles from './thumbnail-list.module.css';

/** CSS pixels. */
const thumbnailWidth = 108;

interface ThumbnailListProps {
  readonly stage: Stage;
  readonly thumbnails: Thumbnails;
  readonly state: StageState;
}

/** Thumbnails of all pages, each rendered when it becomes visible. */
export function ThumbnailList({ stage, thumbnails, state }: ThumbnailListProps) {
  return (
    <nav className={styles.pages} aria-label="Pages">
      <ol className={styles.thumbs}>
        {Array.from({ length: state.pageCount ?? 0 }, (_, index) => index + 1).map((page) => (
          <Thumbnail
            key={page}
            page={page}
            thumbnails={thumbnails}
            isCurrent={page === state.page}
            onGo={() => stage.goToPage(page)}
          />
        ))}
      </ol>
    </nav>
  );
}

interface ThumbnailProps {
  readonly page: number;
  readonly thumbnails: Thumbnails;
  readonly isCurrent: boolean;
  readonly onGo: () => void;
}

function Thumbnail({ page, thumbnails, isCurrent, onGo }: ThumbnailProps) {
  const point = useRef<HTMLLIElement>(null);
  const sheet = useRef<HTMLSpanElement>(null);
  // An effect, because only an observer of the scrolled list knows when a thumbnail is visible.
  useEffect(() => {
    const ended = new AbortController();
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void thumbnails.draw(page, thumbnailWidth * devicePixelRatio, ended.signal).then((canvas) => {
          if (canvas) sheet.current?.replaceChildren(canvas);
        });
      },
      { rootMargin: '200px' },
    );
    if (point.current) observer.observe(point.current);
    return () => {
      ended.abort();
      observer.disconnect();
    };
  }, [page, thumbnails]);
  // The list follows the pages.
  useEffect(() => {
    if (isCurrent) point.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={point}>
      <Button
        className={styles.thumb ?? ''}
        aria-label={`Page ${page}`}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        onPress={onGo}
      >
        <span ref={sheet} className={styles.sheet} style={{ aspectRatio: thumbnails.aspectOf(page) }} />
        {page}
      </Button>
    </li>
  );
}
