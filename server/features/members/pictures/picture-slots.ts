import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';

/** Resizing a picture may use a hundred megabytes of memory. */
export const pictureSlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 20 }));
