import { GripVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Document } from '#contract/documents.ts';
import { useStart } from '#web/api/start.ts';
import { UploadRows } from '#web/features/papers/documents/editing/upload-rows.tsx';
import { acceptedTypes } from '#web/features/papers/documents/uploads/upload.ts';
import { useUploadsOf } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ActionDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { meetingSlot } from './agenda-draft.ts';
import styles from './agenda-editor.module.css';
import type { DocumentGroup, DocumentMoves } from './use-document-moves.ts';

/** A hidden file input, which `choose` opens. */
export function useFilesChooser(label: string, onFiles: (files: readonly File[]) => void) {
  const { settings } = useStart();
  const element = useRef<HTMLInputElement>(null);
  return {
    choose: () => element.current?.click(),
    input: (
      <input
        ref={element}
        type="file"
        multiple
        hidden
        accept={acceptedTypes(settings)}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    ),
  };
}

export function DocumentHandle({ document, moves }: { readonly document: Document; readonly moves: DocumentMoves }) {
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

interface MoveDialogProps {
  readonly document: Document;
  readonly groups: readonly DocumentGroup[];
  readonly onMove: (documentId: string, homeId: string) => void;
  readonly onClose: () => void;
}

export function MoveDialog({ document, groups, onMove, onClose }: MoveDialogProps) {
  const now = groups.find(({ documents }) => documents.some(({ id }) => id === document.id))?.home.id ?? null;
  const [chosen, setChosen] = useState(now);
  return (
    <ActionDialog
      onClose={onClose}
      size="m"
      scrolls
      title={`Move ${document.title}`}
      confirmLabel="Move"
      isDisabled={chosen === null || chosen === now}
      onConfirm={() => {
        if (chosen !== null) onMove(document.id, chosen);
        onClose();
      }}
    >
      <RadioGroup
        label="Item"
        options={groups.map(({ home, name }) => ({
          value: home.id,
          label: home.kind === 'meeting' ? 'The meeting as a whole, not an item' : name,
        }))}
        value={chosen}
        onChange={setChosen}
      />
    </ActionDialog>
  );
}
