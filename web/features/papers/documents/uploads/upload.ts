import type { Document, DocumentHomeInput } from '#contract/documents.ts';
import { extensionOf, sizeText } from '#domain/documents.ts';
import { isSameFileRefusal, uploadMessages } from '#domain/messages/documents.ts';
import { generalErrors } from '#domain/messages/general.ts';
import { uploadPercent } from '#web/features/core/uploads/transfer.ts';
import type { UploadStatus } from '#web/ui/feedback/upload-row.tsx';

export interface UploadRules {
  readonly upload_types: readonly string[];
  readonly upload_bytes_max: number;
}

export function fileRefusal(file: { readonly name: string; readonly size: number }, rules: UploadRules): string | null {
  const extension = extensionOf(file.name);
  if (extension === null || !rules.upload_types.includes(extension)) {
    return uploadMessages.typeNotTaken(rules.upload_types);
  }
  if (file.size === 0) return uploadMessages.empty;
  return file.size > rules.upload_bytes_max ? generalErrors.tooLarge : null;
}

export function acceptedTypes(rules: UploadRules): string {
  return rules.upload_types.map((type) => `.${type}`).join(',');
}

export type UploadTarget =
  | DocumentHomeInput
  | { readonly kind: 'document'; readonly id: string; readonly title: string; readonly withdrawsEarlier: boolean };

export type UploadState =
  /** The file is too large, or its type or content is rejected. A retry would fail too. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'uploading'; readonly sent: number }
  /** The connection was lost, and the transfer resumes automatically. */
  | { readonly kind: 'interrupted'; readonly sent: number }
  /** All bytes are uploaded, but the item or meeting is not saved yet. */
  | { readonly kind: 'arrived'; readonly uploadId: string }
  | { readonly kind: 'saving'; readonly uploadId: string }
  | { readonly kind: 'uploaded'; readonly document: Document; readonly isListed: boolean }
  /** An `uploadId` means that all bytes are uploaded, so a retry only repeats saving. */
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly sent: number;
      readonly uploadId: string | null;
      readonly isSameFile: boolean;
    };

export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly extension: string;
  readonly byteSize: number;
  readonly slot: string;
  readonly target: UploadTarget | null;
  readonly evenTwice: boolean;
  readonly state: UploadState;
}

export type UploadEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'progressed'; readonly sent: number }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'arrived'; readonly uploadId: string }
  | { readonly kind: 'placed'; readonly target: UploadTarget }
  | { readonly kind: 'slotted'; readonly slot: string }
  | { readonly kind: 'attached'; readonly document: Document }
  | { readonly kind: 'listed' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'retried' };

/** Ignores events that do not fit the upload's state, such as late progress. */
export function afterEvent(upload: Upload, event: UploadEvent): Upload {
  const { state, target } = upload;
  const become = (next: UploadState): Upload => ({ ...upload, state: next });
  switch (event.kind) {
    case 'started':
      return state.kind === 'waiting' ? become({ kind: 'uploading', sent: 0 }) : upload;
    case 'progressed':
      return isMoving(state) ? become({ kind: 'uploading', sent: event.sent }) : upload;
    case 'interrupted':
      return isMoving(state) ? become({ kind: 'interrupted', sent: state.sent }) : upload;
    case 'arrived':
      if (!isMoving(state)) return upload;
      return become({ kind: target === null ? 'arrived' : 'saving', uploadId: event.uploadId });
    case 'placed': {
      const placed = { ...upload, target: event.target };
      return state.kind === 'arrived' ? { ...placed, state: { kind: 'saving', uploadId: state.uploadId } } : placed;
    }
    case 'slotted':
      return target === null ? { ...upload, slot: event.slot } : upload;
    case 'attached':
      return state.kind === 'saving' ? become({ kind: 'uploaded', document: event.document, isListed: false }) : upload;
    case 'listed':
      return state.kind === 'uploaded' && !state.isListed ? become({ ...state, isListed: true }) : upload;
    case 'failed':
      if (state.kind === 'saving') {
        const isSameFile = isSameFileRefusal(event.message);
        const { uploadId } = state;
        return become({ kind: 'failed', message: event.message, sent: upload.byteSize, uploadId, isSameFile });
      }
      return isMoving(state)
        ? become({ kind: 'failed', message: event.message, sent: state.sent, uploadId: null, isSameFile: false })
        : upload;
    case 'refused':
      return state.kind === 'saving' || isMoving(state) ? become({ kind: 'refused', message: event.message }) : upload;
    case 'retried':
      if (state.kind !== 'failed') return upload;
      if (state.uploadId === null) return become({ kind: 'waiting' });
      return {
        ...become({ kind: target === null ? 'arrived' : 'saving', uploadId: state.uploadId }),
        evenTwice: upload.evenTwice || state.isSameFile,
      };
  }
}

