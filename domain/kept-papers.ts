export const keptPapersMax = 1_000;
/** The limit for one request, so that its body is as short as any that strangers may send. */
export const checkedPapersMax = 400;
export const reportedOpeningsMax = 100;
/** A stored copy expires if no signed-in page has reached the server for this many days. */
export const keptDays = 14;
