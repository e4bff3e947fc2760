import { setPicture } from '#contract/profile.ts';
import { squareOf, type View } from '#domain/pictures.ts';
import { call } from '#web/api/call.ts';
import { beginTransfer } from '#web/features/core/uploads/transfer.ts';
import { messageOf, transferMessage } from '#web/features/core/uploads/upload-failure.ts';
import type { ChosenPicture } from './chosen-picture.ts';

/** Sends a picture and makes the chosen square of it the user's own; throws an error whose message can be shown. */
export async function sendPicture(picture: ChosenPicture, view: View): Promise<string> {
  const uploadId = await transferPicture(picture.file);
  try {
    const answer = await call(setPicture, { body: { upload_id: uploadId, crop: squareOf(picture.size, view) } });
    return answer.img_url;
  } catch (cause) {
    throw new Error(messageOf(cause), { cause });
  }
}

/** Sends a picture, of a person or a board; answers the upload's id. Throws an error whose message can be shown. */
export function transferPicture(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const watch = {
      onProgress: (bytes: number) => {
        sent = bytes;
      },
      onInterrupted: () => undefined,
      onArrived: resolve,
      onFailed: (failure: Parameters<typeof transferMessage>[0]) =>
        reject(new Error(transferMessage(failure, { sent, byteSize: file.size }))),
    };
    beginTransfer(file, watch, { purpose: 'picture' }).then((transfer) => transfer.start(), reject);
  });
}
