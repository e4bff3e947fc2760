/** A younger file may belong to a row whose transaction has not ended yet; in milliseconds. */
export const fileAgeMsMin = 30 * 60_000;
