import { type DragEvent, useRef, useState } from 'react';
import { reportFailure } from '#web/api/general-error.ts';
import { type DroppedFile, readDropped } from './dropped-files.ts';
import { type ItemKey, itemOfKey } from './library-item.ts';

/** Where files would go: the page's own place, the folder of a row, or the place of a row's file. */
type FileTarget = 'page' | ItemKey;

/** Takes files, and folders of files, that are dropped anywhere on a part of the page; a folder's row takes them for itself, a document's a single one. */
export function useFileDrop(onFiles: (files: readonly DroppedFile[], into: FileTarget) => void) {
  const [target, setTarget] = useState<FileTarget | null>(null);
  // Entering a child comes before leaving its parent, so the number tells whether the pointer is still inside.
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
        // A folder that is dropped counts as one thing, and is no file.
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
