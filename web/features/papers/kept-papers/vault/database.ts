import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Box, LockedKey } from './sealing.ts';

export interface OwnerRow {
  readonly userId: string;
  readonly publicKey: ArrayBuffer;
  readonly locked: LockedKey;
  /** Whether the passcode is too weak for boards that do not allow six-digit passcodes. */
  readonly hasShortPasscode: boolean;
  readonly wrong: number;
}

/** Ids and times are readable without the passcode. Titles and names are not. */
export interface BoardRow {
  readonly userId: string;
  readonly boardId: string;
  readonly device: { readonly id: string; readonly token: string };
  readonly meetings: readonly string[];
  readonly documents: readonly string[];
  readonly keepsNextMeetings: boolean;
  /** Milliseconds since 1970, like `seenAt`. Null until a signed-in page reaches the server, and after expiry. */
  readonly expiresAt: number | null;
  /** The latest time seen on this device, so that setting the clock back does not postpone the expiry. */
  readonly seenAt: number;
  readonly catalogue: Box | null;
}

export interface PaperRow {
  readonly userId: string;
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
  readonly byteSize: number;
  readonly key: ArrayBuffer;
  readonly entry: Box;
}

export interface OpeningRow extends Pick<PaperRow, 'userId' | 'boardId' | 'documentId' | 'versionId'> {
  readonly at: number;
}

interface Schema extends DBSchema {
  owners: { key: string; value: OwnerRow };
  boards: { key: [string, string]; value: BoardRow };
  papers: { key: [string, string]; value: PaperRow };
  /** Keyed by user, document, version and chunk number. */
  chunks: { key: [string, string, string, number]; value: ArrayBuffer };
  openings: { key: [string, string, number]; value: OpeningRow };
}

export type VaultDatabase = IDBPDatabase<Schema>;

export const openVaultDatabase = (): Promise<VaultDatabase> =>
  openDB<Schema>('dais-papers', 1, {
    upgrade(database) {
      database.createObjectStore('owners', { keyPath: 'userId' });
      database.createObjectStore('boards', { keyPath: ['userId', 'boardId'] });
      database.createObjectStore('papers', { keyPath: ['userId', 'documentId'] });
      database.createObjectStore('chunks');
      database.createObjectStore('openings', { keyPath: ['userId', 'boardId', 'at'] });
    },
    // Closes this connection, so that a newer version of Dais can upgrade the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

/** Returns the range of keys that begin with `parts`. In IndexedDB, an array sorts after every string and number. */
export const under = (...parts: readonly string[]): IDBKeyRange => IDBKeyRange.bound([...parts], [...parts, []]);
