import type { Document } from '#contract/documents.ts';
import { uploadWords } from '#web/features/papers/documents/uploads/upload.ts';
import { removeUpload, retryUpload } from '#web/features/papers/documents/uploads/upload-center.ts';
import { useUploadsAt } from '#web/features/papers/documents/uploads/use-uploads-at.ts';
import { UploadRow } from '#web/ui/feedback/upload-row.tsx';

/** The file on its way into the place of this document's, or why it did not get there; nothing while there is none. */
export function ReplacementRows({ document }: { readonly document: Pick<Document, 'id'> }) {
  return useUploadsAt(document.id, { kind: 'document', id: document.id }).map((upload) => (
    <UploadRow
      key={upload.id}
      name={upload.name}
      type={upload.extension}
      status={uploadWords(upload)}
      onRetry={upload.state.kind === 'failed' ? () => retryUpload(upload.id) : undefined}
      onRemove={upload.state.kind === 'saving' ? undefined : () => removeUpload(upload.id)}
    />
  ));
}
