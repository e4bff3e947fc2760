/** On one device, per board. */
export const keptPapersMax = 1_000;
/** Per call, so that the body is as short as any that strangers may send. */
export const checkedPapersMax = 400;
/** Openings without a connection that one contact reports. */
export const reportedOpeningsMax = 100;
/** A copy expires after this time without a signed-in contact. */
export const keptDays = 14;
