import type { Sharp } from 'sharp';
import { profileMessages } from '#domain/later-messages.ts';
import { pictureLimits, type Square } from '#domain/pictures.ts';
import { refused } from '#server/errors.ts';
import { decoded, openPixels, readHead, type Size } from './read-picture.ts';

/** Pixels of each side as they are kept: twice the largest avatar, twice the picture of an opened person. */
export const pictureSides = { small: 192, large: 640 } as const;
export type PictureSize = keyof typeof pictureSides;

interface Extent extends Size {
  readonly left: number;
  readonly top: number;
}

/**
 * The square of a picture in every size that is kept, as WebP, the right way up and without anything that the camera
 * wrote beside it. Refuses what is no picture, is too small, or has more pixels than may be decoded; that is asked of the
 * head alone.
 */
export async function makePicture(path: string, crop: Square): Promise<Readonly<Record<PictureSize, Buffer>>> {
  const size = await readHead(path);
  const { sideMin } = pictureLimits;
  if (Math.min(size.width, size.height) < sideMin) throw refused(profileMessages.pictureTooSmall(sideMin));
  const side = Math.min(Math.max(crop.side, sideMin), size.width, size.height);
  const square = {
    left: Math.min(crop.left, size.width - side),
    top: Math.min(crop.top, size.height - side),
    width: side,
    height: side,
  };
  return decoded(async () => {
    const large = await cutOut(openPixels(path), { size, square });
    const kept = (pixels: number): Promise<Buffer> =>
      openPixels(large).resize(pixels, pixels).webp({ quality: 82 }).toBuffer();
    return { small: await kept(pictureSides.small), large: await kept(pictureSides.large) };
  });
}

/**
 * The square, opaque and without loss. A picture that is much larger than what is kept is made smaller first and cut then,
 * so that its format's own short cuts can be taken (a JPEG is decoded at an eighth) and it never stands in memory whole.
 */
async function cutOut(
  picture: Sharp,
  { size, square }: { readonly size: Size; readonly square: Extent },
): Promise<Buffer> {
  const scale = Math.min(1, pictureSides.large / square.width);
  const scaled = (pixels: number): number => Math.round(pixels * scale);
  const [width, height, side] = [scaled(size.width), scaled(size.height), scaled(square.width)];
  const smaller = scale < 1 ? picture.resize(width, height, { fit: 'fill' }) : picture;
  return smaller
    .extract({
      left: Math.min(scaled(square.left), width - side),
      top: Math.min(scaled(square.top), height - side),
      width: side,
      height: side,
    })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();
}
