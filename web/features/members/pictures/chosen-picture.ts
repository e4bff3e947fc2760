import { profileMessages } from '#domain/later-messages.ts';
import { generalErrors, uploadMessages } from '#domain/messages.ts';
import { pictureLimits } from '#domain/pictures.ts';
import { pictureTypes } from '#web/features/core/uploads/picture.ts';

/** A file that was chosen and can be shown. `url` lives until it is let go of. */
export interface ChosenPicture {
  readonly file: File;
  readonly url: string;
  /** In pixels, turned as its camera says. */
  readonly size: { readonly width: number; readonly height: number };
}

/** Reads a file; throws an error whose message can be shown as it is. */
export async function readPicture(file: File): Promise<ChosenPicture> {
  if (file.size > pictureLimits.bytesMax) throw new Error(generalErrors.tooLarge);
  if (!pictureTypes.some((type) => type === file.type)) throw new Error(uploadMessages.typeNotAllowed);
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => {
      throw new Error(uploadMessages.contentMismatch);
    });
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    if (size.width * size.height > pictureLimits.pixelsMax) throw new Error(generalErrors.tooLarge);
    const { sideMin } = pictureLimits;
    if (Math.min(size.width, size.height) < sideMin) throw new Error(profileMessages.pictureTooSmall(sideMin));
    return { file, url, size };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}
