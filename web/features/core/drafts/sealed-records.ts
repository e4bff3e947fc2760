import { createSaveQueue } from '#web/serial-save.ts';
import type { DeviceStore } from './device-store.ts';
import { openSealed, type Sealed, type SealingKeys, seal, sealingKeys } from './sealing.ts';

export type StampedRecord<Content> = Content & { readonly stamp: string };

interface StoredRecord extends Sealed {
  readonly key: string;
  readonly userId: string;
  readonly stamp?: string;
}

export interface SealedRecords<Content> {
  readonly all: () => Promise<readonly StampedRecord<Content>[]>;
  readonly get: (key: string) => Promise<StampedRecord<Content> | null>;
  readonly put: (key: string, content: Content) => Promise<string>;
  /** Deletes the record only if it has this stamp, because another window may have stored a later one. */
  readonly clear: (key: string, stamp: string) => Promise<void>;
  readonly wipe: () => Promise<void>;
}

export function sealedRecords<Content extends object>(store: DeviceStore): SealedRecords<Content> {
  /** One transaction, so that no other window can store a newer record in between. */
  const ifUnchanged = async (key: string, stamp: string, work: (records: IDBObjectStore) => void): Promise<void> => {
    await store.run('readwrite', (records) => {
      const found: IDBRequest<StoredRecord | undefined> = records.get(key);
      found.onsuccess = () => {
        if (found.result !== undefined && stampOf(found.result) === stamp) work(records);
      };
      return found;
    });
  };
  /** Re-encrypts records with the current key, because the server provides the previous key only for a limited time. */
  const unsealed = async (keys: SealingKeys, stored: StoredRecord): Promise<StampedRecord<Content> | null> => {
    try {
      const { bytes, isByPrevious } = await openSealed(keys, stored);
      const stamp = stampOf(stored);
      if (isByPrevious) {
        const sealed = await seal(keys.key, bytes);
        await ifUnchanged(stored.key, stamp, (records) => records.put({ ...stored, ...sealed, stamp }));
      }
      return { ...(JSON.parse(new TextDecoder().decode(bytes)) as Content), stamp };
    } catch (cause) {
      console.warn('Unsent changes on this device cannot be opened', cause);
      return null;
    }
  };
  return {
    async all() {
      const stored = await store.run<StoredRecord[]>('readonly', (records) => records.getAll());
      if (stored.length === 0) return [];
      const keys = await sealingKeys();
      const own = stored.filter((record) => record.userId === keys.userId);
      const opened = await Promise.all(own.map((record) => unsealed(keys, record)));
      return opened.filter((record) => record !== null);
    },
    async get(key) {
      const keys = await sealingKeys();
      const stored = await store.run<StoredRecord | undefined>('readonly', (records) =>
        records.get(ownKey(keys.userId, key)),
      );
      return stored === undefined ? null : unsealed(keys, stored);
    },
    async put(key, content) {
      const keys = await sealingKeys();
      const sealed = await seal(keys.key, new TextEncoder().encode(JSON.stringify(content)));
      const stored: StoredRecord = { key: ownKey(keys.userId, key), userId: keys.userId, ...sealed };
      await store.run('readwrite', (records) => records.put(stored));
      return stampOf(stored);
    },
    async clear(key, stamp) {
      const { userId } = await sealingKeys();
      const own = ownKey(userId, key);
      await ifUnchanged(own, stamp, (records) => records.delete(own));
    },
    async wipe() {
      const stored = await store.run<string[]>('readonly', (records) => records.getAllKeys());
      if (stored.length === 0) return;
      const { userId } = await sealingKeys();
      for (const key of stored.filter((each) => each.startsWith(ownKey(userId, '')))) {
        await store.run('readwrite', (records) => records.delete(key));
      }
    },
  };
}

const ownKey = (userId: string, key: string): string => `${userId}/${key}`;

const stampOf = ({ nonce, stamp }: StoredRecord): string => stamp ?? nonce.join(' ');

/** Writes in order, so that a late write cannot restore a cleared record. */
export function recordKeeper<Content>(records: SealedRecords<Content>, key: string, found: string | null) {
  const inOrder = createSaveQueue();
  let stamp = found;
  const write = (work: () => Promise<void>): void => {
    inOrder(work).catch((cause: unknown) => console.warn('Unsent changes could not be stored', cause));
  };
  return {
    keep(content: Content): void {
      write(async () => {
        stamp = await records.put(key, content);
      });
    },
    clear(): void {
      write(async () => {
        if (stamp !== null) await records.clear(key, stamp);
        stamp = null;
      });
    },
  };
}
