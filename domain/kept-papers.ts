export const keptPapersMax = 1_000;
/** Maximum number of papers per request. It keeps the request body below the size limit for anonymous requests. */
export const checkedPapersMax = 400;
export const reportedOpeningsMax = 100;
/** A stored copy expires after this many days without contact with the server. */
export const keptDays = 14;
