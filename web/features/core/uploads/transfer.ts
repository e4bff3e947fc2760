import type { Upload as TusUpload } from 'tus-js-client';
import { createUpload } from '#contract/uploads.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { generalErrorMessage, generalErrors } from '#domain/messages/general.ts';
import { pictureLimits } from '#domain/pictures.ts';
import { callHeaders } from '#web/api/call.ts';
import { CallError, errorOfStatus } from '#web/api/call-error.ts';

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Throws an error with a message for the user. */
export function checkPicture(file: File): void {
  if (file.size > pictureLimits.bytesMax) throw new Error(generalErrors.tooLarge);
  if (!pictureTypes.some((type) => type === file.type)) throw new Error(uploadMessages.typeNotAllowed);
}

/** Uploads the file and then calls `use` with the upload's id. Throws an error with a message for the user. */
export async function sendPicture<Answer>(file: File, use: (uploadId: string) => Promise<Answer>): Promise<Answer> {
  const uploadId = await transferPicture(file);
  try {
    return await use(uploadId);
  } catch (cause) {
    throw new Error(messageOf(cause), { cause });
  }
}

function transferPicture(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const watch = {
      onProgress: (bytes: number) => {
        sent = bytes;
      },
      onInterrupted: () => undefined,
      onArrived: resolve,
      onFailed: (failure: TransferFailure) =>
        reject(new Error(transferMessage(failure, { sent, byteSize: file.size }))),
    };
    beginTransfer(file, watch, { purpose: 'picture' }).then((transfer) => transfer.start(), reject);
  });
}

/** Bytes per request. A small size limits how much must be sent again after a failure. */
const chunkBytes = 5 * 1024 * 1024;
/** Milliseconds before each retry. The sequence restarts after each chunk that arrives. */
const retryPauses = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

interface TransferWatch {
  readonly onProgress: (sent: number) => void;
  readonly onInterrupted: () => void;
  readonly onArrived: (uploadId: string) => void;
  readonly onFailed: (failure: TransferFailure) => void;
}

export interface Transfer {
  start(): void;
  /** `discard` also deletes the uploaded bytes on the server. */
  stop(discard: boolean): Promise<void>;
}

export async function beginTransfer(
  file: File,
  watch: TransferWatch,
  { address = createUpload.path, ...metadata }: { readonly purpose?: 'picture'; readonly address?: string } = {},
): Promise<Transfer> {
  const { Upload, DetailedError } = await import('tus-js-client');
  const statusOf = (error: Error): number | null =>
    error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? null) : null;
  const transfer: TusUpload = new Upload(file, {
    endpoint: address,
    metadata: { filename: file.name, ...metadata },
    chunkSize: chunkBytes,
    retryDelays: retryPauses,
    // Keeps upload addresses out of local storage.
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

export function idOfAddress(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  return path.split('/').filter(Boolean).at(-1) ?? '';
}

export interface TransferFailure {
  readonly status: number | null;
  readonly body: string;
}

export function isPassingFailure(status: number | null): boolean {
  // The disk stays full until an operator acts.
  if (status === 507) return false;
  return status === null || status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
}

export function transferMessage(
  failure: TransferFailure,
  at: { readonly sent: number; readonly byteSize: number },
): string {
  if (failure.status === null || failure.status === 0) {
    return `The connection was lost at ${uploadPercent(at.sent, at.byteSize)}%. Try again to continue from there.`;
  }
  return messageOf(errorOfStatus(failure.status, 'POST', parsed(failure.body)));
}

export function uploadPercent(sent: number, byteSize: number): number {
  return byteSize === 0 ? 0 : Math.min(100, Math.floor((sent / byteSize) * 100));
}

export function messageOf(error: unknown): string {
  if (!(error instanceof CallError)) return generalErrorMessage(500, 'POST');
  return Object.values(error.fields)[0] ?? error.message;
}

/** Whether the server rejected the file itself, so that a retry would fail too. */
export const isFinalRefusal = (message: string): boolean =>
  finalRefusals.has(message) || message.startsWith(typeNotAllowed);

const { typeNotAllowed, contentMismatch, empty, pictureTooLarge, unpackedTooLarge, truncated, incomplete } =
  uploadMessages;
const finalRefusals = new Set<string>([
  contentMismatch,
  empty,
  pictureTooLarge,
  unpackedTooLarge,
  truncated,
  incomplete,
]);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The response may be a proxy's page, so its body is ignored.
    return null;
  }
}
