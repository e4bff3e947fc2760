import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where the bytes of documents stand. Keys are made by the product: `boards/{board}/documents/{version}`. */
export interface DocumentStorage {
  /** Copies a finished local file; returns once it is complete under its key. */
  putFile(key: string, path: string): Promise<void>;
  /** Bytes; throws when there is none. */
  byteSize(key: string): Promise<number>;
  /** `end` is inclusive; null reads all. */
  open(key: string, range: { readonly start: number; readonly end: number } | null): Promise<Readable>;
  /** Gives `work` the path of a local file with these bytes, for programs that read files. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  remove(key: string): Promise<void>;
  /** Keys below a prefix, for the sweep of files without a row. */
  keys(prefix: string): Promise<readonly string[]>;
}

/** The data folder. S3 joins behind the same interface. */
export async function createFileStorage(folder: string): Promise<DocumentStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  const pathOf = (key: string): string => {
    if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`Not a storage key: ${key}`);
    return join(folder, key);
  };
  return {
    async putFile(key, path) {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 });
      await disk.copyFromFs(path, key);
    },
    byteSize: async (key) => (await stat(pathOf(key))).size,
    // The library's streams know no ranges.
    open: async (key, range) => createReadStream(pathOf(key), range ?? {}),
    withLocalFile: (key, work) => work(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async keys(prefix) {
      const found = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true });
      return found
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    },
  };
}
