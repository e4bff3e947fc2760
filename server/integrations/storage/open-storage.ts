import { join } from 'node:path';
import { createFileStorage, type DocumentStorage } from './document-storage.ts';
import { s3Bucket } from './s3-bucket.ts';
import { createS3Storage } from './s3-storage.ts';
import { createS3UploadArea } from './s3-upload-area.ts';
import type { StorageSetting } from './storage-setting.ts';
import { createFileUploadArea, type UploadArea } from './upload-area.ts';

export interface Storage {
  readonly storage: DocumentStorage;
  readonly uploads: UploadArea;
}

export async function openStorage(setting: StorageSetting): Promise<Storage> {
  if (setting.kind === 'folder') {
    return {
      storage: await createFileStorage(setting.folder),
      uploads: await createFileUploadArea(join(setting.folder, 'uploads')),
    };
  }
  const bucket = await s3Bucket(setting);
  return { storage: createS3Storage(bucket), uploads: createS3UploadArea(bucket) };
}
