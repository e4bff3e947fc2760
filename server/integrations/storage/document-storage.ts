import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nullIfMissing } from '#server/file-system.ts';
import { type ByteRange, openSentFile } from './sent-file.ts';

export interface StoredFile {
  readonly key: string;
  readonly storedAt: Date;
}

/** Stores files by keys such as `boards/{board}/documents/{version}`. */
export interface DocumentStorage {
  putFile(key: string, path: string): Promise<void>;
  /** Throws if the file is missing. */
  byteSize(key: string): Promise<number>;
  /** `end` is inclusive. If the range is null, the whole file is read. */
  open(key: string, range: ByteRange | null): Promise<Readable>;
  /** Like `open`, but the readable can only be piped into a response. */
  openForResponse(key: string, range: ByteRange | null): Promise<Readable>;
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  remove(key: string): Promise<void>;
  folders(folder: string): Promise<readonly string[]>;
  list(folder: string): Promise<readonly StoredFile[]>;
  /** Returns the number of free bytes, or null for unlimited storage. Throws if the storage cannot be used. */
  room(): Promise<number | null>;
}

export const finishedName = (key: string): string => key.replace(/-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '');

export async function createFileStorage(folder: string): Promise<DocumentStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => join(folder, checkedKey(key));
  return {
    async putFile(key, path) {
      const finished = pathOf(key);
      await makeFolder(dirname(finished));
      // The suffix marks the file as unfinished, so that leftovers can be removed.
      const unfinished = pathOf(`${key}-${randomUUID()}`);
      await writeAtomically({ unfinished, finished }, (to) => copyFileItself(path, to));
    },
    byteSize: async (key) => (await stat(pathOf(key))).size,
    open: async (key, range) => createReadStream(pathOf(key), range ?? {}),
    openForResponse: (key, range) => openSentFile(pathOf(key), range),
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
        const storedAt = (await stat(path).catch(nullIfMissing))?.mtime;
        if (storedAt) listed.push({ key: relative(folder, path).split(sep).join('/'), storedAt });
      }
      return listed;
    },
    async room() {
      // Writes a file, because a file system with free space may still be read-only or belong to another user.
      const trial = pathOf(`trial-${randomUUID()}`);
      try {
        await writeFile(trial, 'Dais writes this file to check whether the folder can be written to.');
      } finally {
        await rm(trial, { force: true });
      }
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

export function checkedKey(key: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`Not a storage key: ${key}`);
  return key;
}

const copiedAtOnce = 1024 * 1024;

/** Throws for a symbolic link, whose target must not be stored. */
async function copyFileItself(from: string, to: string): Promise<void> {
  await using file = await open(from, readItself);
  const bytes = file.createReadStream({ autoClose: false, highWaterMark: copiedAtOnce });
  await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600, highWaterMark: copiedAtOnce }));
}

/** `O_NOFOLLOW` is undefined on Windows. */
const readItself = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Syncs the parent folder of each new folder. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.startsWith(first); made = dirname(made)) await syncFolder(dirname(made));
}

/** Milliseconds. A younger file may belong to an open transaction. */
export const fileAgeMsMin = 30 * 60_000;

/** Writes atomically and syncs to disk. Both paths must be on the same file system. */
async function writeAtomically(
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

export async function syncFolder(folder: string): Promise<void> {
  await using directory = await open(folder, 'r');
  await directory.sync();
}
