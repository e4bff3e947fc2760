import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly key: string;
  /** By the clock of the storage. */
  readonly storedAt: Date;
}

/** Where the bytes of documents stand. Keys are made by the product: `boards/{board}/documents/{version}`. */
export interface DocumentStorage {
  /** Copies a finished local file; returns once it is complete under its key and would outlive a crash of the machine. */
  putFile(key: string, path: string): Promise<void>;
  /** Bytes; throws when there is none. */
  byteSize(key: string): Promise<number>;
  /** `end` is inclusive; null reads all. */
  open(key: string, range: { readonly start: number; readonly end: number } | null): Promise<Readable>;
  /** Gives `work` the path of a local file with these bytes, for programs that read files. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  remove(key: string): Promise<void>;
  /** The names of the folders in a folder of keys. */
  folders(folder: string): Promise<readonly string[]>;
  /** What stands below a folder of keys, for the sweep of files without a row. */
  list(folder: string): Promise<readonly StoredFile[]>;
}

/** Whose bytes a key holds that `putFile` was writing when it was cut off; the key itself when it is none of those. */
export const finishedName = (key: string): string => key.replace(/-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '');

/** The data folder. S3 joins behind the same interface. */
export async function createFileStorage(folder: string): Promise<DocumentStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => {
    if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`Not a storage key: ${key}`);
    return join(folder, key);
  };
  return {
    async putFile(key, path) {
      const finished = pathOf(key);
      await makeFolder(dirname(finished));
      // Under a key of its own, so that what a crash leaves of it is swept as any file without a row.
      const unfinished = pathOf(`${key}-${randomUUID()}`);
      // Not by the library, which keeps to itself that a disk is full.
      await writeAtomically({ unfinished, finished }, (to) => copyFile(path, to));
    },
    byteSize: async (key) => (await stat(pathOf(key))).size,
    // The library's streams know no ranges.
    open: async (key, range) => createReadStream(pathOf(key), range ?? {}),
    withLocalFile: (key, work) => work(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async folders(below) {
      const found = await readdir(join(folder, below), { withFileTypes: true }).catch(nullIfMissing);
      return (found ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    async list(below) {
      await mkdir(join(folder, below), { recursive: true, mode: 0o700 });
      const found = await readdir(join(folder, below), { recursive: true, withFileTypes: true });
      const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const listed: StoredFile[] = [];
      for (const path of files) {
        const storedAt = await changedAt(path);
        if (storedAt) listed.push({ key: relative(folder, path).split(sep).join('/'), storedAt });
      }
      return listed;
    },
  };
}

/** A folder that a power cut takes away takes its files along. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.startsWith(first); made = dirname(made)) await syncFolder(dirname(made));
}

/** Null for a file that was removed meanwhile. */
async function changedAt(path: string): Promise<Date | null> {
  return (await stat(path).catch(nullIfMissing))?.mtime ?? null;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A younger file may belong to a row whose transaction has not ended yet; in milliseconds. */
export const fileAgeMsMin = 30 * 60_000;

/**
 * Writes a file so that a reader sees the whole of it or none, and that it outlives a crash of the machine once this returns. Both paths are in
 * folders of one file system.
 */
export async function writeAtomically(
  { unfinished, finished }: { readonly unfinished: string; readonly finished: string },
  write: (path: string) => Promise<void>,
): Promise<void> {
  try {
    await write(unfinished);
    await using file = await open(unfinished, 'r+');
    await file.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await rename(unfinished, finished);
  await syncFolder(dirname(finished));
}

/** What was made, renamed or removed in a folder is on the disk only after this. */
export async function syncFolder(folder: string): Promise<void> {
  await using directory = await open(folder, 'r');
  await directory.sync();
}
