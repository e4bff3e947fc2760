import { GripVertical } from 'lucide-react';
import type { Document } from '#contract/documents.ts';
import { UploadRows } from '#web/features/papers/documents/editing/upload-rows.tsx';
import { useUploadsOf } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { Icon } from '#web/ui/icon.tsx';
import { meetingSlot } from './agenda-draft.ts';
import styles from './agenda-editor.module.css';
import type { DocumentMoves } from './use-document-moves.ts';

interface DocumentHandleProps {
  readonly document: Document;
  readonly moves: DocumentMoves;
}

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

interface MeetingDocumentsProps {
  readonly documents: readonly Document[];
  readonly meetingId: string | null;
  readonly moves: DocumentMoves;
  readonly onMoveTo: (document: Document) => void;
  readonly dropIndex: number | null;
}

export function MeetingDocuments({ documents, meetingId, moves, onMoveTo, dropIndex }: MeetingDocumentsProps) {
  const uploads = useUploadsOf(meetingSlot, meetingId === null ? null : { kind: 'meeting', id: meetingId });
  if (documents.length + uploads.length === 0 && dropIndex === null) return null;
  return (
    <section className={styles.documents} aria-label="Meeting documents">
      <h3 className={styles['documents-title']}>Meeting documents</h3>
      <UploadRows
        documents={documents}
        uploads={uploads}
        dropIndex={dropIndex}
        handleOf={(document) => <DocumentHandle document={document} moves={moves} />}
        onMoveTo={onMoveTo}
      />
    </section>
  );
}
