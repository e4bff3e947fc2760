import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';

/** Each may take a hundred megabytes. */
export const pictureSlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 20 }));
