/** Of bytes that somebody has sent us: opened by themselves they run nothing, load nothing, have no origin and stand in no frame. */
export const filePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
