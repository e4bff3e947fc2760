/** A file with more layers is treated as unreadable. */
export const layersMax = 5_000;
