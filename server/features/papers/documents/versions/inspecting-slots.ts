import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';

/** Inspecting a PDF that is encrypted or has layers or fields takes a process of its own and up to half a minute. */
export const inspectingSlots = fairSemaphoreOf((capacity) => ({
  atOnceMax: shareOf(2, capacity),
  waitingPerKeyMax: 20,
}));
