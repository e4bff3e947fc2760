export const keptPapersMax = 1_000;
/** Limit per request, which keeps the body below the size limit for anonymous requests. */
export const checkedPapersMax = 400;
export const reportedOpeningsMax = 100;
/** Days without contact from a signed-in page after which a stored copy expires. */
export const keptDays = 14;
