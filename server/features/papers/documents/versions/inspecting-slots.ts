import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';

/**
 * Limits concurrent inspections. A PDF with encryption, layers or fields needs its own process for up to half a minute.
 */
export const inspectingSlots = fairSemaphoreOf((capacity) => ({
  atOnceMax: shareOf(2, capacity),
  waitingPerKeyMax: 20,
}));
