import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';

/** Limits concurrent work, because resizing one picture may use a hundred megabytes. */
export const pictureSlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 20 }));
