import type { File } from 'lucide-react';
import { addVersion, attachDocument, type Document, type DocumentHomeInput } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { extensionOf, unreadableText } from '#domain/documents.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { paperTitle } from '#domain/paper-matching.ts';
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
import { createSaveQueue } from '#web/serial-save.ts';
import { createStore, type Entry, type ReadableStore } from '#web/store.ts';
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

/** Uploads belong to no page, so that leaving an editor does not interrupt them. */
const center = createStore<readonly Upload[]>([]);
const files = new Map<string, File>();
const transfers = new Map<string, Transfer>();
const cutOff = new Set<string>();
/** Documents uploaded in this batch, which are announced to screen readers when the last upload has ended. */
let arrived: Document[] = [];
let added = 0;

export const uploadStore: ReadableStore<readonly Upload[]> = center;

interface AddOptions {
  readonly slot: string;
  readonly target: UploadTarget | null;
  readonly rules: UploadRules;
}

export function addUploads(chosen: readonly File[], { slot, target, rules }: AddOptions): void {
  const next = chosen.map((file): Upload => {
    added += 1;
    const id = `upload-${added}`;
    const message = fileRefusal(file, rules);
    if (message === null) files.set(id, file);
    return {
      id,
      name: file.name,
      extension: extensionOf(file.name) ?? '',
      byteSize: file.size,
      slot,
      target,
      evenTwice: false,
      state: message === null ? { kind: 'waiting' } : { kind: 'refused', message },
    };
  });
  center.set([...center.get(), ...next]);
  startNext();
}

export function replaceFile(
  document: Pick<Document, 'id' | 'title'>,
  file: File,
  options: Pick<AddOptions, 'slot' | 'rules'> & { readonly withdrawsEarlier: boolean },
): void {
  giveUpReplacements(document.id);
  const { withdrawsEarlier, ...rest } = options;
  const target = { kind: 'document', id: document.id, title: document.title, withdrawsEarlier } as const;
  addUploads([file], { ...rest, target });
}

function giveUpReplacements(documentId: string): void {
  for (const { id, state } of replacementsOf(documentId)) if (state.kind !== 'saving') removeUpload(id);
}

const replacementsOf = (documentId: string): readonly Upload[] =>
  center.get().filter(({ target }) => target?.kind === 'document' && target.id === documentId);

export function attachUploads(slot: string, target: DocumentHomeInput): void {
  for (const upload of center.get()) {
    if (upload.slot === slot && upload.target === null) apply(upload.id, { kind: 'placed', target });
  }
}

export function placeUpload(id: string, target: UploadTarget): void {
  if (target.kind === 'document') giveUpReplacements(target.id);
  apply(id, { kind: 'placed', target });
}

export function slotUpload(id: string, slot: string): void {
  apply(id, { kind: 'slotted', slot });
}

export function moveSlot(from: string, to: string): void {
  for (const { id, slot } of center.get()) if (slot === from) slotUpload(id, to);
}

export function retryUpload(id: string): void {
  cutOff.delete(id);
  apply(id, { kind: 'retried' });
}

/** Deletes the bytes on the server unless they became a document. */
export function removeUpload(id: string): void {
  const upload = find(id);
  if (upload === undefined) return;
  center.set(center.get().filter((each) => each.id !== id));
  cutOff.delete(id);
  files.delete(id);
  const transfer = transfers.get(id);
  transfers.delete(id);
  if (transfer !== undefined && upload.state.kind !== 'uploaded') {
    // If this fails, the server deletes the bytes within a day.
    transfer.stop(true).catch((error: unknown) => console.info('An upload could not be cancelled', error));
  }
  startNext();
}

export function discardUnattached(slots: readonly string[]): void {
  for (const upload of center.get()) {
    if (upload.target === null && slots.includes(upload.slot)) removeUpload(upload.id);
  }
}

export function markListed(documentIds: readonly string[]): void {
  for (const { id, state } of center.get()) {
    if (state.kind === 'uploaded' && documentIds.includes(state.document.id)) apply(id, { kind: 'listed' });
  }
}

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

function apply(id: string, event: UploadEvent): void {
  const before = find(id);
  if (before === undefined) return;
  const after = afterEvent(before, event);
  if (after === before) return;
  center.set(center.get().map((upload) => (upload.id === id ? after : upload)));
  if (after.state.kind === 'saving' && before.state.kind !== 'saving') {
    const { uploadId } = after.state;
    void inOrder(() => attach(after, uploadId));
  }
  startNext();
}

