import { useRef } from 'react';
import { useStore } from '#web/store.ts';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import { isRowOf, missingPapers, type Upload, type UploadTarget } from './upload.ts';
import { discardUnattached, uploadStore } from './upload-center.ts';

/** Returns the same array while nothing has changed. */
export function useUploadsWhere(isOwn: (upload: Upload) => boolean): readonly Upload[] {
  const last = useRef<readonly Upload[]>([]);
  return useStore(uploadStore, (all) => {
    const own = all.filter(isOwn);
    const isSame = own.length === last.current.length && own.every((upload, nth) => upload === last.current[nth]);
    if (!isSame) last.current = own;
    return last.current;
  });
}

export function useUploadsOf(slot: string, target: Pick<UploadTarget, 'kind' | 'id'> | null): readonly Upload[] {
  return useUploadsWhere((upload) => isRowOf(upload, slot, target));
}

export function useMissingPapers(targetIds: readonly string[]) {
  return missingPapers(useStore(uploadStore), targetIds);
}

export function useDiscardedUploads(slots: () => readonly string[]): void {
  useOnUnmount(() => discardUnattached(slots()));
}
