import { beginTransfer } from './transfer.ts';
import { transferMessage } from './upload-failure.ts';

/** Kinds that every browser shows and the server takes. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Sends a picture, of a person or a board; returns the upload's id. Throws an error whose message can be shown. */
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
