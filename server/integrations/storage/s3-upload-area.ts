import { Readable } from 'node:stream';
import { AbortMultipartUploadCommand, HeadObjectCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { dropObject, keysFrom, nullIfNotFound, type S3Bucket } from './s3-bucket.ts';
import { withCopy } from './s3-storage.ts';
import { type PartSize, S3UploadStore } from './s3-upload-store.ts';
import type { UploadArea } from './upload-area.ts';

/** Buffers parts of 5 MiB in the temporary folder (decision 014). */
export function createS3UploadArea(bucket: S3Bucket, size: PartSize = {}): UploadArea {
  const store = new PrefixedStore(bucket, size);
  const head = async (uploadId: string): Promise<number | null> => {
    const asked = new HeadObjectCommand({ Bucket: bucket.name, Key: store.keyOf(uploadId) });
    const found = await bucket.client.send(asked).catch(nullIfNotFound);
    return found && (found.ContentLength ?? 0);
  };
  return {
    store,
    async byteSize(uploadId) {
      const whole = await head(uploadId);
      if (whole !== null) return whole;
      const arrived = await store.arrived(uploadId);
      if (arrived === null) return 0;
      if (arrived.offset !== arrived.size) return arrived.offset;
      await store.write(Readable.from([]), uploadId, arrived.offset).catch(nullIfNotFound);
      return (await head(uploadId)) ?? 0;
    },
    withLocalFile: (uploadId, work) => withCopy(bucket, store.keyOf(uploadId), work),
    remove: (uploadId) => store.remove(uploadId),
  };
}

/** Adds the bucket's prefix, which the tus store does not support. */
class PrefixedStore extends DataStore {
  readonly #bucket: S3Bucket;
  readonly #store: S3UploadStore;

  constructor(bucket: S3Bucket, size: PartSize) {
    super();
    this.#bucket = bucket;
    this.#store = new S3UploadStore(bucket, size);
    this.extensions = this.#store.extensions;
  }

  keyOf(uploadId: string): string {
    return `${this.#bucket.prefix}uploads/${uploadId}`;
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#store.create(renamed(upload, this.keyOf(upload.id)));
    return upload;
  }

  override write(stream: Readable, uploadId: string, offset: number): Promise<number> {
    return this.#store.write(stream, this.keyOf(uploadId), offset);
  }

  override async getUpload(uploadId: string): Promise<Upload> {
    return renamed(await this.#store.getUpload(this.keyOf(uploadId)), uploadId);
  }

  /** Returns null if the upload is unknown or cannot be resumed. */
  async arrived(uploadId: string): Promise<Upload | null> {
    try {
      return await this.getUpload(uploadId);
    } catch (error) {
      if ([ERRORS.FILE_NOT_FOUND, ERRORS.FILE_NO_LONGER_EXISTS].some((known) => known === error)) return null;
      throw error;
    }
  }

  /** Deletes objects one by one, because compatible servers differ in bulk deletion. */
  override async remove(uploadId: string): Promise<void> {
    const { client, name: Bucket } = this.#bucket;
    const Key = this.keyOf(uploadId);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }));
    for (const { UploadId, Key: theirs } of Uploads) {
      if (theirs !== Key || UploadId === undefined) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(nullIfNotFound);
    }
    // The metadata is deleted last, so that an interrupted removal can be repeated.
    const announced = `${Key}.info`;
    for (const each of await keysFrom(this.#bucket, Key)) if (each !== announced) await dropObject(this.#bucket, each);
    await dropObject(this.#bucket, announced);
  }
}

const renamed = (upload: Upload, id: string): Upload =>
  Object.assign(new Upload({ id, offset: upload.offset }), upload, { id });
