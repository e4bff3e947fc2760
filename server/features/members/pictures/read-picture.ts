import { fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { uploadMessages } from '#domain/messages.ts';
import { pictureLimits } from '#domain/pictures.ts';
import { AppError, notFound, refused } from '#server/errors.ts';

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
