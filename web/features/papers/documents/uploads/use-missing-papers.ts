import { useSyncExternalStore } from 'react';
import { missingPapers } from './upload.ts';
import { uploads, watchUploads } from './upload-center.ts';

/** Names of the files that were chosen for these items and meetings, by id, and are not there: refused, or failed on the way. */
export function useMissingPapers(placeIds: readonly string[]): readonly string[] {
  return missingPapers(useSyncExternalStore(watchUploads, uploads), placeIds);
}
