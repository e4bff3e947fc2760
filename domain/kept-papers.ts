export const keptPapersMax = 1_000;
/** Limit per request. It keeps the body below the size limit for anonymous requests. */
export const checkedPapersMax = 400;
export const reportedOpeningsMax = 100;
/** Days without contact to the server after which a stored copy expires. */
export const keptDays = 14;
