import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where bytes wait that arrived but are not a document yet: one file per upload, named by its id. */
export interface UploadArea {
  readonly folder: string;
  path(uploadId: string): string;
  /** Bytes that have arrived; 0 when nothing has. */
  byteSize(uploadId: string): Promise<number>;
  remove(uploadId: string): Promise<void>;
}

export async function createUploadArea(folder: string): Promise<UploadArea> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = (uploadId: string): string => join(folder, uploadId);
  return {
    folder,
    path,
    async byteSize(uploadId) {
      try {
        return (await stat(path(uploadId))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
        throw error;
      }
    },
    async remove(uploadId) {
      await rm(path(uploadId), { force: true });
      await rm(`${path(uploadId)}.json`, { force: true });
    },
  };
}
