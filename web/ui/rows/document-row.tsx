import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { NewBadge } from './badge.tsx';
import styles from './document-row.module.css';
import { FileGlyph } from './file-glyph.tsx';

export function DocumentList({ children }: { readonly children: ReactNode }) {
  return <div className={styles['doc-list']}>{children}</div>;
}

interface DocumentRowProps {
  readonly title: string;
  readonly href?: string | undefined;
  readonly type: string;
  readonly meta?: ReactNode;
  readonly date?: string | undefined;
  readonly dateTime?: string | undefined;
  readonly isNew?: boolean | undefined;
  readonly newLabel?: string | undefined;
  readonly end?: ReactNode;
}

export function DocumentRow(props: DocumentRowProps) {
  const { title, href, type, meta, date, dateTime, isNew = false, newLabel, end } = props;
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
        {date !== undefined && (
          <time className="meta" dateTime={dateTime}>
            {date}
          </time>
        )}
      </span>
    </>
  );
  const row =
    href === undefined ? (
      <div className={styles.doc}>{face}</div>
    ) : (
      <Link href={href} className={clsx(styles.doc, styles['doc-open'])}>
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
