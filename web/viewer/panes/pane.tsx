import type { ReactNode } from 'react';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import styles from './pane.module.css';

interface PaneProps {
  readonly extension: string;
  readonly title: string;
  readonly text?: string;
  readonly actions?: ReactNode;
  /** The file's name and size. */
  readonly meta?: string;
}

/** What stands in the viewer instead of pages. */
export function Pane({ extension, title, text, actions, meta }: PaneProps) {
  return (
    <div className={styles.pane}>
      <div className={styles.glyph}>
        <FileGlyph type={extension} />
      </div>
      <h3 className={styles.title}>{title}</h3>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {meta !== undefined && <p className={styles.meta}>{meta}</p>}
    </div>
  );
}
