import { useCallback } from 'react';
import { Button } from 'react-aria-components';
import { whenNear } from '#web/ui/when-near.ts';
import { type Stage, type Thumbnails, useStageState } from './stage.ts';
import styles from './thumbnail-list.module.css';

const thumbnailWidth = 108;

interface ThumbnailListProps {
  readonly stage: Stage;
  readonly thumbnails: Thumbnails;
}

export function ThumbnailList({ stage, thumbnails }: ThumbnailListProps) {
  const pageCount = useStageState(stage, (state) => state.pageCount ?? 0);
  return (
    <nav className={styles.pages} aria-label="Pages">
      <ol className={styles.thumbs}>
        {Array.from({ length: pageCount }, (_, index) => index + 1).map((page) => (
          <Thumbnail key={page} page={page} stage={stage} thumbnails={thumbnails} />
        ))}
      </ol>
    </nav>
  );
}

interface ThumbnailProps extends ThumbnailListProps {
  readonly page: number;
}

const reveal = (thumbnail: HTMLElement | null): void => thumbnail?.scrollIntoView({ block: 'nearest' });

function Thumbnail({ page, stage, thumbnails }: ThumbnailProps) {
  const isCurrent = useStageState(stage, (state) => state.page === page);
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
        onPress={() => stage.goToPage(page)}
      >
        <span ref={renderWhenNear} className={styles.sheet} style={{ aspectRatio: thumbnails.aspectOf(page) }} />
        {page}
      </Button>
    </li>
  );
}
