import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './agenda-editor-row.module.css';

interface AgendaEditorRowProps {
  readonly number?: number | string | undefined;
  readonly handle: ReactNode;
  readonly title: ReactNode;
  readonly controls?: ReactNode;
  readonly documents?: ReactNode;
  readonly children?: ReactNode;
}

export function AgendaEditorRow({ number, handle, title, controls, documents, children }: AgendaEditorRowProps) {
  return (
    <div data-ui="edit-item" className={clsx(styles['edit-item'], number === undefined && styles['edit-item-field'])}>
      {handle}
      {number !== undefined && <span className={styles['edit-item-number']}>{number}</span>}
      <div className={styles['edit-item-body']}>
        <div className={styles['edit-item-line']}>
          {title}
          {controls}
        </div>
        {children}
        {documents !== undefined && <div className={styles['edit-item-docs']}>{documents}</div>}
      </div>
    </div>
  );
}
