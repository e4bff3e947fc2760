import { FolderUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { sizeText } from '#domain/documents.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { useStart } from '#web/api/start.ts';
import {
  acceptedTypes,
  type Upload,
  uploadProgress,
  uploadStatus,
} from '#web/features/papers/documents/uploads/upload.ts';
import { uploadTools } from '#web/features/papers/documents/uploads/upload-tools.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { DropZone } from '#web/ui/feedback/drop-zone.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { UploadRow } from '#web/ui/feedback/upload-row.tsx';
import { type DroppedFile, readChosenFolder, readDropped } from './dropped-files.ts';
import { type ItemKey, itemOfKey } from './library-item.ts';
import styles from './section.module.css';

interface UploadAreaProps {
  readonly uploads: readonly Upload[];
  readonly onFiles: (files: readonly DroppedFile[]) => void;
}

export function UploadArea({ uploads, onFiles }: UploadAreaProps) {
  const { settings } = useStart();
  const progress = uploadProgress(uploads);
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
        {progress !== null && (
          <div className={styles.progress}>
            <p>
              {progress.arrived} of {progress.all} uploaded
            </p>
            <ProgressBar label="Uploaded files" value={(progress.arrived / progress.all) * 100} />
          </div>
        )}
        {uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            name={upload.target?.kind === 'document' ? `${upload.name}, replaces ${upload.target.title}` : upload.name}
            type={upload.extension}
            status={uploadStatus(upload)}
            {...uploadTools(upload)}
          />
        ))}
      </div>
    </>
  );
}

type FileTarget = 'page' | ItemKey;

export function useFileDrop(onFiles: (files: readonly DroppedFile[], into: FileTarget) => void) {
  const [target, setTarget] = useState<FileTarget | null>(null);
  // A child's enter event fires before the parent's leave event, so a count shows whether the pointer is still inside.
  const depth = useRef(0);
  const end = (): void => {
    depth.current = 0;
    setTarget(null);
  };
  const handlers = {
    onDragEnter(event: DragEvent): void {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth.current += 1;
    },
    onDragLeave(): void {
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setTarget(null);
    },
    onDragOver(event: DragEvent): void {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setTarget(targetOf(event));
    },
    onDrop(event: DragEvent): void {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      const into = targetOf(event);
      end();
      readDropped(event.dataTransfer).then(
        (files) => onFiles(files, isDocument(into) && files.some(({ folders }) => folders.length > 0) ? 'page' : into),
        (error: unknown) => reportFailure(error),
      );
    },
  };
  return { target, handlers };
}

function targetOf(event: DragEvent): FileTarget {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]') : null;
  const key = row?.dataset.item as ItemKey | undefined;
  if (row === null || key === undefined) return 'page';
  const takes = isDocument(key) ? 'hasFile' in row.dataset && event.dataTransfer.items.length === 1 : true;
  return takes ? key : 'page';
}

const isDocument = (target: FileTarget): boolean => target !== 'page' && itemOfKey(target).kind === 'document';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
