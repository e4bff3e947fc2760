import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { piecesOf } from '#web/viewer/pdf/selected-text.ts';
import { type ShownPage, type Stage, useShownWords } from '#web/viewer/stage.ts';
import styles from './find-bar.module.css';
import type { Finding } from './use-find.ts';
import { bringIntoView, textHits } from './use-find.ts';

interface FindLayerProps {
  readonly stage: Stage | null;
  readonly pages: readonly ShownPage[];
  readonly words: readonly string[];
  readonly current: Finding['current'];
}

export function FindLayer({ words, ...rest }: FindLayerProps) {
  const wanted = words.filter((each) => each.trim() !== '');
  return wanted.length === 0 ? null : <Found words={wanted} {...rest} />;
}

function Found({ stage, pages, words, current: at }: FindLayerProps) {
  useShownWords(stage);
  const broughtStep = useRef(0);
  const bring = (hit: Element | null): void => {
    if (hit === null || at === null || broughtStep.current === at.step) return;
    broughtStep.current = at.step;
    bringIntoView(hit);
  };
  return pages.map((page) => {
    const { width, height } = page.surface.size;
    const current = at?.page === page.surface.page + 1 ? at.index : -1;
    return createPortal(
      <svg className={styles.layer} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {words
          .flatMap((each) => textHits(page, each))
          .flatMap((range, hit) =>
            piecesOf(page, range).map(({ left, top, right, bottom }, piece) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: rectangles have no other name
                key={`${hit}-${piece}`}
                ref={hit === current && piece === 0 ? bring : undefined}
                className={styles.hit}
                data-found
                data-current={hit === current || undefined}
                x={left - 1}
                y={top}
                width={right - left + 2}
                height={bottom - top}
              />
            )),
          )}
      </svg>,
      page.under,
      `found-${page.surface.page}`,
    );
  });
}