function startNext(): void {
  for (const upload of nextToStart(center.get())) {
    apply(upload.id, { kind: 'started' });
    void start(upload);
  }
  if (center.get().some(isUnderWay)) window.addEventListener('beforeunload', askBeforeUnload);
  else {
    window.removeEventListener('beforeunload', askBeforeUnload);
    announceArrived();
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
      onProgress: (sent) => apply(id, { kind: 'progressed', sent }),
      onInterrupted: () => apply(id, { kind: 'interrupted' }),
      onArrived: (uploadId) => apply(id, { kind: 'arrived', uploadId }),
      onFailed: (failure) => fail(id, failure, byteSize),
    });
    if (find(id) === undefined) return;
    transfers.set(id, transfer);
    transfer.start();
  } catch (error) {
    console.error(error);
    apply(id, failedWith(messageOf(error)));
  }
}

function fail(id: string, failure: TransferFailure, byteSize: number): void {
  const state = find(id)?.state;
  const sent = state !== undefined && 'sent' in state ? state.sent : 0;
  if (failure.status === null || failure.status === 0) cutOff.add(id);
  // 404 and 410 mean that the server has deleted the bytes, so a retry starts over.
  if (failure.status === 404 || failure.status === 410) transfers.delete(id);
  apply(id, failedWith(transferMessage(failure, { sent, byteSize })));
}

const failedWith = (message: string): UploadEvent => ({
  kind: isFinalRefusal(message) ? 'refused' : 'failed',
  message,
});

/** Attaches uploads one after another, so that documents keep the order in which files were chosen. */
const inOrder = createSaveQueue();

async function attach(upload: Upload, uploadId: string): Promise<void> {
  const { id, target } = upload;
  if (target === null || find(id) === undefined) return;
  try {
    const document =
      target.kind === 'document' ? await addNewVersion(target, uploadId) : await addDocument(upload, target, uploadId);
    apply(id, { kind: 'attached', document });
    files.delete(id);
    transfers.delete(id);
    if (target.kind === 'document') forgetReplaced(target.id, id);
    void invalidateNouns(queryClient, documentNouns);
  } catch (error) {
    apply(id, failedWith(messageOf(error)));
  }
}

function forgetReplaced(documentId: string, id: string): void {
  const replacements = replacementsOf(documentId);
  const at = replacements.findIndex((each) => each.id === id);
  for (const before of replacements.slice(0, Math.max(at, 0))) removeUpload(before.id);
  forgetUploads([id]);
}

/** Each function returns true if it has shown the message. */
export const replacementToasts = createStore<readonly Entry<(documentId: string, sentence: string) => boolean>[]>([]);

/** Milliseconds. Longer than usual, because readers must act on these messages. */
const longSentenceMs = 20_000;

async function addDocument(
  { id, name, evenTwice }: Upload,
  home: DocumentHomeInput,
  uploadId: string,
): Promise<Document> {
  const body = {
    upload_id: uploadId,
    title: titleOf(name, home),
    home,
    before_id: nextAttachedId(center.get(), id),
    refuse_same_file: !evenTwice,
  };
  const attached = await call(attachDocument, { body });
  arrived.push(attached.document);
  warnOf(attached, attached.document.title);
  return attached.document;
}

async function addNewVersion(
  { id, title, withdrawsEarlier }: Extract<UploadTarget, { readonly kind: 'document' }>,
  uploadId: string,
) {
  const body = { upload_id: uploadId, withdraws_earlier: withdrawsEarlier };
  const attached = await call(addVersion, { params: { id }, body });
  const sentence = `${title} has a new version`;
  if (!replacementToasts.get().some(({ value: show }) => show(id, sentence))) showToast(sentence);
  warnOf(attached, title);
  return attached.document;
}

function warnOf(attached: AnswerOf<typeof attachDocument>, title: string): void {
  const { needs_password: isLocked, is_dynamic_form: isDynamicForm } = attached;
  if (isLocked) showToast(uploadMessages.needsPassword(title), { timeout: longSentenceMs });
  if (isDynamicForm) showToast(uploadMessages.dynamicForm(title), { timeout: longSentenceMs });
}

function announceArrived(): void {
  if (arrived.length > 0) writeToLiveRegion(`${counted(arrived.length, 'document')} uploaded`);
  const unreadable = unreadableText(arrived);
  if (unreadable !== null) showToast(unreadable, { timeout: longSentenceMs });
  arrived = [];
}

/** Returns 'Budget 2027' for 'Budget 2027.pdf'. For an agenda item's papers, also removes a number and a version. */
function titleOf(name: string, home: DocumentHomeInput): string {
  if (home.kind === 'agenda-item') return paperTitle(name);
  return name.replace(/\.[a-z0-9]{1,16}$/i, '').trim() || name;
}

window.addEventListener('online', () => {
  for (const id of [...cutOff]) retryUpload(id);
});
