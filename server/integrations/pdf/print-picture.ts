import type { Sharp } from 'sharp';

/** Pixels of the longer side. More pixels make no visible difference in print. */
const pixelsMax = 3_600;
const quality = 88;

/** Returns an upright JPEG, with white for transparent parts. */
export const printPicture = (picture: Sharp) =>
  picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: pixelsMax, height: pixelsMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });
