import { addVersion, attachDocument, type Document, type DocumentHomeInput } from '#contract/documents.ts';
import { extensionOf } from '#domain/documents.ts';
import { counted } from '#domain/text.ts';
import { call } from '#web/api/call.ts';
import { documentNouns, invalidateNouns } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import {
  beginTransfer,
  isFinalRefusal,
  messageOf,
  type Transfer,
  type TransferFailure,
  transferMessage,
} from '#web/features/core/uploads/transfer.ts';
import { createStore } from '#web/store.ts';
import { writeToLiveRegion } from '#web/ui/feedback/live-region.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import {
  afterEvent,
  fileRefusal,
  isUnderWay,
  nextAttachedId,
  nextToStart,
  type Upload,
  type UploadEvent,
  type UploadRules,
  type UploadTarget,
} from './upload.ts';

/**
 * All uploads of this window. They belong to no page, so that leaving the editor, or the move from a new meeting to its
 * saved draft, interrupts none.
 */
const center = createStore<readonly Upload[]>([]);
const files = new Map<string, File>();
const transfers = new Map<string, Transfer>();
/** Given up for want of a connection; they go on when it comes back. */
const cutOff = new Set<string>();
/** That have come since nothing was on its way; said once, when the last is there or has failed. */
let arrived = 0;
let added = 0;

export const uploads = (): readonly Upload[] => center.get();
export const watchUploads = center.subscribe;

/** Takes files for a spot of the editor; what may not be sent is listed with its reason. */
export function addUploads(
  chosen: readonly File[],
  target: { readonly spot: string; readonly place: UploadTarget | null; readonly rules: UploadRules },
): void {
  const uploads = chosen.map((file): Upload => {
    added += 1;
    const id = `upload-${added}`;
    const message = fileRefusal(file, target.rules);
    if (message === null) files.set(id, file);
    return {
      id,
      name: file.name,
      extension: extensionOf(file.name) ?? '',
      byteSize: file.size,
      slot: target.spot,
      target: target.place,
      state: message === null ? { kind: 'waiting' } : { kind: 'refused', message },
    };
  });
  center.set([...center.get(), ...uploads]);
  goOn();
}

/**
 * Sends a file that is to take the place of a document's. One that was on its way there, or has failed, is given up for it; one
 * that is being saved can be taken back no more: this one comes after it.
 */
export function replaceFile(
  document: Pick<Document, 'id' | 'title'>,
  file: File,
  target: { readonly spot: string; readonly rules: UploadRules },
): void {
  for (const { id, state } of replacementsOf(document.id)) if (state.kind !== 'saving') removeUpload(id);
  addUploads([file], { ...target, place: { kind: 'document', id: document.id, title: document.title } });
}

/** In the order in which they were chosen. */
const replacementsOf = (documentId: string): readonly Upload[] =>
  center.get().filter(({ target: place }) => place?.kind === 'document' && place.id === documentId);

/** The item or meeting behind a spot has been saved: what waited for it is attached now. */
export function attachUploads(spot: string, place: DocumentHomeInput): void {
  for (const upload of center.get()) {
    if (upload.slot === spot && upload.target === null) tell(upload.id, { kind: 'placed', place });
  }
}

export function retryUpload(id: string): void {
  cutOff.delete(id);
  tell(id, { kind: 'retried' });
}

/** Takes an upload off the list, and its bytes off the server unless they became a document. */
export function removeUpload(id: string): void {
  const upload = find(id);
  if (upload === undefined) return;
  center.set(center.get().filter((each) => each.id !== id));
  cutOff.delete(id);
  files.delete(id);
  const transfer = transfers.get(id);
  transfers.delete(id);
  if (transfer !== undefined && upload.state.kind !== 'uploaded') {
    // What cannot be told now is swept by the server within a day.
    transfer.stop(true).catch((error: unknown) => console.info('An upload was not given up', error));
  }
  goOn();
}

/** Gives up everything that waits for these spots: their editor was left without saving. */
export function discardUnattached(spots: readonly string[]): void {
  for (const upload of center.get()) {
    if (upload.target === null && spots.includes(upload.slot)) removeUpload(upload.id);
  }
}

/** Forgets uploads whose documents the meeting itself lists by now. */
export function forgetUploads(ids: readonly string[]): void {
  for (const id of ids) {
    files.delete(id);
    transfers.delete(id);
  }
  center.set(center.get().filter((upload) => !ids.includes(upload.id)));
}

function find(id: string): Upload | undefined {
  return center.get().find((upload) => upload.id === id);
}

