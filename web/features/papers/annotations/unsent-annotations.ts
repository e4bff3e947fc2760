import { openSealed, type Sealed, type SealingKeys, seal, sealingKeys } from '#web/features/core/drafts/sealing.ts';
import { createAnnotationSession } from '#web/viewer/annotations/annotation-session.ts';
import type { UnsentAnnotations } from '#web/viewer/types.ts';
import { saveReaderAnnotations } from './save-annotations.ts';

let running: Promise<number> | undefined;

/** Sends what waits on this machine, whichever document it is of. @returns how many documents still wait */
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
 * With the merging of the viewer: somebody else may have saved in between. What waits is left as it is until it has been sent: the
 * viewer may have the same document open, here or in another window, and keep newer marks in its place meanwhile.
 */
async function sendOne(record: UnsentRecord): Promise<boolean> {
  const session = createAnnotationSession({
    access: 'edit',
    saved: { xfdf: record.baseXfdf, revision: record.baseRevision },
    save: (marks) => saveReaderAnnotations(record, marks),
    waiting: { kept: record, keep: leaveWaiting, clear: leaveWaiting },
  });
  if (session.access !== 'edit') return false;
  const isSent = await session.saver.flush();
  session.saver.rest();
  if (isSent) await clearUnsent(record);
  return isSent;
}

function leaveWaiting(): void {}

type Place = Pick<AnnotationsRecord, 'boardId' | 'documentId' | 'versionId'>;

/**
 * Where one document's unsent marks wait, and what waits there from before. Throws where nothing can be kept: without a secure
 * connection, or when the browser forbids it.
 */
export async function openUnsentAnnotations(place: Place): Promise<UnsentAnnotations> {
  const kept = await unsentRecordOf(place.versionId, place.documentId);
  return { kept, ...waitingWriter(place, kept?.stamp ?? null) };
}

/** Writes one after the other, so that what was cleared is not written again by an earlier call. */
function waitingWriter(place: Place, found: string | null): Pick<UnsentAnnotations, 'keep' | 'clear'> {
  let queue: Promise<unknown> = Promise.resolve();
  let holds = found !== null;
  let stamp = found;
  const then = (work: () => Promise<void>) => {
    queue = queue.then(work).catch((cause: unknown) => console.warn('Unsent marks could not be kept', cause));
  };
  return {
    keep(marks) {
      holds = true;
      then(async () => {
        stamp = await storeUnsent({ ...place, ...marks });
      });
    },
    clear() {
      if (!holds) return;
      holds = false;
      then(async () => {
        if (stamp !== null) await clearUnsent({ ...place, stamp });
      });
    },
  };
}

/** One document's marks that could not be sent yet. */
export interface AnnotationsRecord extends NonNullable<UnsentAnnotations['kept']> {
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
}

/** As it was found; `stamp` tells it from what is kept in its place later. */
export interface UnsentRecord extends AnnotationsRecord {
  readonly stamp: string;
}

interface StoredRecord extends Sealed {
  /** `{user}/{document}/{version}` */
  readonly key: string;
  readonly userId: string;
  /** Where it is not the nonce's: of marks that were sealed anew, which stay the same marks. */
  readonly stamp?: string;
}

const databaseName = 'dais-waiting-marks';
const storeName = 'marks';

/** Everything of the user that waits on this machine. What another key has sealed is not theirs to read. */
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
  const address = addressOf(keys.userId, { documentId, versionId });
  const stored = await withStore<StoredRecord | undefined>('readonly', (store) => store.get(address));
  return stored === undefined ? null : unsealed(keys, stored);
}

/** In the place of what waits there. @returns its stamp */
export async function storeUnsent(record: AnnotationsRecord): Promise<string> {
  const { userId, key } = await sealingKeys();
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const stored: StoredRecord = { key: addressOf(userId, record), userId, ...(await seal(key, bytes)) };
  await withStore('readwrite', (store) => store.put(stored));
  return stampOf(stored);
}

/** Takes away what was kept under that stamp; what was kept in its place since, in another window too, stays. */
export async function clearUnsent({
  stamp,
  ...place
}: Pick<UnsentRecord, 'documentId' | 'versionId' | 'stamp'>): Promise<void> {
  const { userId } = await sealingKeys();
  const address = addressOf(userId, place);
  await whereStill(address, stamp, (store) => store.delete(address));
}

/** None of the user's marks stay on the machine. Those of others wait for them, sealed. */
export async function wipeUnsent(): Promise<void> {
  const keys = await withStore<string[]>('readonly', (store) => store.getAllKeys());
  if (keys.length === 0) return;
  const { userId } = await sealingKeys();
  const own = keys.filter((key) => key.startsWith(addressOf(userId)));
  for (const key of own) await withStore('readwrite', (store) => store.delete(key));
}

/** Of one version's marks; without a version, how all of the user's begin. */
function addressOf(userId: string, place?: Pick<AnnotationsRecord, 'documentId' | 'versionId'>): string {
  return `${userId}/${place === undefined ? '' : `${place.documentId}/${place.versionId}`}`;
}

function stampOf({ nonce, stamp }: StoredRecord): string {
  return stamp ?? nonce.join(' ');
}

/** What only the previous key opens is sealed anew, since the server gives that one for a while only. */
async function unsealed(keys: SealingKeys, stored: StoredRecord): Promise<UnsentRecord | null> {
  try {
    const { bytes, isByPrevious } = await openSealed(keys, stored);
    if (isByPrevious) await replaceSealed(stored, await seal(keys.key, bytes));
    const record = JSON.parse(new TextDecoder().decode(bytes)) as AnnotationsRecord;
    return { ...record, stamp: stampOf(stored) };
  } catch (cause) {
    // Sealed under a key that the server no longer gives, as long after its own secret was changed.
    console.warn('Marks that wait on this machine cannot be opened', cause);
    return null;
  }
}

/** But for what was kept in its place meanwhile, in another window too. */
async function replaceSealed(stored: StoredRecord, anew: Sealed): Promise<void> {
  const stamp = stampOf(stored);
  await whereStill(stored.key, stamp, (store) => store.put({ ...stored, ...anew, stamp }));
}

/** One transaction: what is there is what was found, or nothing happens. */
async function whereStill(address: string, stamp: string, work: (store: IDBObjectStore) => void): Promise<void> {
  await withStore('readwrite', (store) => {
    const found: IDBRequest<StoredRecord | undefined> = store.get(address);
    found.onsuccess = () => {
      if (found.result !== undefined && stampOf(found.result) === stamp) work(store);
    };
    return found;
  });
}

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result as T);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
