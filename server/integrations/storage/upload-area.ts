import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { DataStore } from '@tus/server';

/** Where bytes wait that arrived but are not a document yet, named by the upload's id. All servers see the same ones. */
export interface UploadArea {
  /** What the tus protocol writes to and reads from. */
  readonly store: DataStore;
  /** Bytes that have arrived; 0 when nothing has. */
  byteSize(uploadId: string): Promise<number>;
  /** Gives `work` the path of a local file with these bytes. */
  withLocalFile<T>(uploadId: string, work: (path: string) => Promise<T>): Promise<T>;
  remove(uploadId: string): Promise<void>;
}

/** One file per upload, and one beside it with what was announced of it. */
export interface FileUploadArea extends UploadArea {
  readonly folder: string;
  path(uploadId: string): string;
}

export async function createFileUploadArea(folder: string): Promise<FileUploadArea> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = (uploadId: string): string => join(folder, uploadId);
  return {
    folder,
    path,
    store: new FileStore({ directory: folder }),
    async byteSize(uploadId) {
      try {
        return (await stat(path(uploadId))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
        throw error;
      }
    },
    withLocalFile: (uploadId, work) => work(path(uploadId)),
    async remove(uploadId) {
      await rm(path(uploadId), { force: true });
      await rm(`${path(uploadId)}.json`, { force: true });
    },
  };
}
