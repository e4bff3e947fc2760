import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';

/** For records that are set as PDF while somebody waits: a few at once. */
export const recordSlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 5 }));
