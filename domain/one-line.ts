/** A text with a space in place of each run of what breaks a line (Unicode, UAX #14: BK, CR, LF, NL). */
export const inOneLine = (text: string): string => text.replaceAll(/[\n\v\f\r\u0085\u2028\u2029]+/g, ' ');
