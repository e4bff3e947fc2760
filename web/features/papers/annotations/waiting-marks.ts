import type { WaitingMarks } from '#web/viewer/types.ts';
import { clearWaiting, keepWaiting, type WaitingRecord, waitingRecordOf } from './waiting-store.ts';

type Place = Pick<WaitingRecord, 'boardId' | 'documentId' | 'versionId'>;

/**
 * Where one document's unsent marks wait, and what waits there from before. Throws where nothing can be kept: without a secure
 * connection, or when the browser forbids it.
 */
export async function openWaitingMarks(place: Place): Promise<WaitingMarks> {
  const kept = await waitingRecordOf(place.versionId, place.documentId);
  return { kept, ...waitingWriter(place, kept?.stamp ?? null) };
}

/** Writes one after the other, so that what was cleared is not written again by an earlier call. */
function waitingWriter(place: Place, found: string | null): Pick<WaitingMarks, 'keep' | 'clear'> {
  let queue: Promise<unknown> = Promise.resolve();
  let holds = found !== null;
  let stamp = found;
  const then = (work: () => Promise<void>) => {
    queue = queue.then(work).catch((cause: unknown) => console.warn('Unsent marks could not be kept', cause));
  };
  return {
    keep(marks) {
      holds = true;
      then(async () => {
        stamp = await keepWaiting({ ...place, ...marks });
      });
    },
    clear() {
      if (!holds) return;
      holds = false;
      then(async () => {
        if (stamp !== null) await clearWaiting({ ...place, stamp });
      });
    },
  };
}
