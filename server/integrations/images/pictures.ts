import { fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { boardMessages } from '#domain/messages/boards.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { profileMessages } from '#domain/messages/people.ts';
import { logoLimits, pictureLimits, type Square } from '#domain/pictures.ts';
import { AppError, notFound, refused } from '#server/errors.ts';

/** Pixels of the longer side: a logo is shown at 64 at most, in mail 40 high; `@2x` for screens of double density. */
export const logoSides = { '1x': 128, '2x': 256 } as const;
export type LogoSize = keyof typeof logoSides;

/** A logo in both sizes, in its own proportions and with its transparency: PNG, which every mail program shows. */
export async function makeLogo(path: string): Promise<Readonly<Record<LogoSize, Buffer>>> {
  const size = await readHead(path);
  if (Math.max(size.width, size.height) < logoLimits.sideMin)
    throw refused(boardMessages.logoTooSmall(logoLimits.sideMin));
  const kept = (side: number): Promise<Buffer> =>
    openPixels(path)
      .resize(side, side, { fit: 'inside' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer();
  return decoded(async () => ({ '1x': await kept(logoSides['1x']), '2x': await kept(logoSides['2x']) }));
}

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

const pictureTypes: ReadonlySet<string> = new Set(['jpg', 'png', 'apng', 'webp']);
const secondsMax = 20;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a sent picture, turned as its camera says. Refuses what is none, or has more pixels than may be decoded. */
export async function readHead(path: string): Promise<Size> {
  const found = await typeOf(path);
  if (!found || !pictureTypes.has(found.ext)) throw refused(uploadMessages.contentMismatch);
  const size = await sizeOf(path);
  if (size.width * size.height > pictureLimits.pixelsMax) throw new AppError('too-large');
  return size;
}

/** The right way up; bounded in pixels and time. */
export const openPixels = (picture: string | Buffer): Sharp =>
  sharp(picture, { limitInputPixels: pictureLimits.pixelsMax, failOn: 'truncated' })
    .timeout({ seconds: secondsMax })
    .autoOrient();

/** What cannot be decoded is refused: its head says picture, its body is none, or one that no browser would show either. */
export async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('refused', uploadMessages.contentMismatch, {}, { cause });
  }
}

/** 404 for an upload that another server has made something of, and whose bytes are gone. */
async function typeOf(path: string): ReturnType<typeof fileTypeFromFile> {
  try {
    return await fileTypeFromFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound();
    throw error;
  }
}

const sizeOf = (path: string): Promise<Size> =>
  decoded(async () => (await sharp(path, { limitInputPixels: false }).metadata()).autoOrient);
