/** Exported marks of this many UTF-16 units or more are refused (specification, sections 5 and 9). */
export const annotationCharactersMax = 65_000;

/** What a file of marks may hold at most; beyond it the file is refused before it is understood. */
export const xmlDepthMax = 24;
export const xmlElementsMax = 20_000;
export const xmlAttributesMax = 64;

/** Pages are counted from 0; no document that we show has more. */
export const pageMax = 99_999;

/** Points; PDF itself stops at 14,400, images count a unit a pixel. Larger numbers are noise. */
export const coordinateMax = 1_000_000;
