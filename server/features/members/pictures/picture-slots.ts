import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';

/** Limits concurrent resizing, because one picture may need a hundred megabytes of memory. */
export const pictureSlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 20 }));
