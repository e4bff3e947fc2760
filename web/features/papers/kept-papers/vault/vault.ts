import { type BoardRow, type PaperRow, under, type VaultDatabase } from './database.ts';
import { isShortPasscode } from './passcode-rule.ts';
import * as sealing from './sealing.ts';

/** Milliseconds without use until the keys are dropped. */
export const idleMax = 15 * 60_000;
/** Milliseconds between two looks at the clock. */
export const idleCheckMs = 15_000;
export const wrongPasscodesMax = 10;
/** Milliseconds without a byte until a download is aborted, because the lock across all tabs is held until then. */
export const stalledMax = 60_000;
/** Plain chunks kept in memory, because pdf.js reads a chunk in many ranges. */
const cachedChunksMax = 8;

export interface KeptBoard extends Omit<BoardRow, 'catalogue'> {
  readonly papers: readonly { readonly documentId: string; readonly versionId: string; readonly byteSize: number }[];
}

/** Everything about a device that can be read without the passcode. */
export interface VaultState {
  readonly owners: readonly { readonly userId: string; readonly wrong: number; readonly hasShortPasscode: boolean }[];
  readonly boards: readonly KeptBoard[];
}

export type Unlocking =
  | { readonly kind: 'open'; readonly userId: string }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  /** The copies were deleted after too many wrong passcodes. */
  | { readonly kind: 'wiped' };

export interface OpenedBoard {
  readonly boardId: string;
  readonly expiresAt: number;
  readonly content: unknown;
  readonly entries: readonly { readonly documentId: string; readonly entry: unknown; readonly byteSize: number }[];
}

/** The part of a board that is kept besides its papers. */
export interface Catalogue {
  readonly content: unknown;
  /** The user's keys for unsent marks, in base64. They never leave the worker in this form. */
  readonly marks: { readonly key: string; readonly previous_key: string | null };
}

export interface PaperToKeep {
  readonly userId: string;
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
  readonly url: string;
  readonly entry: unknown;
}

interface ListedChoice {
  readonly list: 'meetings' | 'documents';
  readonly id: string;
  readonly isKept: boolean;
}

/** An unsuccessful response, or a stalled download. The message is the status or "stalled". */
export class KeepingFailed extends Error {
  override readonly name = 'KeepingFailed';
}

interface Parts {
  readonly database: VaultDatabase;
  readonly now: () => number;
  readonly derive: sealing.DeriveKey;
  readonly fetchFile: (url: string, signal: AbortSignal) => Promise<Response>;
  /** Deletes the marks of a user that are not sent yet. They are in another database. */
  readonly wipeMarks: (userId: string) => Promise<void>;
  readonly onLock: () => void;
}

type Vault = ReturnType<typeof createVault>;
/** The vault as seen from a page. */
export type RemoteVault = {
  readonly [Name in keyof Vault]: (...given: Parameters<Vault[Name]>) => Promise<Awaited<ReturnType<Vault[Name]>>>;
};

