import { type KeyboardEvent, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { DrawnMark, Marks } from '../../../domain/xfdf/mark.ts';
import type { ShownPage } from '../stage.ts';
import { inPageOrder } from './mark-geometry.ts';
import './mark-host.css';
import { markLabel } from './mark-label.ts';
import styles from './mark-layer.module.css';
import { isUnder, MarkShape } from './mark-shape.tsx';
import type { Surface } from './surface.ts';

export interface MarkLayerProps {
  readonly pages: readonly ShownPage[];
  readonly marks: Marks;
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  /** Absent: the marks can only be read. */
  readonly onRemove?: ((id: string) => void) | undefined;
}

/** All marks of the pages that are shown, each page's in the two hosts on it. */
export function MarkLayer({ pages, marks, ...rest }: MarkLayerProps) {
  const byPage = useMemo(() => Map.groupBy(inPageOrder(marks.marks), (mark) => mark.page), [marks]);
  return pages.map((page) => (
    <PageMarks key={page.surface.page} page={page} marks={byPage.get(page.surface.page) ?? []} {...rest} />
  ));
}

interface PageMarksProps extends Omit<MarkLayerProps, 'pages' | 'marks'> {
  readonly page: ShownPage;
  /** In reading order. */
  readonly marks: readonly DrawnMark[];
}

function PageMarks({ page: { surface, under, over }, marks, selected, onSelect, onRemove }: PageMarksProps) {
  const { width, height } = surface.size;
  const frame = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' };
  const onKeyDown = (event: KeyboardEvent, mark: DrawnMark) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    // The focus goes to the pages, not to nowhere, when its mark is gone.
    event.currentTarget.closest<HTMLElement>('[tabindex="0"]')?.focus();
    onRemove?.(mark.id);
  };
  return (
    <>
      {createPortal(
        <svg {...frame} className={`${styles.svg} ${styles.multiply}`} aria-hidden="true">
          {marks.filter(isUnder).map((mark) => (
            <MarkShape key={mark.id} mark={mark} surface={surface} />
          ))}
        </svg>,
        under,
      )}
      {createPortal(
        <>
          <svg {...frame} className={styles.svg} aria-hidden="true">
            {marks
              .filter((mark) => !isUnder(mark))
              .map((mark) => (
                <MarkShape key={mark.id} mark={mark} surface={surface} />
              ))}
          </svg>
          {marks.map((mark) => (
            <button
              key={mark.id}
              type="button"
              style={outline(mark, surface)}
              className={styles.target}
              data-mark={mark.id}
              aria-label={markLabel(mark)}
              aria-pressed={mark.id === selected}
              onFocus={() => onSelect(mark.id)}
              onKeyDown={(event) => onKeyDown(event, mark)}
            />
          ))}
        </>,
        over,
      )}
    </>
  );
}

/** Percent of the page, so that it holds at every zoom. */
function outline(mark: DrawnMark, { size, toView }: Surface) {
  const a = toView({ x: mark.rect.left, y: mark.rect.bottom });
  const b = toView({ x: mark.rect.right, y: mark.rect.top });
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return {
    left: percent(Math.min(a.x, b.x), size.width),
    top: percent(Math.min(a.y, b.y), size.height),
    width: percent(Math.abs(a.x - b.x), size.width),
    height: percent(Math.abs(a.y - b.y), size.height),
  };
}
