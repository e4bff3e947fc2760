import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { DataStore } from '@tus/server';
import { nullIfMissing } from '#server/file-system.ts';

export interface UploadArea {
  readonly store: DataStore;
  /** Returns 0 for an unknown upload. */
  byteSize(uploadId: string): Promise<number>;
  withLocalFile<T>(uploadId: string, work: (path: string) => Promise<T>): Promise<T>;
  remove(uploadId: string): Promise<void>;
}

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
    byteSize: async (uploadId) => (await stat(path(uploadId)).catch(nullIfMissing))?.size ?? 0,
    withLocalFile: (uploadId, work) => work(path(uploadId)),
    async remove(uploadId) {
      await rm(path(uploadId), { force: true });
      await rm(`${path(uploadId)}.json`, { force: true });
    },
  };
}
