import { Maximize2, X } from 'lucide-react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import styles from './document-viewer.module.css';
import type { ViewedDocument } from './types.ts';

interface DockedDocumentProps {
  readonly document: ViewedDocument;
  /** 'Page 3 of 42', where there are pages. */
  readonly pageLine: string | null;
  /** The reader has just docked it: the focus stays with the document. */
  readonly takesFocus: boolean;
  readonly onRestore: () => void;
  readonly onClose: () => void;
}

/** The minimized viewer: a bar at the foot, with the page below in use again. */
export function DockedDocument({ document, pageLine, takesFocus, onRestore, onClose }: DockedDocumentProps) {
  return (
    <section className={styles.docked} aria-label="Minimized document">
      <FileGlyph type={document.extension} />
      <div className={styles.heading}>
        <h2 className={styles.title}>{document.title}</h2>
        {pageLine !== null && <p className={styles.date}>{pageLine}</p>}
      </div>
      <IconButton icon={Maximize2} aria-label="Restore" autoFocus={takesFocus} onPress={onRestore} />
      <IconButton icon={X} aria-label="Close" onPress={onClose} />
    </section>
  );
}
