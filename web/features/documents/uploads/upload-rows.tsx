import { useState } from 'react';
import { type Document, type DocumentPlace, deleteDocument } from '../../../../contract/documents.ts';
import { glyphType, sizeText } from '../../../../domain/file-words.ts';
import { useCall } from '../../../api/mutations.ts';
import { UploadRow } from '../../../ui/feedback/upload-row.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { type Upload, uploadWords } from './upload.ts';
import { forgetUploads, removeUpload, retryUpload, useUploads } from './upload-center.ts';

/** The uploads of one spot: dropped there, or placed in what the spot became. */
export function useUploadsAt(spot: string, place: DocumentPlace | null): readonly Upload[] {
  return useUploads().filter((upload) =>
    upload.place === null ? upload.spot === spot : upload.place.kind === place?.kind && upload.place.id === place.id,
  );
}

interface UploadRowsProps {
  /** What stands there already. */
  readonly documents: readonly Document[];
  readonly uploads: readonly Upload[];
}

/** Documents of one spot in the editor, saved ones first, then those on their way. */
export function UploadRows({ documents, uploads }: UploadRowsProps) {
  const [leaving, setLeaving] = useState<Pick<Document, 'id' | 'title'> | null>(null);
  const remove = useCall(deleteDocument, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: (_answer, { params }) => {
      forgetUploads(uploads.filter((upload) => documentOf(upload)?.id === params.id).map((upload) => upload.id));
      setLeaving(null);
    },
    onError: () => setLeaving(null),
  });
  const underWay = uploads.filter((upload) => !documents.some((each) => each.id === documentOf(upload)?.id));
  return (
    <>
      {documents.map((document) => (
        <UploadRow
          key={document.id}
          name={document.title}
          type={glyphType(document)}
          status={{ kind: 'uploaded', text: document.is_link ? 'Added' : `Uploaded, ${sizeText(document.byte_size)}` }}
          onRemove={() => setLeaving(document)}
        />
      ))}
      {underWay.map((upload) => {
        const document = documentOf(upload);
        return (
          <UploadRow
            key={upload.id}
            name={upload.name}
            type={upload.extension}
            status={uploadWords(upload)}
            onRetry={upload.state.kind === 'failed' ? () => retryUpload(upload.id) : undefined}
            onRemove={() => (document === null ? removeUpload(upload.id) : setLeaving(document))}
          />
        );
      })}
      <ConfirmDialog
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Remove this document?"
        confirmLabel="Remove"
        danger
        isPending={remove.isPending}
        onConfirm={() => leaving !== null && remove.mutate({ params: { id: leaving.id } })}
      >
        <p>{leaving?.title} will no longer be part of this meeting.</p>
      </ConfirmDialog>
    </>
  );
}

function documentOf(upload: Upload): Document | null {
  return upload.state.kind === 'uploaded' ? upload.state.document : null;
}
