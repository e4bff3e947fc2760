import { clsx } from 'clsx';
import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type PressEvent } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import { NewBadge } from './badge.tsx';
import styles from './document-row.module.css';
import { FileGlyph } from './file-glyph.tsx';

/** DocumentRows whose text stays on the edge of the page. */
export function DocumentList({ children }: { readonly children: ReactNode }) {
  return <div className={styles['doc-list']}>{children}</div>;
}

interface DocumentRowProps {
  readonly title: string;
  /** With neither href nor onPress the row does not open. */
  readonly href?: string | undefined;
  readonly onPress?: ((event: PressEvent) => void) | undefined;
  /** An extension, or `link` or `video`. */
  readonly type: string;
  readonly meta?: ReactNode;
  /** `11/16/26`. */
  readonly date?: string | undefined;
  readonly dateTime?: string | undefined;
  readonly isNew?: boolean | undefined;
  readonly newLabel?: string | undefined;
  /** How many annotations of one's own; nothing is shown for none. */
  readonly notes?: number | undefined;
  /** Spoken and shown after the count, such as `3 of your notes`; the bare number without it. */
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
