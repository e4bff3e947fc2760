import { GripVertical } from 'lucide-react';
import type { Document } from '#contract/documents.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './agenda-editor.module.css';
import type { DocumentMoves } from './use-document-moves.ts';

interface DocumentHandleProps {
  readonly document: Document;
  readonly moves: DocumentMoves;
}

/** Takes hold of a document, by pointer or by keyboard. */
export function DocumentHandle({ document, moves }: DocumentHandleProps) {
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={`Move document ${document.title}`}
      {...moves(document.id)}
    >
      <Icon of={GripVertical} size="s" />
    </button>
  );
}