function isMoving(state: UploadState): state is Extract<UploadState, { readonly sent: number }> & {
  readonly kind: 'uploading' | 'interrupted';
} {
  return state.kind === 'uploading' || state.kind === 'interrupted';
}

export const uploadsAtOnce = 3;

export function nextToStart(uploads: readonly Upload[]): readonly Upload[] {
  const moving = uploads.filter((upload) => isMoving(upload.state)).length;
  return uploads.filter((upload) => upload.state.kind === 'waiting').slice(0, Math.max(0, uploadsAtOnce - moving));
}

export function nextAttachedId(uploads: readonly Upload[], id: string): string | null {
  const at = uploads.findIndex((upload) => upload.id === id);
  const target = uploads[at]?.target;
  for (const { state, target: other } of uploads.slice(at + 1)) {
    if (state.kind === 'uploaded' && other?.kind === target?.kind && other?.id === target?.id) return state.document.id;
  }
  return null;
}

export function isUnderWay(upload: Upload): boolean {
  return !['refused', 'uploaded', 'failed'].includes(upload.state.kind);
}

export function missingPapers(uploads: readonly Upload[], targetIds: readonly string[]) {
  const own = uploads.filter(({ target }) => target !== null && targetIds.includes(target.id));
  const named = (isNamed: (upload: Upload) => boolean) => own.filter(isNamed).map(({ name }) => name);
  return {
    notUploaded: named(({ state }) => ['refused', 'failed'].includes(state.kind) && !isSameFile(state)),
    underWay: named(isUnderWay),
  };
}

export const isSameFile = (state: UploadState): boolean => state.kind === 'failed' && state.isSameFile;

export function uploadProgress(uploads: readonly Upload[]): { readonly arrived: number; readonly all: number } | null {
  const sent = uploads.filter((upload) => upload.state.kind !== 'refused');
  if (sent.length < 2 || !sent.some(isUnderWay)) return null;
  return { arrived: sent.filter((upload) => upload.state.kind === 'uploaded').length, all: sent.length };
}

export function isRowOf(
  { slot, target, state }: Upload,
  own: string,
  home: Pick<UploadTarget, 'kind' | 'id'> | null,
): boolean {
  if (state.kind === 'uploaded' && state.isListed) return false;
  return target === null ? slot === own : target.kind === home?.kind && target.id === home.id;
}

export function uploadStatus(upload: Upload): UploadStatus {
  const { state, byteSize } = upload;
  switch (state.kind) {
    case 'refused':
    case 'failed':
      return { kind: 'failed', text: state.message };
    case 'waiting':
      return { kind: 'waiting', text: `Waiting, ${sizeText(byteSize)}` };
    case 'uploading': {
      const percent = uploadPercent(state.sent, byteSize);
      return { kind: 'uploading', percent, text: `${percent}% of ${sizeText(byteSize)}` };
    }
    case 'interrupted': {
      const percent = uploadPercent(state.sent, byteSize);
      return { kind: 'uploading', percent, text: `Connection lost at ${percent}%, trying again` };
    }
    case 'arrived':
      return { kind: 'waiting', text: 'Uploaded. It will be added when you save.' };
    case 'saving':
      return { kind: 'waiting', text: 'Saving' };
    case 'uploaded':
      return { kind: 'uploaded', text: `Uploaded, ${sizeText(byteSize)}` };
  }
}
