/** On one device, per board. */
export const keptPapersMax = 1_000;
/** Per call, so that the body is as short as any that strangers may send. */
export const checkedPapersMax = 400;
/** The number of offline openings that one request reports. */
export const reportedOpeningsMax = 100;
/** A copy expires if no signed-in page has reached the server for this long. */
export const keptDays = 14;
