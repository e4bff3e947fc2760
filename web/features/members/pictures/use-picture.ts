import { useRef, useState } from 'react';
import { setPicture } from '#contract/profile.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { generalErrors } from '#domain/messages/general.ts';
import { profileMessages } from '#domain/messages/people.ts';
import { firstView, pictureLimits, squareOf, type View } from '#domain/pictures.ts';
import { call } from '#web/api/call.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { rememberPicture } from '#web/api/start.ts';
import { checkPicture, sendPicture } from '#web/features/core/uploads/transfer.ts';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';

/** The caller must revoke `url` after use. */
interface ChosenPicture {
  readonly file: File;
  readonly url: string;
  /** Pixels, after the EXIF orientation has been applied. */
  readonly size: { readonly width: number; readonly height: number };
}

/** Throws an error with a message for the user. */
async function readPicture(file: File): Promise<ChosenPicture> {
  checkPicture(file);
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

export function showPicture(url: string | null): void {
  rememberPicture(url);
  void invalidateNouns(queryClient, shownEverywhere);
}

export type PictureChoice = ReturnType<typeof usePicture>;

export function usePicture() {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const heldUrl = useRef<string | undefined>(undefined);
  const [view, setView] = useState<View>(firstView);
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  /** The browser keeps the bytes until the object URL is revoked. */
  const hold = (url: string | undefined): void => {
    if (heldUrl.current !== undefined) URL.revokeObjectURL(heldUrl.current);
    heldUrl.current = url;
  };
  const replace = (next: ChosenPicture | null): void => {
    setChosen(next);
    hold(next?.url);
  };
  useOnUnmount(() => hold(undefined));
  return {
    chosen,
    view,
    error,
    isSending,
    setView,
    choose: async (file: File): Promise<void> => {
      setError(null);
      try {
        replace(await readPicture(file));
        setView(firstView);
      } catch (failure) {
        setError((failure as Error).message);
      }
    },
    forget: (): void => {
      replace(null);
      setError(null);
    },
    send: async (): Promise<boolean> => {
      if (chosen === null) return true;
      setIsSending(true);
      setError(null);
      try {
        const crop = squareOf(chosen.size, view);
        const saved = await sendPicture(chosen.file, (upload_id) => call(setPicture, { body: { upload_id, crop } }));
        showPicture(saved.img_url);
        replace(null);
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
