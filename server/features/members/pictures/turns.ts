import { userTurns } from '#server/user-turns.ts';

/** Each may take a hundred megabytes for a moment; more waiting than any browser sends would only fill the memory. */
export const inTurn = userTurns({ atOnceMax: 2, waitingPerUserMax: 20 });
