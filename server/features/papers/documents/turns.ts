import { userTurns } from '#server/user-turns.ts';

/** A copy with marks takes a process and up to a minute: nothing else waits for these. */
export const inCopyTurn = userTurns({ atOnceMax: 2, waitingPerUserMax: 20 });
