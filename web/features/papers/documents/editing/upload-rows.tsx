import { type ReactNode, useEffect, useState } from 'react';
import { type Document, deleteDocument, restoreDocument } from '#contract/documents.ts';
import { glyphType, sizeText } from '#domain/documents.ts';
import { useCall } from '#web/api/mutations.ts';
import { documentNouns } from '#web/api/queries.ts';
import { type Upload, uploadStatus } from '#web/features/papers/documents/uploads/upload.ts';
import { markListed } from '#web/features/papers/documents/uploads/upload-center.ts';
import { uploadTools } from '#web/features/papers/documents/uploads/upload-tools.tsx';
import { UploadRow } from '#web/ui/feedback/upload-row.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { DropLine } from '#web/ui/rows/reorderable-list.tsx';
import { EditedDocuments } from './edited-documents.tsx';

interface UploadRowsProps {
  readonly documents: readonly Document[];
  readonly uploads: readonly Upload[];
  readonly home?: 'meeting' | 'announcement' | 'resolution' | undefined;
  readonly handleOf?: ((document: Document) => ReactNode) | undefined;
  readonly onMoveTo?: ((document: Document) => void) | undefined;
  readonly dropIndex?: number | null | undefined;
}

export function UploadRows(props: UploadRowsProps) {
  const { documents, uploads, home = 'meeting', handleOf, onMoveTo, dropIndex = null } = props;
  const [removing, setRemoving] = useState<Pick<Document, 'id' | 'title'> | null>(null);
  const restore = useCall(restoreDocument, {
    invalidates: documentNouns,
    onSuccess: () => void showToast('Document restored'),
  });
  const remove = useCall(deleteDocument, {
    invalidates: documentNouns,
    onSuccess: (_answer, { params }) => {
      showToast('Document removed', { action: { label: 'Undo', onAction: () => restore.mutate({ params }) } });
      setRemoving(null);
    },
    onError: () => setRemoving(null),
  });
  useEffect(() => markListed(documents.map(({ id }) => id)));
  const isListed = ({ state }: Upload): boolean =>
    state.kind === 'uploaded' && documents.some(({ id }) => id === state.document.id);
  return (
    <>
      <EditedDocuments documents={documents} onMoveTo={onMoveTo}>
        {(document, menu, nth) => (
          <div data-document-row={document.id}>
            {dropIndex === nth && <DropLine />}
            <UploadRow
              name={document.title}
              type={glyphType(document)}
              start={handleOf?.(document)}
              status={{
                kind: 'uploaded',
                text: document.is_link ? 'Added' : `Uploaded, ${sizeText(document.byte_size)}`,
              }}
              end={menu}
              onRemove={() => setRemoving(document)}
            />
          </div>
        )}
      </EditedDocuments>
      {dropIndex !== null && dropIndex >= documents.length && <DropLine />}
      {uploads.map(
        (upload) =>
          !isListed(upload) && (
            <UploadRow
              key={upload.id}
              name={upload.name}
              type={upload.extension}
              status={uploadStatus(upload)}
              {...uploadTools(upload)}
            />
          ),
      )}
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title="Remove this document?"
        confirmLabel="Remove"
        danger
        isPending={remove.isPending}
        onConfirm={() => removing !== null && remove.mutate({ params: { id: removing.id } })}
      >
        <p>
          {removing?.title} will no longer be part of this {home}.
        </p>
      </ConfirmDialog>
    </>
  );
}
