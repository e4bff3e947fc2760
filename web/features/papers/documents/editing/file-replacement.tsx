import { useRef } from 'react';
import type { Document } from '#contract/documents.ts';
import { useStart } from '#web/api/start.ts';
import { acceptedTypes, uploadStatus } from '#web/features/papers/documents/uploads/upload.ts';
import { removeUpload, retryUpload } from '#web/features/papers/documents/uploads/upload-center.ts';
import { useUploadsOf } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { UploadRow } from '#web/ui/feedback/upload-row.tsx';

export function ReplacementRows({ document }: { readonly document: Pick<Document, 'id'> }) {
  return useUploadsOf(document.id, { kind: 'document', id: document.id }).map((upload) => (
    <UploadRow
      key={upload.id}
      name={upload.name}
      type={upload.extension}
      status={uploadStatus(upload)}
      onRetry={upload.state.kind === 'failed' ? () => retryUpload(upload.id) : undefined}
      onRemove={upload.state.kind === 'saving' ? undefined : () => removeUpload(upload.id)}
    />
  ));
}

export function useFileChooser(label: string) {
  const { settings } = useStart();
  const element = useRef<HTMLInputElement>(null);
  const taker = useRef<((file: File) => void) | null>(null);
  return {
    input: (
      <input
        ref={element}
        type="file"
        hidden
        accept={acceptedTypes(settings)}
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) taker.current?.(file);
          event.currentTarget.value = '';
        }}
      />
    ),
    choose(onFile: (file: File) => void): void {
      taker.current = onFile;
      element.current?.click();
    },
  };
}
