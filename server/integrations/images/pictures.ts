import { fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { logoLimits, pictureLimits, type Square } from '#domain/pictures.ts';
import { isMissing } from '#server/file-system.ts';

/** `gone` means that another request has already used the uploaded file. */
export class PictureRefused extends Error {
  readonly reason: 'gone' | 'too-large' | 'too-small' | 'unreadable';

  constructor(reason: PictureRefused['reason'], options?: ErrorOptions) {
    super(`The picture was refused: ${reason}.`, options);
    this.reason = reason;
  }
}

/** The longer side in pixels. `2x` is for high-density screens. */
export const logoSides = { '1x': 128, '2x': 256 } as const;
export type LogoSize = keyof typeof logoSides;

export async function makeLogo(path: string): Promise<Readonly<Record<LogoSize, Buffer>>> {
  const size = await readHead(path);
  if (Math.max(size.width, size.height) < logoLimits.sideMin) throw new PictureRefused('too-small');
  const kept = (side: number): Promise<Buffer> =>
    openPixels(path)
      .resize(side, side, { fit: 'inside' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer();
  return decoded(async () => ({ '1x': await kept(logoSides['1x']), '2x': await kept(logoSides['2x']) }));
}

/** Pixels per side, twice the displayed size for high-density screens. */
export const pictureSides = { small: 192, large: 640 } as const;
export type PictureSize = keyof typeof pictureSides;

interface Extent extends Size {
  readonly left: number;
  readonly top: number;
}

export async function makePicture(path: string, crop: Square): Promise<Readonly<Record<PictureSize, Buffer>>> {
  const size = await readHead(path);
  const { sideMin } = pictureLimits;
  if (Math.min(size.width, size.height) < sideMin) throw new PictureRefused('too-small');
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

/** Scales before cropping, so that JPEGs are decoded at a fraction of their size. */
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

interface Size {
  readonly width: number;
  readonly height: number;
}

export async function readHead(path: string): Promise<Size> {
  const found = await typeOf(path);
  if (!found || !pictureTypes.has(found.ext)) throw new PictureRefused('unreadable');
  const size = await sizeOf(path);
  if (size.width * size.height > pictureLimits.pixelsMax) throw new PictureRefused('too-large');
  return size;
}

const openPixels = (picture: string | Buffer): Sharp =>
  sharp(picture, { limitInputPixels: pictureLimits.pixelsMax, failOn: 'truncated' })
    .timeout({ seconds: secondsMax })
    .autoOrient();

/** Any decoding error means that the file is damaged or its format is not supported. */
async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new PictureRefused('unreadable', { cause });
  }
}

async function typeOf(path: string): ReturnType<typeof fileTypeFromFile> {
  try {
    return await fileTypeFromFile(path);
  } catch (error) {
    if (isMissing(error)) throw new PictureRefused('gone');
    throw error;
  }
}

const sizeOf = (path: string): Promise<Size> =>
  decoded(async () => (await sharp(path, { limitInputPixels: false }).metadata()).autoOrient);
