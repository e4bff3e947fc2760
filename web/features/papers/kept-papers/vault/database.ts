import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Box, LockedKey } from './sealing.ts';

export interface OwnerRow {
  readonly userId: string;
  readonly publicKey: ArrayBuffer;
  readonly locked: LockedKey;
  /** Whether the passcode is so short that only boards that allow six digits accept it. */
  readonly hasShortPasscode: boolean;
  readonly wrong: number;
}

/** A user's choices for a board. Ids and times can be read without the passcode, but titles and names cannot. */
export interface BoardRow {
  readonly userId: string;
  readonly boardId: string;
  readonly device: { readonly id: string; readonly token: string };
  readonly meetings: readonly string[];
  readonly documents: readonly string[];
  readonly keepsNextMeetings: boolean;
  /** In milliseconds, like `seenAt`. Null until a signed-in page first reaches the server, and after expiry. */
  readonly expiresAt: number | null;
  /** The latest time that this device has seen, so that setting the clock back does not extend the expiry. */
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

export interface OpeningRow {
  readonly userId: string;
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
  readonly at: number;
}

interface Schema extends DBSchema {
  owners: { key: string; value: OwnerRow };
  boards: { key: [string, string]; value: BoardRow };
  papers: { key: [string, string]; value: PaperRow };
  /** The key consists of user, document, version and chunk number. */
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
    // A newer version of the product opens the database, so this connection makes room for it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

/** All keys that begin with these parts. An array is greater than every text and number. */
export const under = (...parts: readonly string[]): IDBKeyRange => IDBKeyRange.bound([...parts], [...parts, []]);
