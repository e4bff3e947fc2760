import { useEffect, useRef, useSyncExternalStore } from 'react';
import { missingPapers, type Upload, type UploadTarget } from './upload.ts';
import { discardUnattached, uploads, watchUploads } from './upload-center.ts';

/** Names of the files that were chosen for these items and meetings, by id, and are not there: refused, or failed on the way. */
export function useMissingPapers(placeIds: readonly string[]): readonly string[] {
  return missingPapers(useSyncExternalStore(watchUploads, uploads), placeIds);
}

/**
 * The uploads of one spot, in the order in which they were chosen: dropped there, or placed in what the spot became. The
 * same list as before while they are as before: what goes on elsewhere draws nothing here.
 */
export function useUploadsOf(spot: string, place: Pick<UploadTarget, 'kind' | 'id'> | null): readonly Upload[] {
  const last = useRef<readonly Upload[]>([]);
  return useSyncExternalStore(watchUploads, () => {
    const here = uploads().filter((upload) =>
      upload.target === null
        ? upload.slot === spot
        : upload.target.kind === place?.kind && upload.target.id === place.id,
    );
    const isSame = here.length === last.current.length && here.every((upload, nth) => upload === last.current[nth]);
    if (!isSame) last.current = here;
    return last.current;
  });
}

/** Gives up the files that wait for a draft which is never saved. */
export function useDiscardedUploads(slots: () => readonly string[]): void {
  const latest = useRef(slots);
  latest.current = slots;
  // An effect, because only leaving the page decides it.
  useEffect(() => () => discardUnattached(latest.current()), []);
}