export function createVault({ database, now, derive, fetchFile, wipeMarks, onLock }: Parts) {
  let open: { readonly userId: string; readonly privateKey: CryptoKey } | null = null;
  let usedAt = 0;
  let idle: ReturnType<typeof setInterval> | undefined;
  const fileKeys = new Map<string, Promise<CryptoKey>>();
  const plainChunks = new Map<string, Promise<sealing.Bytes>>();

  function lock(): void {
    open = null;
    fileKeys.clear();
    plainChunks.clear();
    clearInterval(idle);
    onLock();
  }

  /** Compares clock times, because timers do not run while a device sleeps. */
  function lockIfIdle(): void {
    if (open !== null && Math.abs(now() - usedAt) >= idleMax) lock();
  }

  function unlocked() {
    lockIfIdle();
    if (open === null) throw new Error('The papers are locked.');
    usedAt = now();
    return open;
  }

  async function publicKeyOf(userId: string): Promise<CryptoKey> {
    const owner = await database.get('owners', userId);
    if (!owner) throw new Error('This user keeps nothing here.');
    return sealing.publicKeyOf(owner.publicKey);
  }

  /** Changes a board's row in one transaction. */
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

  async function removePapers(userId: string, documentIds: readonly string[]): Promise<void> {
    const transaction = database.transaction(['papers', 'chunks'], 'readwrite');
    for (const id of documentIds) {
      await transaction.objectStore('papers').delete([userId, id]);
      await transaction.objectStore('chunks').delete(under(userId, id));
      forget(id);
    }
    await transaction.done;
  }

  function forget(documentId: string): void {
    fileKeys.delete(documentId);
    plainChunks.clear();
  }

  const papersOf = async (userId: string, boardId: string): Promise<readonly PaperRow[]> =>
    (await database.getAll('papers', under(userId))).filter((paper) => paper.boardId === boardId);

  async function removeBoard(userId: string, boardId: string): Promise<void> {
    await removePapers(
      userId,
      (await papersOf(userId, boardId)).map((paper) => paper.documentId),
    );
    await database.delete('boards', [userId, boardId]);
  }

  async function removeUser(userId: string): Promise<void> {
    const transaction = database.transaction(['owners', 'boards', 'papers', 'chunks', 'openings'], 'readwrite');
    await transaction.objectStore('owners').delete(userId);
    for (const store of ['boards', 'papers', 'chunks'] as const)
      await transaction.objectStore(store).delete(under(userId));
    const openings = transaction.objectStore('openings');
    for (let row = await openings.openCursor(); row; row = await row.continue()) {
      if (row.value.userId === userId) await row.delete();
    }
    await transaction.done;
    if (open?.userId === userId) lock();
  }

  /**
   * Deletes expired copies. The reader's choices remain, so the papers are fetched again when a signed-in page next
   * reaches the server.
   */
  async function expire(): Promise<void> {
    for (const board of await database.getAll('boards')) {
      const { userId, boardId, expiresAt } = board;
      const seenAt = Math.max(board.seenAt, now());
      if (expiresAt !== null && seenAt > expiresAt) {
        const papers = await papersOf(userId, boardId);
        await removePapers(
          userId,
          papers.map((paper) => paper.documentId),
        );
        await updateBoard(userId, boardId, { seenAt, expiresAt: null, catalogue: null });
      } else if (seenAt > board.seenAt) await updateBoard(userId, boardId, { seenAt });
    }
  }

  /** Counted before the passcode is tried, so that closing the page does not give an extra attempt. */
  async function countTries(userIds: readonly string[], change: (wrong: number) => number): Promise<void> {
    const transaction = database.transaction('owners', 'readwrite');
    for (const userId of userIds) {
      const owner = await transaction.store.get(userId);
      if (owner) await transaction.store.put({ ...owner, wrong: change(owner.wrong) });
    }
    await transaction.done;
  }

  /** An error, such as too little memory for Argon2, does not mean that the passcode is wrong. */
  async function unlockOrRefund<Key>(userIds: readonly string[], unlock: () => Promise<Key>): Promise<Key> {
    try {
      return await unlock();
    } catch (cause) {
      await countTries(userIds, (wrong) => Math.max(0, wrong - 1));
      throw cause;
    }
  }

  async function wipeExhausted(): Promise<boolean> {
    const exhausted = (await database.getAll('owners')).filter(({ wrong }) => wrong >= wrongPasscodesMax);
    for (const { userId } of exhausted) {
      await removeUser(userId);
      await wipeMarks(userId);
    }
    return exhausted.length > 0;
  }

  function fileKeyOf({ documentId, key, ...paper }: PaperRow): Promise<CryptoKey> {
    const { privateKey } = unlocked();
    const known = fileKeys.get(documentId) ?? sealing.openFileKey(privateKey, key, fileOf({ documentId, ...paper }));
    fileKeys.set(documentId, known);
    return known;
  }

  async function readChunk(paper: PaperRow, index: number): Promise<sealing.Bytes> {
    const sealed = await database.get('chunks', [paper.userId, paper.documentId, index]);
    if (sealed === undefined) throw new Error('A part of the paper is missing.');
    return sealing.openChunk(await fileKeyOf(paper), sealed, { file: fileOf(paper), index, count: paper.count });
  }

  function cachedChunk(paper: PaperRow, index: number): Promise<sealing.Bytes> {
    const name = `${paper.documentId} ${paper.versionId} ${index}`;
    const chunk = plainChunks.get(name) ?? readChunk(paper, index);
    // Moved to the end, so that the least recently used chunk is dropped first.
    plainChunks.delete(name);
    plainChunks.set(name, chunk);
    chunk.catch(() => plainChunks.delete(name));
    const [oldest = name] = plainChunks.keys();
    if (plainChunks.size > cachedChunksMax) plainChunks.delete(oldest);
    return chunk;
  }

  return {
    lock,
    removePapers,
    removeBoard,
    removeUser,
    updateBoard,

    async state(): Promise<VaultState> {
      await expire();
      const papers = await database.getAll('papers');
      const boards = (await database.getAll('boards')).map(({ catalogue: _, ...board }) => ({
        ...board,
        papers: papers
          .filter(({ userId, boardId }) => userId === board.userId && boardId === board.boardId)
          .map(({ documentId, versionId, byteSize }) => ({ documentId, versionId, byteSize })),
      }));
      const owners = (await database.getAll('owners')).map(({ publicKey: _, locked: __, ...owner }) => owner);
      return { owners, boards };
    },

    async create(userId: string, passcode: string): Promise<void> {
      const keys = await sealing.createKeys(userId, passcode, derive);
      await database.put('owners', { userId, ...keys, hasShortPasscode: isShortPasscode(passcode), wrong: 0 });
    },

    /** Returns false if the earlier passcode is wrong, which counts as an attempt. */
    async changePasscode(userId: string, earlier: string, passcode: string): Promise<boolean> {
      await wipeExhausted();
      const owner = await database.get('owners', userId);
      if (!owner) throw new Error('This user keeps nothing here.');
      await countTries([userId], (wrong) => wrong + 1);
      const relocked = await unlockOrRefund([userId], () =>
        sealing.relockKey(userId, owner.locked, { earlier, passcode, derive }),
      );
      if (relocked === null) {
        await wipeExhausted();
        return false;
      }
      const hasShortPasscode = isShortPasscode(passcode);
      await database.put('owners', { ...owner, locked: relocked, hasShortPasscode, wrong: 0 });
      return true;
    },

    async addBoard(row: Pick<BoardRow, 'userId' | 'boardId' | 'device'>): Promise<void> {
      const empty = {
        meetings: [],
        documents: [],
        keepsNextMeetings: false,
        expiresAt: null,
        catalogue: null,
      } as const;
      await database.put('boards', { ...row, ...empty, seenAt: now() });
    },

    /** Adds or removes one id in the transaction, so that choices of other tabs are not lost. */
    choose: (userId: string, boardId: string, { list, id, isKept }: ListedChoice): Promise<void> =>
      changeBoard(userId, boardId, (row) => {
        const others = row[list].filter((each) => each !== id);
        return { [list]: isKept ? [...others, id] : others };
      }),

    /** Each user of this browser has a passcode, which opens only that user's papers. */
    async unlock(passcode: string): Promise<Unlocking> {
      await expire();
      if (await wipeExhausted()) return { kind: 'wiped' };
      const owners = await database.getAll('owners');
      const ids = owners.map(({ userId }) => userId);
      await countTries(ids, (wrong) => wrong + 1);
      for (const { userId, locked } of owners) {
        const privateKey = await unlockOrRefund(ids, () => sealing.unlockKey(userId, locked, { passcode, derive }));
        if (privateKey === null) continue;
        await countTries([userId], () => 0);
        const others = ids.filter((id) => id !== userId);
        await countTries(others, (wrong) => Math.max(0, wrong - 1));
        open = { userId, privateKey };
        usedAt = now();
        clearInterval(idle);
        idle = setInterval(lockIfIdle, idleCheckMs);
        return { kind: 'open', userId };
      }
      if (await wipeExhausted()) return { kind: 'wiped' };
      const most = Math.max(0, ...(await database.getAll('owners')).map(({ wrong }) => wrong));
      return { kind: 'wrong', triesLeft: wrongPasscodesMax - most };
    },

    async saveCatalogue(userId: string, boardId: string, content: Catalogue): Promise<void> {
      const catalogue = await sealing.sealBox(await publicKeyOf(userId), content, ['catalogue', userId, boardId]);
      await updateBoard(userId, boardId, { catalogue });
    },

    /** Fetches and stores a paper, even while locked. Replaces an earlier version in one transaction. */
    async keep({ userId, boardId, documentId, versionId, url, entry }: PaperToKeep): Promise<void> {
      const publicKey = await publicKeyOf(userId);
      const bytes = await download(fetchFile, url);
      const paper = { userId, documentId, versionId, count: sealing.chunkCountOf(bytes.length) };
      const file = fileOf(paper);
      const { key, wrapped } = await sealing.createFileKey(publicKey, file);
      const sealed: ArrayBuffer[] = [];
      for (let index = 0; index < paper.count; index += 1) {
        const plain = bytes.subarray(index * sealing.chunkBytes, (index + 1) * sealing.chunkBytes);
        sealed.push(await sealing.sealChunk(key, plain, { file, index, count: paper.count }));
      }
      const box = await sealing.sealBox(publicKey, entry, ['entry', userId, documentId, versionId]);
      const transaction = database.transaction(['boards', 'papers', 'chunks'], 'readwrite');
      // The papers may have been removed while this one was being fetched.
      if ((await transaction.objectStore('boards').get([userId, boardId])) === undefined) return;
      const chunks = transaction.objectStore('chunks');
      const row = { ...paper, boardId, byteSize: bytes.length, key: wrapped, entry: box };
      const writes: Promise<unknown>[] = [transaction.done];
      try {
        writes.push(chunks.delete(under(userId, documentId)));
        for (const [index, chunk] of sealed.entries()) writes.push(chunks.put(chunk, [userId, documentId, index]));
        writes.push(transaction.objectStore('papers').put(row));
        await Promise.all(writes);
      } catch (cause) {
        undo(transaction);
        await Promise.allSettled(writes);
        throw cause;
      }
      forget(documentId);
    },

    /** Replaces the stored facts about a paper, such as its title and marks. */
    async saveEntry(userId: string, documentId: string, entry: unknown): Promise<void> {
      const paper = await database.get('papers', [userId, documentId]);
      if (!paper) return;
      const about = ['entry', userId, documentId, paper.versionId];
      const box = await sealing.sealBox(await publicKeyOf(userId), entry, about);
      const transaction = database.transaction('papers', 'readwrite');
      const now = await transaction.store.get([userId, documentId]);
      if (now?.versionId === paper.versionId) await transaction.store.put({ ...now, entry: box });
      await transaction.done;
    },

    /** Lists the papers of the unlocked user. Throws if a title or list was changed in the storage. */
    async list(): Promise<readonly OpenedBoard[]> {
      const { userId, privateKey } = unlocked();
      await expire();
      const listed: OpenedBoard[] = [];
      for (const { boardId, expiresAt, catalogue } of await database.getAll('boards', under(userId))) {
        if (expiresAt === null || catalogue === null) continue;
        const entries = [];
        for (const { documentId, versionId, byteSize, entry } of await papersOf(userId, boardId)) {
          const about = ['entry', userId, documentId, versionId];
          entries.push({ documentId, byteSize, entry: await sealing.openBox<unknown>(privateKey, entry, about) });
        }
        const about = ['catalogue', userId, boardId];
        const { content } = await sealing.openBox<Catalogue>(privateKey, catalogue, about);
        listed.push({ boardId, expiresAt, content, entries });
      }
      return listed;
    },

    /** Returns the keys for marks that are made offline. */
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
      throw new Error('No key for marks is kept here.');
    },

    /** Returns the decrypted bytes from `begin` up to, but not including, `end`. */
    async read(documentId: string, begin: number, end: number): Promise<sealing.Bytes> {
      const { userId } = unlocked();
      const paper = await database.get('papers', [userId, documentId]);
      if (!paper) throw new Error('The paper is no longer kept.');
      const until = Math.min(end, paper.byteSize);
      const bytes = new Uint8Array(Math.max(0, until - begin));
      for (let at = begin; at < until; ) {
        const index = Math.floor(at / sealing.chunkBytes);
        const chunk = await cachedChunk(paper, index);
        const from = at - index * sealing.chunkBytes;
        const part = chunk.subarray(from, from + until - at);
        if (part.length === 0) throw new Error('A part of the paper is too short.');
        bytes.set(part, at - begin);
        at += part.length;
      }
      return bytes;
    },

    /** Reported when a signed-in page next reaches the server. */
    async noteOpening(documentId: string): Promise<void> {
      const { userId } = unlocked();
      const paper = await database.get('papers', [userId, documentId]);
      if (!paper) return;
      const { boardId, versionId } = paper;
      await database.add('openings', { userId, boardId, documentId, versionId, at: now() });
    },

    async openings(userId: string, boardId: string) {
      const all = await database.getAll('openings');
      return all.filter((row) => row.userId === userId && row.boardId === boardId);
    },

    async forgetOpenings(userId: string, boardId: string, until: number): Promise<void> {
      const transaction = database.transaction('openings', 'readwrite');
      for (let row = await transaction.store.openCursor(); row; row = await row.continue()) {
        const { value } = row;
        if (value.userId === userId && value.boardId === boardId && value.at <= until) await row.delete();
      }
      await transaction.done;
    },
  };
}

async function download(fetchFile: Parts['fetchFile'], url: string): Promise<sealing.Bytes> {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const progress = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(), stalledMax);
  };
  try {
    progress();
    const answer = await fetchFile(url, ending.signal);
    if (!answer.ok) throw new KeepingFailed(String(answer.status));
    const parts: Uint8Array[] = [];
    const reader = answer.body?.getReader();
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      progress();
      parts.push(read.value);
    }
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  } catch (cause) {
    throw ending.signal.aborted ? new KeepingFailed('stalled', { cause }) : cause;
  } finally {
    clearTimeout(timer);
  }
}

/** Restores the earlier version. The browser has already done so if there is no space left. */
function undo(transaction: { readonly abort: () => void }): void {
  try {
    transaction.abort();
  } catch (cause) {
    console.info('The transaction has already ended', cause);
  }
}

/** Authenticates every part of a file, so that no chunk of another file, version or length is accepted. */
const fileOf = ({
  userId,
  documentId,
  versionId,
  count,
}: Pick<PaperRow, 'userId' | 'documentId' | 'versionId' | 'count'>) => [userId, documentId, versionId, count] as const;
