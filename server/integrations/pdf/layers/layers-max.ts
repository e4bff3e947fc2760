/** A file with more layers counts as unreadable. */
export const layersMax = 5_000;
