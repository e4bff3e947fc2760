import { ERRORS, type Locker } from '@tus/server';
import type { SharedLocks } from '#server/db/shared-locks.ts';

/** As long as the protocol's own locker waits. */
const waitMs = 30_000;

/**
 * Of all requests for one upload, on whichever server, one at a time writes and reads it. Who comes later asks the holder to stop: a
 * browser whose connection broke resumes while its old request still hangs.
 */
export const uploadLocker = (locks: SharedLocks): Locker => ({
  newLock(uploadId) {
    let release: (() => Promise<void>) | null = null;
    return {
      async lock(signal, letGo) {
        const patience = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
        release = await locks.take(`upload:${uploadId}`, { signal: patience, letGo: () => void letGo() });
        if (release === null) throw ERRORS.ERR_LOCK_TIMEOUT;
      },
      async unlock() {
        await release?.();
      },
    };
  },
});
