import { createStore } from '#web/store.ts';

/** Ends the question for the password that is open over the page, confirmed or not; null while none is. */
export const askedForPassword = createStore<((isConfirmed: boolean) => void) | null>(null);
