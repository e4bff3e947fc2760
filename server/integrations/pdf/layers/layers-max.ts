/** A file with more layers than this is treated as unreadable. */
export const layersMax = 5_000;
