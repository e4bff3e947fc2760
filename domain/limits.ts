/** Business limits of specification 9 that belong to no rule of their own. */

/** Characters of exported XFDF; a text of this length or more is not saved. */
export const annotationCharactersMax = 65_000;

/** One press of zoom in multiplies by this. */
export const zoomStepFactor = 1.2;

/** Pixels of the viewer as it opens. */
export const viewerWidthDefault = 897;
export const viewerHeightDefault = 693;

/** Pixels at which the layouts begin; small is everything below medium. */
export const breakpoints = { medium: 640, large: 1024, extraLarge: 1200 } as const;

/** Whether exported annotations are too long to be saved (specification 5). */
export function isAnnotationTooLong(xfdf: string): boolean {
  return xfdf.length >= annotationCharactersMax;
}
