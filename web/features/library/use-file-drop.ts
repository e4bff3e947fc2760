import { type DragEvent, useRef, useState } from 'react';
import { reportFailure } from '../../api/general-error.ts';
import { type DroppedFile, readDropped } from './dropped-files.ts';
import { type ItemKey, itemOfKey } from './library-item.ts';

/** Where files would go: the page's own place, or the folder of a row. */
type FileTarget = 'page' | ItemKey;

/** Takes files, and folders of files, that are dropped anywhere on a part of the page; a folder's row takes them for itself. */
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
        (files) => onFiles(files, into),
        (error: unknown) => reportFailure(error),
      );
    },
  };
  return { target, handlers };
}

function targetOf(event: DragEvent): FileTarget {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]') : null;
  const key = row?.dataset.item as ItemKey | undefined;
  return key !== undefined && itemOfKey(key).kind === 'folder' ? key : 'page';
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
