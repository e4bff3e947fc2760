import { useEffect, useState } from 'react';
import { setPicture } from '#contract/profile.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { generalErrors } from '#domain/messages/general.ts';
import { profileMessages } from '#domain/messages/people.ts';
import { firstView, pictureLimits, squareOf, type View } from '#domain/pictures.ts';
import { call } from '#web/api/call.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { rememberPicture } from '#web/api/start.ts';
import { messageOf, pictureTypes, transferPicture } from '#web/features/core/uploads/transfer.ts';

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

const shownEverywhere = ['people', 'profile', 'meetings', 'timeline'] as const;

/** To be told of one's own new picture, or of none any more. */
export function showPicture(url: string | null): void {
  rememberPicture(url);
  void invalidateNouns(queryClient, shownEverywhere);
}

export type PictureChoice = ReturnType<typeof usePicture>;

/** The picture that was chosen in a form and is saved with it. */
export function usePicture() {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [view, setView] = useState<View>(firstView);
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const url = chosen?.url;
  // An effect, because the browser keeps the bytes of an object address until it is told that nobody shows it.
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return {
    chosen,
    view,
    error,
    isSending,
    setView,
    choose: async (file: File): Promise<void> => {
      setError(null);
      try {
        setChosen(await readPicture(file));
        setView(firstView);
      } catch (failure) {
        setError((failure as Error).message);
      }
    },
    forget: (): void => {
      setChosen(null);
      setError(null);
    },
    /** Sends what is chosen. False: it was not kept, and the reason stands beside it. */
    send: async (): Promise<boolean> => {
      if (chosen === null) return true;
      setIsSending(true);
      setError(null);
      try {
        showPicture(await sendPicture(chosen, view));
        setChosen(null);
        return true;
      } catch (failure) {
        setError((failure as Error).message);
        return false;
      } finally {
        setIsSending(false);
      }
    },
  };
}

/** Sends a picture and makes the chosen square of it the user's own; throws an error whose message can be shown. */
async function sendPicture(picture: ChosenPicture, view: View): Promise<string> {
  const uploadId = await transferPicture(picture.file);
  try {
    const answer = await call(setPicture, { body: { upload_id: uploadId, crop: squareOf(picture.size, view) } });
    return answer.img_url;
  } catch (cause) {
    throw new Error(messageOf(cause), { cause });
  }
}
