import type { WaitingMarks } from '../../../viewer/types.ts';
import { marksKey } from './marks-key.ts';

/** One document's marks that could not be sent yet. */
export interface WaitingRecord extends NonNullable<WaitingMarks['kept']> {
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
}

/** As it was found; `stamp` tells it from what is kept in its place later. */
export interface KeptRecord extends WaitingRecord {
  readonly stamp: string;
}

interface StoredRecord {
  /** `{user}/{document}/{version}` */
  readonly key: string;
  readonly userId: string;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const databaseName = 'dais-waiting-marks';
const storeName = 'marks';

/** Everything of the user that waits on this machine. What another key has sealed is not theirs to read. */
export async function waitingRecords(): Promise<readonly KeptRecord[]> {
  const stored = await withStore<StoredRecord[]>('readonly', (store) => store.getAll());
  if (stored.length === 0) return [];
  const { userId, key } = await marksKey();
  const own = stored.filter((record) => record.userId === userId);
  const opened = await Promise.all(own.map((record) => unsealed(key, record)));
  return opened.filter((record) => record !== null);
}

export async function waitingRecordOf(versionId: string, documentId: string): Promise<KeptRecord | null> {
  const { userId, key } = await marksKey();
  const address = addressOf(userId, { documentId, versionId });
  const stored = await withStore<StoredRecord | undefined>('readonly', (store) => store.get(address));
  return stored === undefined ? null : unsealed(key, stored);
}

/** In the place of what waits there. @returns its stamp */
export async function keepWaiting(record: WaitingRecord): Promise<string> {
  const { userId, key } = await marksKey();
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, bytes);
  const stored: StoredRecord = { key: addressOf(userId, record), userId, nonce, sealed };
  await withStore('readwrite', (store) => store.put(stored));
  return stampOf(stored);
}

/** Takes away what was kept under that stamp; what was kept in its place since, in another window too, stays. */
export async function clearWaiting({
  stamp,
  ...place
}: Pick<KeptRecord, 'documentId' | 'versionId' | 'stamp'>): Promise<void> {
  const { userId } = await marksKey();
  const address = addressOf(userId, place);
  await withStore('readwrite', (store) => {
    const found: IDBRequest<StoredRecord | undefined> = store.get(address);
    found.onsuccess = () => {
      if (found.result !== undefined && stampOf(found.result) === stamp) store.delete(address);
    };
    return found;
  });
}

/** None of the user's marks stay on the machine. Those of others wait for them, sealed. */
export async function wipeWaiting(): Promise<void> {
  const keys = await withStore<string[]>('readonly', (store) => store.getAllKeys());
  if (keys.length === 0) return;
  const { userId } = await marksKey();
  const own = keys.filter((key) => key.startsWith(addressOf(userId)));
  for (const key of own) await withStore('readwrite', (store) => store.delete(key));
}

/** Of one version's marks; without a version, how all of the user's begin. */
function addressOf(userId: string, place?: Pick<WaitingRecord, 'documentId' | 'versionId'>): string {
  return `${userId}/${place === undefined ? '' : `${place.documentId}/${place.versionId}`}`;
}

/** A nonce is never used twice. */
function stampOf({ nonce }: StoredRecord): string {
  return nonce.join(' ');
}

async function unsealed(key: CryptoKey, stored: StoredRecord): Promise<KeptRecord | null> {
  const { nonce, sealed } = stored;
  try {
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, sealed);
    const record = JSON.parse(new TextDecoder().decode(bytes)) as WaitingRecord;
    return { ...record, stamp: stampOf(stored) };
  } catch (cause) {
    // Sealed under a key that the server no longer gives, as after its own secret was changed.
    console.warn('Marks that wait on this machine cannot be opened', cause);
    return null;
  }
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
