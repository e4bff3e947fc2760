import { type PaperRow, under, type VaultDatabase } from './database.ts';
import { downloadChunks, type FetchFile } from './download.ts';
import * as sealing from './sealing.ts';
import type { Unlocked } from './unlocking.ts';

/** Number of decrypted chunks in memory. They are cached, because pdf.js reads a chunk in many small ranges. */
const cachedChunksMax = 8;

export interface PaperToKeep extends Pick<PaperRow, 'userId' | 'boardId' | 'documentId' | 'versionId'> {
  readonly deviceId: string;
  readonly url: string;
  readonly entry: unknown;
}

interface Parts {
  readonly database: VaultDatabase;
  readonly fetchFile: FetchFile;
  readonly unlocked: () => Unlocked;
}

export function createStoredPapers({ database, fetchFile, unlocked }: Parts) {
  const plainChunks = new Map<string, Promise<sealing.Bytes>>();

  async function publicKeyOf(userId: string): Promise<CryptoKey> {
    const owner = await database.get('owners', userId);
    if (!owner) throw new Error('This user has no papers on this device.');
    return sealing.publicKeyOf(owner.publicKey);
  }

  const papersOf = async (userId: string, boardId: string): Promise<readonly PaperRow[]> =>
    (await database.getAll('papers', under(userId))).filter((paper) => paper.boardId === boardId);

  async function removeUnused(userId: string, documentId?: string): Promise<void> {
    const papers = await database.getAll('papers', under(userId));
    const used = new Set(papers.map((paper) => `${paper.documentId} ${paper.versionId}`));
    const range = documentId === undefined ? under(userId) : under(userId, documentId);
    for (const key of await database.getAllKeys('chunks', range))
      if (!used.has(`${key[1]} ${key[2]}`)) await database.delete('chunks', key);
  }

  async function store(row: PaperRow, deviceId: string): Promise<void> {
    const transaction = database.transaction(['boards', 'papers'], 'readwrite');
    // The papers may have been removed and stored again under another passcode during the download.
    const board = await transaction.objectStore('boards').get([row.userId, row.boardId]);
    if (board?.device.id === deviceId) await transaction.objectStore('papers').put(row);
    await transaction.done;
  }

  async function readChunk(paper: PaperRow, index: number): Promise<sealing.Bytes> {
    const version = versionOf(paper);
    const sealed = await database.get('chunks', [...version, index]);
    if (sealed === undefined) throw new Error('Part of the paper is missing.');
    const key = await sealing.openFileKey(unlocked().privateKey, paper.key, fileOf(paper));
    return sealing.openChunk(key, sealed, { version, index });
  }

  function cachedChunk(paper: PaperRow, index: number): Promise<sealing.Bytes> {
    const name = `${paper.documentId} ${paper.versionId} ${index}`;
    const chunk = plainChunks.get(name) ?? readChunk(paper, index);
    // Moves the chunk to the end, so that the least recently used one is dropped first.
    plainChunks.delete(name);
    plainChunks.set(name, chunk);
    chunk.catch(() => plainChunks.delete(name));
    const [oldest = name] = plainChunks.keys();
    if (plainChunks.size > cachedChunksMax) plainChunks.delete(oldest);
    return chunk;
  }

  return {
    forget: () => plainChunks.clear(),
    publicKeyOf,
    papersOf,
    removeUnused,

    async keep({ userId, boardId, documentId, versionId, deviceId, url, entry }: PaperToKeep): Promise<void> {
      const publicKey = await publicKeyOf(userId);
      const { raw, key } = await sealing.createFileKey();
      const paper = { userId, boardId, documentId, versionId };
      const version = versionOf(paper);
      let [byteSize, index] = [0, 0];
      try {
        for await (const plain of downloadChunks(fetchFile, url)) {
          const sealed = await sealing.sealChunk(key, plain, { version, index });
          await database.put('chunks', sealed, [...version, index]);
          byteSize += plain.length;
          index += 1;
        }
        const wrapped = await sealing.wrapFileKey(publicKey, raw, fileOf({ ...paper, byteSize }));
        const box = await sealing.sealBox(publicKey, entry, entryOf(paper));
        await store({ ...paper, byteSize, key: wrapped, entry: box }, deviceId);
      } finally {
        plainChunks.clear();
        await removeUnused(userId, documentId);
      }
    },

    async saveEntry(userId: string, documentId: string, entry: unknown): Promise<void> {
      const paper = await database.get('papers', [userId, documentId]);
      if (!paper) return;
      const box = await sealing.sealBox(await publicKeyOf(userId), entry, entryOf(paper));
      const transaction = database.transaction('papers', 'readwrite');
      const now = await transaction.store.get([userId, documentId]);
      if (now?.versionId === paper.versionId) await transaction.store.put({ ...now, entry: box });
      await transaction.done;
    },

    async removePapers(userId: string, documentIds: readonly string[]): Promise<void> {
      const transaction = database.transaction(['papers', 'chunks'], 'readwrite');
      for (const id of documentIds) {
        await transaction.objectStore('papers').delete([userId, id]);
        await transaction.objectStore('chunks').delete(under(userId, id));
      }
      await transaction.done;
      plainChunks.clear();
    },

    async listEntries(boardId: string) {
      const { userId, privateKey } = unlocked();
      const entries = [];
      for (const paper of await papersOf(userId, boardId)) {
        const entry = await sealing.openBox<unknown>(privateKey, paper.entry, entryOf(paper));
        entries.push({ documentId: paper.documentId, byteSize: paper.byteSize, entry });
      }
      return entries;
    },

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
  };
}

type Version = Pick<PaperRow, 'userId' | 'documentId' | 'versionId'>;

const versionOf = ({ userId, documentId, versionId }: Version) => [userId, documentId, versionId] as const;
const entryOf = (paper: Version & Pick<PaperRow, 'boardId'>) => ['entry', paper.boardId, ...versionOf(paper)] as const;

/** These values are authenticated with the file's key, so that nobody can swap in those of another file. */
const fileOf = (paper: Version & Pick<PaperRow, 'boardId' | 'byteSize'>) =>
  ['file', paper.boardId, ...versionOf(paper), paper.byteSize] as const;
