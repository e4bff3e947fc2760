import { openSealed, type Sealed, type SealingKeys, seal, sealingKeys } from '#web/features/core/drafts/sealing.ts';
import { createSaveQueue } from '#web/serial-save.ts';
import { createAnnotationSession } from '#web/viewer/annotations/annotation-session.ts';
import type { UnsentAnnotations } from '#web/viewer/types.ts';
import { saveReaderAnnotations } from './save-annotations.ts';
import { withStore } from './unsent-store.ts';

/** One version's annotations that could not be sent yet. */
export interface AnnotationsRecord extends NonNullable<UnsentAnnotations['kept']> {
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
}

/** As it was read; `stamp` distinguishes it from a later one of the same version. */
export interface UnsentRecord extends AnnotationsRecord {
  readonly stamp: string;
}

interface StoredRecord extends Sealed {
  /** `{user}/{document}/{version}` */
  readonly key: string;
  readonly userId: string;
  /** Of a record that was sealed again with a new nonce; otherwise the nonce is the stamp. */
  readonly stamp?: string;
}

/** Returns the user's own records; those of others are sealed under other keys. */
export async function unsentRecords(): Promise<readonly UnsentRecord[]> {
  const stored = await withStore<StoredRecord[]>('readonly', (store) => store.getAll());
  if (stored.length === 0) return [];
  const keys = await sealingKeys();
  const own = stored.filter((record) => record.userId === keys.userId);
  const opened = await Promise.all(own.map((record) => unsealed(keys, record)));
  return opened.filter((record) => record !== null);
}

export async function unsentRecordOf(versionId: string, documentId: string): Promise<UnsentRecord | null> {
  const keys = await sealingKeys();
  const key = recordKey(keys.userId, { documentId, versionId });
  const stored = await withStore<StoredRecord | undefined>('readonly', (store) => store.get(key));
  return stored === undefined ? null : unsealed(keys, stored);
}

/** Replaces the record of the same version. Returns the new stamp. */
export async function storeUnsent(record: AnnotationsRecord): Promise<string> {
  const { userId, key } = await sealingKeys();
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const stored: StoredRecord = { key: recordKey(userId, record), userId, ...(await seal(key, bytes)) };
  await withStore('readwrite', (store) => store.put(stored));
  return stampOf(stored);
}

/** Deletes the record with this stamp; a later one, perhaps of another window, stays. */
export async function clearUnsent({
  stamp,
  ...version
}: Pick<UnsentRecord, 'documentId' | 'versionId' | 'stamp'>): Promise<void> {
  const { userId } = await sealingKeys();
  const key = recordKey(userId, version);
  await ifUnchanged(key, stamp, (store) => store.delete(key));
}

/** Deletes the user's own records from this device. */
export async function wipeUnsent(): Promise<void> {
  const keys = await withStore<string[]>('readonly', (store) => store.getAllKeys());
  if (keys.length === 0) return;
  const { userId } = await sealingKeys();
  const own = keys.filter((key) => key.startsWith(recordKey(userId)));
  for (const key of own) await withStore('readwrite', (store) => store.delete(key));
}

/** Of one version's record; without a version, the prefix of all of the user's. */
function recordKey(userId: string, version?: Pick<AnnotationsRecord, 'documentId' | 'versionId'>): string {
  return `${userId}/${version === undefined ? '' : `${version.documentId}/${version.versionId}`}`;
}

function stampOf({ nonce, stamp }: StoredRecord): string {
  return stamp ?? nonce.join(' ');
}

/** Seals again what only the previous key opens, since the server gives that one for a while only. */
async function unsealed(keys: SealingKeys, stored: StoredRecord): Promise<UnsentRecord | null> {
  try {
    const { bytes, isByPrevious } = await openSealed(keys, stored);
    if (isByPrevious) await replaceSealed(stored, await seal(keys.key, bytes));
    const record = JSON.parse(new TextDecoder().decode(bytes)) as AnnotationsRecord;
    return { ...record, stamp: stampOf(stored) };
  } catch (cause) {
    // Sealed under a key that the server no longer gives, long after its secret was changed.
    console.warn('Unsent annotations cannot be opened', cause);
    return null;
  }
}

async function replaceSealed(stored: StoredRecord, sealed: Sealed): Promise<void> {
  const stamp = stampOf(stored);
  await ifUnchanged(stored.key, stamp, (store) => store.put({ ...stored, ...sealed, stamp }));
}

/** In one transaction, so that no other window stores a newer record in between. */
async function ifUnchanged(key: string, stamp: string, work: (store: IDBObjectStore) => void): Promise<void> {
  await withStore('readwrite', (store) => {
    const found: IDBRequest<StoredRecord | undefined> = store.get(key);
    found.onsuccess = () => {
      if (found.result !== undefined && stampOf(found.result) === stamp) work(store);
    };
    return found;
  });
}

type Version = Pick<AnnotationsRecord, 'boardId' | 'documentId' | 'versionId'>;

/** For the viewer. Throws where the browser stores nothing: without a secure connection, in private mode. */
export async function openUnsentAnnotations(version: Version): Promise<UnsentAnnotations> {
  const kept = await unsentRecordOf(version.versionId, version.documentId);
  return { kept, ...unsentWriter(version, kept?.stamp ?? null) };
}

/** Writes in order, so that an earlier call does not store again what was cleared. */
function unsentWriter(version: Version, found: string | null): Pick<UnsentAnnotations, 'keep' | 'clear'> {
  const inOrder = createSaveQueue();
  let isStored = found !== null;
  let stamp = found;
  const write = (work: () => Promise<void>): void => {
    inOrder(work).catch((cause: unknown) => console.warn('Unsent annotations could not be stored', cause));
  };
  return {
    keep(annotations) {
      isStored = true;
      write(async () => {
        stamp = await storeUnsent({ ...version, ...annotations });
      });
    },
    clear() {
      if (!isStored) return;
      isStored = false;
      write(async () => {
        if (stamp !== null) await clearUnsent({ ...version, stamp });
      });
    },
  };
}

let running: Promise<number> | undefined;

/** Sends all unsent annotations of the user. Returns of how many versions they remain unsent. */
export function sendUnsent(): Promise<number> {
  running ??= sendAll().finally(() => {
    running = undefined;
  });
  return running;
}

async function sendAll(): Promise<number> {
  const records = await unsentRecords();
  const sent = await Promise.all(records.map(sendOne));
  return sent.filter((isSent) => !isSent).length;
}

/**
 * Merges as the viewer does: somebody else may have saved in between. The record is kept until it is sent, since an open viewer may store
 * newer annotations meanwhile.
 */
async function sendOne(record: UnsentRecord): Promise<boolean> {
  const session = createAnnotationSession({
    access: 'edit',
    saved: { xfdf: record.baseXfdf, revision: record.baseRevision },
    save: (annotations) => saveReaderAnnotations(record, annotations),
    waiting: { kept: record, keep: () => undefined, clear: () => undefined },
  });
  if (session.access !== 'edit') return false;
  const isSent = await session.saver.flush();
  session.saver.rest();
  if (isSent) await clearUnsent(record);
  return isSent;
}
