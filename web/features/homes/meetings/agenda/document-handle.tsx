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
      ref={(element) => moves.handleRef(document, element)}
      aria-label={`Move document ${document.title}`}
      onKeyDown={(event) => moves.keyDown(event, document)}
      onPointerDown={(event) => moves.pointerDown(event, document)}
      onPointerMove={moves.pointerMove}
      onPointerUp={moves.pointerUp}
      onPointerCancel={() => moves.cancel(document)}
      onBlur={() => moves.cancel(document)}
    >
      <Icon of={GripVertical} size="s" />
    </button>
  );
}
