import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Upload } from '#web/features/documents/uploads/upload.ts';
import { forgetUploads, uploads, watchUploads } from '#web/features/documents/uploads/upload-center.ts';

/** The uploads that were begun on a page of the library, also those into its folders, in the order of their choice. */
export function useLibraryUploads(spot: string): readonly Upload[] {
  const last = useRef<readonly Upload[]>([]);
  const here = useSyncExternalStore(watchUploads, () => {
    const now = uploads().filter((upload) => upload.spot === spot);
    const isSame = now.length === last.current.length && now.every((upload, nth) => upload === last.current[nth]);
    if (!isSame) last.current = now;
    return last.current;
  });
  const arrived = here.filter((upload) => upload.state.kind === 'uploaded');
  const areAllDone =
    arrived.length > 0 && here.every((upload) => ['uploaded', 'refused', 'failed'].includes(upload.state.kind));
  // An effect, because the list of uploads outlives the page: what the library lists by now is forgotten once the last one
  // is there, so that the order in which they were chosen is known until then.
  useEffect(() => {
    if (areAllDone) forgetUploads(arrived.map((upload) => upload.id));
  });
  return here;
}
