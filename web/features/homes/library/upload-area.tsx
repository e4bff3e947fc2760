import { FolderUp } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { sizeText } from '#domain/file-words.ts';
import { useStart } from '#web/api/start.ts';
import { type Upload, uploadWords } from '#web/features/papers/documents/uploads/upload.ts';
import { removeUpload, retryUpload } from '#web/features/papers/documents/uploads/upload-center.ts';
import { acceptedTypes } from '#web/features/papers/documents/uploads/upload-check.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DropZone } from '#web/ui/feedback/drop-zone.tsx';
import { UploadRow } from '#web/ui/feedback/upload-row.tsx';
import { type DroppedFile, readChosenFolder } from './dropped-files.ts';
import styles from './place.module.css';

interface UploadAreaProps {
  readonly uploads: readonly Upload[];
  readonly onFiles: (files: readonly DroppedFile[]) => void;
}

/** Where files come in, and those that are on their way. What is dropped, the whole page takes. */
export function UploadArea({ uploads, onFiles }: UploadAreaProps) {
  const { settings } = useStart();
  return (
    <>
      <DropZone
        dropsElsewhere
        browseLabel="choose files"
        accept={acceptedTypes(settings).split(',')}
        onFiles={(files) => onFiles(files.map((file) => ({ folders: [], file })))}
        note={
          <>
            Up to {sizeText(settings.upload_bytes_max)} each.{' '}
            <FileTrigger acceptDirectory onSelect={(files) => onFiles(readChosenFolder([...(files ?? [])]))}>
              <Button size="s" variant="quiet" icon={FolderUp}>
                Choose a folder
              </Button>
            </FileTrigger>
          </>
        }
      >
        Drop documents or folders here, or
      </DropZone>
      <div className={uploads.length === 0 ? undefined : styles.uploads}>
        {uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            name={upload.place?.kind === 'document' ? `${upload.name}, in place of ${upload.place.title}` : upload.name}
            type={upload.extension}
            status={uploadWords(upload)}
            onRetry={upload.state.kind === 'failed' ? () => retryUpload(upload.id) : undefined}
            onRemove={upload.state.kind === 'uploaded' ? undefined : () => removeUpload(upload.id)}
          />
        ))}
      </div>
    </>
  );
}
