import { type BoardRow, type OpeningRow, type OwnerRow, type PaperRow, under, type VaultDatabase } from './database.ts';
import type { FetchFile } from './download.ts';
import { isShortPasscode } from './passcode-rule.ts';
import * as sealing from './sealing.ts';
import { createStoredPapers } from './stored-papers.ts';
import { createUnlocking, type Unlocking } from './unlocking.ts';

export interface KeptBoard extends Omit<BoardRow, 'catalogue'> {
  readonly papers: readonly Pick<PaperRow, 'documentId' | 'versionId' | 'byteSize'>[];
}

export interface VaultState {
  readonly owners: readonly Omit<OwnerRow, 'publicKey' | 'locked'>[];
  readonly boards: readonly KeptBoard[];
}

export interface OpenedBoard {
  readonly boardId: string;
  readonly expiresAt: number;
  readonly content: unknown;
  readonly entries: readonly { readonly documentId: string; readonly entry: unknown; readonly byteSize: number }[];
}

export interface Catalogue {
  readonly content: unknown;
  /** The user's keys for unsent annotations, in Base64. They never leave the worker in this form. */
  readonly marks: { readonly key: string; readonly previous_key: string | null };
}

interface ListedChoice {
  readonly list: 'meetings' | 'documents';
  readonly id: string;
  readonly isKept: boolean;
}

interface Parts {
  readonly database: VaultDatabase;
  readonly now: () => number;
  readonly derive: sealing.DeriveKey;
  readonly fetchFile: FetchFile;
  /** Deletes the user's unsent annotations, which are in another database. */
  readonly wipeMarks: (userId: string) => Promise<void>;
  readonly onLock: () => void;
}

type Vault = ReturnType<typeof createVault>;
export type RemoteVault = {
  readonly [Name in keyof Vault]: (...given: Parameters<Vault[Name]>) => Promise<Awaited<ReturnType<Vault[Name]>>>;
};

