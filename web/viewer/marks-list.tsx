import { Button } from 'react-aria-components';
import type { Mark } from '#domain/xfdf/mark.ts';
import { colourOf } from './marks/edit-mark.ts';
import { inPageOrder } from './marks/mark-geometry.ts';
import { markKindName } from './marks/mark-label.ts';
import styles from './side-panel.module.css';

export interface MarksListProps {
  readonly marks: readonly Mark[];
  readonly selected: string | null;
  readonly canEdit: boolean;
  /** Goes to the mark and opens its card. */
  readonly onGoToMark: (id: string, page: number) => void;
}

/** Every mark in page order; a press leads to it and opens its note. */
export function MarksList({ marks, selected, canEdit, onGoToMark }: MarksListProps) {
  const listed = inPageOrder(marks);
  const kept = marks.length - listed.length;
  return (
    <nav className={styles.list} aria-label="Marks">
      {listed.length === 0 && (
        <p className={styles.empty}>
          {canEdit ? 'No marks yet. Select words and press H to highlight them, or take a tool.' : 'No marks.'}
        </p>
      )}
      {listed.map((mark) => (
        <Button
          key={mark.id}
          className={styles.item ?? ''}
          {...(mark.id === selected ? { 'aria-current': 'true' as const } : {})}
          onPress={() => onGoToMark(mark.id, mark.page + 1)}
        >
          <span className={styles.dot} style={{ background: colourOf(mark) ?? '#ffe27a' }} />
          <span className={styles['item-text']}>
            <span>{`${markKindName(mark)}, page ${mark.page + 1}`}</span>
            {mark.contents && <span className={styles['item-note']}>{mark.contents}</span>}
          </span>
        </Button>
      ))}
      {kept > 0 && (
        <p className={styles.empty}>
          {`${kept === 1 ? 'One more mark' : `${kept} more marks`} of another program cannot be shown here, and will be kept.`}
        </p>
      )}
    </nav>
  );
}
