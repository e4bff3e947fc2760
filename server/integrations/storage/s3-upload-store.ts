import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { HeadObjectCommand, type Part } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { ERRORS, Upload } from '@tus/server';
import {
  dropObject,
  findPartialUpload,
  isNotFound,
  nullIfNotFound,
  type PartialUpload,
  readPartialUpload,
  type S3Bucket,
  savePartialUpload,
  withReading,
} from './s3-bucket.ts';

/** S3's minimum for all parts except the last. */
const leastPartBytes = 5 * 1024 * 1024;

export interface PartSize {
  readonly partBytes?: number;
}

interface Arrived {
  readonly begin: number;
  readonly end: number;
  readonly kept: PartialUpload | null;
  readonly isFinished: boolean;
}

/** Upload ids are full keys in the bucket (decision 014). */
export class S3UploadStore extends S3Store {
  readonly #bucket: S3Bucket;
  readonly #partBytes: number;

  constructor(bucket: S3Bucket, { partBytes = leastPartBytes }: PartSize = {}) {
    super({
      s3ClientConfig: { ...bucket.clientConfig, bucket: bucket.name },
      useTags: false,
      // No cache, because another server may have finished the upload.
      cache: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
    });
    this.#bucket = bucket;
    this.#partBytes = partBytes;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { file } = await this.getMetadata(id).catch((error: unknown) => {
      throw isNotFound(error) ? ERRORS.FILE_NOT_FOUND : error;
    });
    return at(file, (await this.#arrived(id, file)).end);
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const metadata = await this.getMetadata(id);
    const size = sizeOf(metadata.file);
    const bytes = new Bytes(source);
    let { begin, end, kept, isFinished } = await this.#arrived(id, metadata.file);
    if (end !== offset) throw ERRORS.INVALID_OFFSET;
    if (isFinished) return size;
    while (end < size) {
      const partEnd = Math.min(begin + this.#partBytes, size);
      const path = join(tmpdir(), `dais-part-${randomUUID()}`);
      try {
        const came = await this.#gather(path, kept, (file) => bytes.copyTo(file, partEnd - end));
        end += came;
        if (end === partEnd) {
          await withReading(path, (part) => this.uploadPart(metadata, part, begin / this.#partBytes + 1));
        } else if (came > 0) await savePartialUpload(this.#bucket, id, { begin, end, path });
        // The newly stored object already contains the bytes of this partial upload.
        if (kept && came > 0) await dropObject(this.#bucket, kept.key);
      } finally {
        await rm(path, { force: true });
      }
      if (end < partEnd) {
        bytes.throwFailure();
        return end;
      }
      begin = partEnd;
      kept = null;
    }
    const parts = await this.#parts(id, metadata.file);
    if (parts === null) return size;
    // The bucket's listing may be delayed, so a retry is needed.
    if (parts.length * this.#partBytes < size) throw new Error(`The bucket does not list all parts of ${id} yet.`);
    await this.finishMultipartUpload(metadata, [...parts]).catch(async (error: unknown) => {
      if (!isNotFound(error) || !(await this.#isFinished(id))) throw error;
    });
    return size;
  }

  async #arrived(id: string, file: Upload): Promise<Arrived> {
    const size = sizeOf(file);
    const parts = await this.#parts(id, file);
    if (parts === null) return { begin: size, end: size, kept: null, isFinished: true };
    const begin = Math.min(parts.length * this.#partBytes, size);
    const kept = await findPartialUpload(this.#bucket, id, begin);
    return { begin, end: kept?.end ?? begin, kept, isFinished: false };
  }

  /** Returns the parts before the first gap, or null if the object is complete. */
  async #parts(id: string, file: Upload): Promise<readonly Part[] | null> {
    const parts = await this.retrieveParts(id).catch(nullIfNotFound);
    if (parts === null) {
      if (await this.#isFinished(id)) return null;
      // A lifecycle rule of the bucket may have deleted the upload.
      throw ERRORS.FILE_NO_LONGER_EXISTS;
    }
    for (const { PartNumber = 0, Size } of parts) {
      const wanted = Math.min(this.#partBytes, sizeOf(file) - (PartNumber - 1) * this.#partBytes);
      // A part of a different size was stored by an older version of Dais.
      if (Size !== wanted) throw ERRORS.FILE_NO_LONGER_EXISTS;
    }
    const gap = parts.findIndex(({ PartNumber }, index) => PartNumber !== index + 1);
    return gap === -1 ? parts : parts.slice(0, gap);
  }

  async #isFinished(id: string): Promise<boolean> {
    const { client, name: Bucket } = this.#bucket;
    return (await client.send(new HeadObjectCommand({ Bucket, Key: id })).catch(nullIfNotFound)) !== null;
  }

  async #gather(
    path: string,
    kept: PartialUpload | null,
    copy: (file: FileHandle) => Promise<number>,
  ): Promise<number> {
    await using file = await open(path, 'ax', 0o600);
    if (kept) await file.appendFile(await readPartialUpload(this.#bucket, kept));
    // Awaited, so that the file stays open until the copy is done.
    return await copy(file);
  }
}

/** Reports an error only after the bytes that arrived before it were stored. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);
  #failure: { readonly error: unknown } | null = null;

  constructor(source: Readable) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async copyTo(file: FileHandle, max: number): Promise<number> {
    let copied = 0;
    while (copied < max) {
      if (this.#left.length === 0) {
        const next = await this.#chunks.next().catch((error: unknown) => {
          this.#failure = { error };
          return null;
        });
        if (next === null || next.done === true) break;
        this.#left = next.value;
      }
      const taken = this.#left.subarray(0, max - copied);
      await file.appendFile(taken);
      this.#left = this.#left.subarray(taken.length);
      copied += taken.length;
    }
    return copied;
  }

  throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

function sizeOf({ size }: Upload): number {
  if (size === undefined) throw ERRORS.INVALID_LENGTH;
  return size;
}

const at = (file: Upload, offset: number): Upload =>
  Object.assign(new Upload({ id: file.id, offset }), file, { offset });