function tell(id: string, event: UploadEvent): void {
  const before = find(id);
  if (before === undefined) return;
  const after = afterEvent(before, event);
  if (after === before) return;
  center.set(center.get().map((upload) => (upload.id === id ? after : upload)));
  if (after.state.kind === 'saving' && before.state.kind !== 'saving') attach(after, after.state.uploadId);
  goOn();
}

/** Starts whose turn it is, and keeps the window from being closed over what is under way. */
function goOn(): void {
  for (const upload of nextToStart(center.get())) {
    tell(upload.id, { kind: 'started' });
    void start(upload);
  }
  if (center.get().some(isUnderWay)) window.addEventListener('beforeunload', askBeforeUnload);
  else {
    window.removeEventListener('beforeunload', askBeforeUnload);
    sayArrived();
  }
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

async function start({ id, byteSize }: Upload): Promise<void> {
  const known = transfers.get(id);
  if (known !== undefined) return known.start();
  const file = files.get(id);
  if (file === undefined) return;
  try {
    const transfer = await beginTransfer(file, {
      onProgress: (sent) => tell(id, { kind: 'progressed', sent }),
      onInterrupted: () => tell(id, { kind: 'interrupted' }),
      onArrived: (uploadId) => tell(id, { kind: 'arrived', uploadId }),
      onFailed: (failure) => fail(id, failure, byteSize),
    });
    // Removed while the transfer was being made.
    if (find(id) === undefined) return;
    transfers.set(id, transfer);
    transfer.start();
  } catch (error) {
    console.error(error);
    tell(id, failedWith(messageOf(error)));
  }
}

function fail(id: string, failure: TransferFailure, byteSize: number): void {
  const state = find(id)?.state;
  const sent = state !== undefined && 'sent' in state ? state.sent : 0;
  if (failure.status === null || failure.status === 0) cutOff.add(id);
  // 404 and 410: the server has forgotten the bytes, so that a new try begins anew.
  if (failure.status === 404 || failure.status === 410) transfers.delete(id);
  tell(id, failedWith(transferMessage(failure, { sent, byteSize })));
}

const failedWith = (message: string): UploadEvent => ({
  kind: isFinalRefusal(message) ? 'refused' : 'failed',
  message,
});

/**
 * One after the other, so that each knows which of those that were chosen after it are there already: papers stand in the
 * order in which they were chosen, not in that in which they arrive.
 */
let attaching: Promise<void> = Promise.resolve();

function attach(upload: Upload, uploadId: string): void {
  attaching = attaching.then(() => attachNow(upload, uploadId));
}

async function attachNow(upload: Upload, uploadId: string): Promise<void> {
  const { id, target: place } = upload;
  if (place === null || find(id) === undefined) return;
  try {
    const document =
      place.kind === 'document' ? await addNewVersion(place, uploadId) : await addDocument(upload, place, uploadId);
    tell(id, { kind: 'attached', document });
    files.delete(id);
    transfers.delete(id);
    // The document's own row is there already.
    if (place.kind === 'document') forgetReplaced(place.id, id);
    void invalidateNouns(queryClient, documentNouns);
  } catch (error) {
    tell(id, failedWith(messageOf(error)));
  }
}

/** One that is there, and those chosen before it that failed meanwhile: tried again they would take its place. */
function forgetReplaced(documentId: string, id: string): void {
  const replacements = replacementsOf(documentId);
  const at = replacements.findIndex((each) => each.id === id);
  for (const before of replacements.slice(0, Math.max(at, 0))) removeUpload(before.id);
  forgetUploads([id]);
}

async function addDocument({ id, name }: Upload, place: DocumentHomeInput, uploadId: string): Promise<Document> {
  const body = { upload_id: uploadId, title: titleOf(name), home: place, before_id: nextAttachedId(center.get(), id) };
  const { document } = await call(attachDocument, { body });
  arrived += 1;
  return document;
}

async function addNewVersion({ id, title }: { readonly id: string; readonly title: string }, uploadId: string) {
  const { document } = await call(addVersion, { params: { id }, body: { upload_id: uploadId } });
  showToast(`${title} has a new version`);
  return document;
}

function sayArrived(): void {
  if (arrived > 0) writeToLiveRegion(`${counted(arrived, 'document')} uploaded`);
  arrived = 0;
}

/** 'Budget 2027.pdf' reads 'Budget 2027': the glyph beside it says what it is. */
function titleOf(name: string): string {
  return name.replace(/\.[a-z0-9]{1,16}$/i, '').trim() || name;
}

window.addEventListener('online', () => {
  for (const id of [...cutOff]) retryUpload(id);
});
