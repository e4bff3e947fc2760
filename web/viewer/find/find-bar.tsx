import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { piecesOf } from '#web/viewer/pdf/selected-text.ts';
import { type ShownPage, type Stage, useShownWords } from '#web/viewer/stage.ts';
import styles from './find-bar.module.css';
import { type Finding, textHits, useBringIntoView } from './use-find.ts';

export function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

export function FindBar({ finding, onClose }: { readonly finding: Finding; readonly onClose: () => void }) {
  return (
    <search className={styles.bar} aria-label="Search in document">
      <Icon of={Search} size="s" />
      <input
        ref={focusAndSelect}
        className={styles.field}
        aria-label="Search in document"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        value={finding.words}
        onChange={(event) => finding.search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onClose();
          } else if (event.key === 'Enter') {
            event.preventDefault();
            finding.go(event.shiftKey ? -1 : 1);
          }
        }}
      />
      <span className={styles.count} role="status">
        {finding.line}
      </span>
      <IconButton
        icon={ChevronUp}
        aria-label="Previous result"
        isDisabled={finding.total === 0}
        onPress={() => finding.go(-1)}
      />
      <IconButton
        icon={ChevronDown}
        aria-label="Next result"
        isDisabled={finding.total === 0}
        onPress={() => finding.go(1)}
      />
      <IconButton icon={X} aria-label="Close search" onPress={onClose} />
    </search>
  );
}

interface FindLayerProps {
  readonly stage: Stage | null;
  readonly pages: readonly ShownPage[];
  readonly words: readonly string[];
  readonly current: Finding['current'];
}

export function FindLayer({ stage, pages, words, current: at }: FindLayerProps) {
  useShownWords(stage);
  const bring = useBringIntoView(at?.step);
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
