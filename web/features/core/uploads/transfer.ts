import type { Upload as TusUpload } from 'tus-js-client';
import { createUpload } from '#contract/uploads.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { generalErrorMessage } from '#domain/messages/general.ts';
import { callHeaders } from '#web/api/call.ts';
import { CallError, errorOfStatus } from '#web/api/call-error.ts';

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

/** Bytes of one request: small enough that a broken one costs little. */
const chunkBytes = 5 * 1024 * 1024;
/** Milliseconds before each new try; a chunk that arrives starts them over. */
const retryPauses = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

interface TransferWatch {
  readonly onProgress: (sent: number) => void;
  readonly onInterrupted: () => void;
  /** With the id under which the server keeps the bytes. */
  readonly onArrived: (uploadId: string) => void;
  readonly onFailed: (failure: TransferFailure) => void;
}

/** One file on its way by tus. `start` again after a failure goes on from what the server has. */
export interface Transfer {
  start(): void;
  /** Ends it; `discard` tells the server to forget the bytes. */
  stop(discard: boolean): Promise<void>;
}

/** `purpose` picture: for whoever may send no papers. */
export async function beginTransfer(
  file: File,
  watch: TransferWatch,
  announced: { readonly purpose?: 'picture' } = {},
): Promise<Transfer> {
  const { Upload, DetailedError } = await import('tus-js-client');
  const statusOf = (error: Error): number | null =>
    error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? null) : null;
  const transfer: TusUpload = new Upload(file, {
    endpoint: createUpload.path,
    metadata: { filename: file.name, ...announced },
    chunkSize: chunkBytes,
    retryDelays: retryPauses,
    // Local storage holds the specification's two items and nothing else.
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(callHeaders(request.getMethod()))) request.setHeader(name, value);
    },
    onShouldRetry: (error) => {
      const isPassing = isPassingFailure(statusOf(error));
      if (isPassing) watch.onInterrupted();
      return isPassing;
    },
    onProgress: (sent) => watch.onProgress(sent),
    onSuccess: () => watch.onArrived(idOfAddress(transfer.url ?? '')),
    onError: (error) => {
      const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '';
      watch.onFailed({ status: statusOf(error), body });
    },
  });
  return { start: () => transfer.start(), stop: (discard) => transfer.abort(discard) };
}

/** The last part of an upload's address. */
export function idOfAddress(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  return path.split('/').filter(Boolean).at(-1) ?? '';
}

/** A transfer that tus has given up. `status` null: no answer came. */
export interface TransferFailure {
  readonly status: number | null;
  /** The answer's text. */
  readonly body: string;
}

/** Conflicts of a resumed transfer, refusals to work now, and no answer at all pass by themselves. */
export function isPassingFailure(status: number | null): boolean {
  // There is no room: somebody has to make some.
  if (status === 507) return false;
  return status === null || status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
}

/** The sentence under the file's name. */
export function transferMessage(
  failure: TransferFailure,
  at: { readonly sent: number; readonly byteSize: number },
): string {
  if (failure.status === null || failure.status === 0) {
    return `The connection broke off at ${uploadPercent(at.sent, at.byteSize)}%. Try again to go on from there.`;
  }
  return messageOf(errorOfStatus(failure.status, 'POST', parsed(failure.body)));
}

/** 0 to 100, whole; 100 only once everything has arrived. */
export function uploadPercent(sent: number, byteSize: number): number {
  return byteSize === 0 ? 0 : Math.min(100, Math.floor((sent / byteSize) * 100));
}

/** Of a call that failed: the sentence under a field if it has one, else its own. */
export function messageOf(error: unknown): string {
  if (!(error instanceof CallError)) return generalErrorMessage(500, 'POST');
  return Object.values(error.fields)[0] ?? error.message;
}

/** Whether the server has looked at the file itself and will not take it: the same bytes are refused again. */
export const isFinalRefusal = (message: string): boolean => finalRefusals.has(message);

const { typeNotAllowed, contentMismatch, empty, pictureTooLarge, unpackedTooLarge, incomplete } = uploadMessages;
const finalRefusals: ReadonlySet<string> = new Set([
  ...[typeNotAllowed, contentMismatch, empty, pictureTooLarge, unpackedTooLarge, incomplete],
]);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A proxy's page: the status alone has to tell.
    return null;
  }
}
