import { useCallback } from 'react';
import { Button } from 'react-aria-components';
import { whenNear } from '#web/ui/when-near.ts';
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

/** The list follows the pages. */
const reveal = (thumbnail: HTMLElement | null): void => thumbnail?.scrollIntoView({ block: 'nearest' });

function Thumbnail({ page, thumbnails, isCurrent, onGo }: ThumbnailProps) {
  const renderWhenNear = useCallback(
    (sheet: HTMLElement) => {
      const ended = new AbortController();
      const unwatch = whenNear(sheet, '200px', () => {
        void thumbnails.draw(page, thumbnailWidth * devicePixelRatio, ended.signal).then((canvas) => {
          if (canvas) sheet.replaceChildren(canvas);
        });
      });
      return () => {
        ended.abort();
        unwatch();
      };
    },
    [page, thumbnails],
  );
  return (
    <li ref={isCurrent ? reveal : null}>
      <Button
        className={styles.thumb ?? ''}
        aria-label={`Page ${page}`}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        onPress={onGo}
      >
        <span ref={renderWhenNear} className={styles.sheet} style={{ aspectRatio: thumbnails.aspectOf(page) }} />
        {page}
      </Button>
    </li>
  );
}
