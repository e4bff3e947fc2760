import type { Upload as TusUpload } from 'tus-js-client';
import { createUpload } from '#contract/uploads.ts';
import { callHeaders } from '#web/api/call.ts';
import { isPassingFailure, type TransferFailure } from './upload-failure.ts';

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
