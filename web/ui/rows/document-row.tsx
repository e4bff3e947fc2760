import { clsx } from 'clsx';
import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type PressEvent } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import { NewBadge } from './badge.tsx';
import styles from './document-row.module.css';
import { FileGlyph } from './file-glyph.tsx';

export function DocumentList({ children }: { readonly children: ReactNode }) {
  return <div className={styles['doc-list']}>{children}</div>;
}

interface DocumentRowProps {
  readonly title: string;
  /** Without href and onPress the row does not open. */
  readonly href?: string | undefined;
  readonly onPress?: ((event: PressEvent) => void) | undefined;
  /** An extension, or `link` or `video`. */
  readonly type: string;
  readonly meta?: ReactNode;
  readonly date?: string | undefined;
  readonly dateTime?: string | undefined;
  readonly isNew?: boolean | undefined;
  readonly newLabel?: string | undefined;
  /** Number of the reader's own annotations; 0 shows nothing. */
  readonly notes?: number | undefined;
  /** Text with the count, such as `3 of your notes`. Without it, only the number is shown. */
  readonly notesLabel?: string | undefined;
  readonly end?: ReactNode;
}

export function DocumentRow(props: DocumentRowProps) {
  const {
    title,
    href,
    onPress,
    type,
    meta,
    date,
    dateTime,
    isNew = false,
    newLabel,
    notes = 0,
    notesLabel,
    end,
  } = props;
  const face = (
    <>
      <FileGlyph type={type} />
      <span className={styles['doc-title']}>
        {title}
        {isNew && (
          <>
            {' '}
            <NewBadge>{newLabel}</NewBadge>
          </>
        )}
      </span>
      {meta !== undefined && <span className={styles['doc-meta']}>{meta}</span>}
      <span className={styles['doc-side']}>
        {notes > 0 && (
          <span className={styles['doc-notes']}>
            <Icon of={PenLine} />
            {notesLabel ?? notes}
          </span>
        )}
        {date !== undefined && (
          <time className="meta" dateTime={dateTime}>
            {date}
          </time>
        )}
      </span>
    </>
  );
  const row =
    href === undefined && onPress === undefined ? (
      <div className={styles.doc}>{face}</div>
    ) : (
      <Link
        {...(href === undefined ? {} : { href })}
        {...(onPress ? { onPress } : {})}
        className={clsx(styles.doc, styles['doc-open'])}
      >
        {face}
      </Link>
    );
  if (end === undefined) return row;
  return (
    <div className={styles['doc-line']}>
      {row}
      {end}
    </div>
  );
}