export function createVault({ database, now, derive, fetchFile, wipeMarks, onLock }: Parts) {
  const { lock, lockUser, unlocked, unlock } = createUnlocking({
    database,
    now,
    derive,
    async wipe(userId) {
      await removeUser(userId);
      await wipeMarks(userId);
    },
    onLock() {
      papers.forget();
      onLock();
    },
  });
  const papers = createStoredPapers({ database, fetchFile, unlocked });
  const { keep, saveEntry, removePapers, removeUnused, read } = papers;

  async function changeBoard(
    userId: string,
    boardId: string,
    change: (row: BoardRow) => Partial<BoardRow>,
  ): Promise<void> {
    const transaction = database.transaction('boards', 'readwrite');
    const row = await transaction.store.get([userId, boardId]);
    if (row) await transaction.store.put({ ...row, ...change(row) });
    await transaction.done;
  }

  const updateBoard = (userId: string, boardId: string, change: Partial<BoardRow>): Promise<void> =>
    changeBoard(userId, boardId, () => change);

  async function removePapersOf(userId: string, boardId: string): Promise<void> {
    const all = await papers.papersOf(userId, boardId);
    await removePapers(
      userId,
      all.map(({ documentId }) => documentId),
    );
  }

  async function removeBoard(userId: string, boardId: string): Promise<void> {
    await removePapersOf(userId, boardId);
    await database.delete('boards', [userId, boardId]);
  }

  async function removeUser(userId: string): Promise<void> {
    const transaction = database.transaction(['owners', 'boards', 'papers', 'chunks', 'openings'], 'readwrite');
    await transaction.objectStore('owners').delete(userId);
    for (const store of ['boards', 'papers', 'chunks', 'openings'] as const)
      await transaction.objectStore(store).delete(under(userId));
    await transaction.done;
    lockUser(userId);
  }

  /** Keeps the user's choices, so that expired papers are fetched again when a signed-in page reaches the server. */
  async function expire(): Promise<void> {
    for (const board of await database.getAll('boards')) {
      const { userId, boardId, expiresAt } = board;
      const seenAt = Math.max(board.seenAt, now());
      if (expiresAt !== null && seenAt > expiresAt) {
        await removePapersOf(userId, boardId);
        await updateBoard(userId, boardId, { seenAt, expiresAt: null, catalogue: null });
      } else if (seenAt > board.seenAt) await updateBoard(userId, boardId, { seenAt });
    }
  }

  return {
    lock,
    keep,
    read,
    saveEntry,
    removePapers,
    removeUnused,
    removeBoard,
    removeUser,
    updateBoard,

    async state(): Promise<VaultState> {
      await expire();
      const all = await database.getAll('papers');
      const boards = (await database.getAll('boards')).map(({ catalogue: _, ...board }) => ({
        ...board,
        papers: all
          .filter(({ userId, boardId }) => userId === board.userId && boardId === board.boardId)
          .map(({ documentId, versionId, byteSize }) => ({ documentId, versionId, byteSize })),
      }));
      const owners = (await database.getAll('owners')).map(({ publicKey: _, locked: __, ...owner }) => owner);
      return { owners, boards };
    },

    /** Throws if the user already has a passcode, for example from another tab. */
    async create(userId: string, passcode: string): Promise<void> {
      const keys = await sealing.createKeys(userId, { passcode, derive });
      await database.add('owners', { userId, ...keys, hasShortPasscode: isShortPasscode(passcode), wrong: 0 });
    },

    /** Keeps the existing row if another tab has already added the board. */
    async addBoard(row: Pick<BoardRow, 'userId' | 'boardId' | 'device'>): Promise<void> {
      const empty = {
        meetings: [],
        documents: [],
        keepsNextMeetings: false,
        expiresAt: null,
        catalogue: null,
      } as const;
      const transaction = database.transaction('boards', 'readwrite');
      const known = await transaction.store.get([row.userId, row.boardId]);
      await transaction.store.put(known ?? { ...row, ...empty, seenAt: now() });
      await transaction.done;
    },

    /** Changes one id within a transaction, so that choices made in other tabs are not lost. */
    choose: (userId: string, boardId: string, { list, id, isKept }: ListedChoice): Promise<void> =>
      changeBoard(userId, boardId, (row) => {
        const others = row[list].filter((each) => each !== id);
        return { [list]: isKept ? [...others, id] : others };
      }),

    async unlock(passcode: string): Promise<Unlocking> {
      await expire();
      return unlock(passcode);
    },

    async saveCatalogue(userId: string, boardId: string, content: Catalogue): Promise<void> {
      const publicKey = await papers.publicKeyOf(userId);
      const catalogue = await sealing.sealBox(publicKey, content, ['catalogue', userId, boardId]);
      await updateBoard(userId, boardId, { catalogue });
    },

    /** Throws if a stored title or list was tampered with. */
    async list(): Promise<readonly OpenedBoard[]> {
      const { userId, privateKey } = unlocked();
      await expire();
      const listed: OpenedBoard[] = [];
      for (const { boardId, expiresAt, catalogue } of await database.getAll('boards', under(userId))) {
        if (expiresAt === null || catalogue === null) continue;
        const about = ['catalogue', userId, boardId];
        const { content } = await sealing.openBox<Catalogue>(privateKey, catalogue, about);
        listed.push({ boardId, expiresAt, content, entries: await papers.listEntries(boardId) });
      }
      return listed;
    },

    async marksKeys() {
      const { userId, privateKey } = unlocked();
      for (const { boardId, catalogue } of await database.getAll('boards', under(userId))) {
        if (catalogue === null) continue;
        const { marks } = await sealing.openBox<Catalogue>(privateKey, catalogue, ['catalogue', userId, boardId]);
        const previous = marks.previous_key;
        return {
          userId,
          key: await sealing.importBase64(marks.key),
          previousKey: previous === null ? null : await sealing.importBase64(previous),
        };
      }
      throw new Error('No key for marks is stored on this device.');
    },

    async noteOpening(documentId: string): Promise<void> {
      const { userId } = unlocked();
      const paper = await database.get('papers', [userId, documentId]);
      if (!paper) return;
      const { boardId, versionId } = paper;
      await database.put('openings', { userId, boardId, documentId, versionId, at: now() });
    },

    openings: (userId: string, boardId: string): Promise<readonly OpeningRow[]> =>
      database.getAll('openings', under(userId, boardId)),

    forgetOpenings: (userId: string, boardId: string, until: number): Promise<void> =>
      database.delete('openings', IDBKeyRange.bound([userId, boardId], [userId, boardId, until])),
  };
}
