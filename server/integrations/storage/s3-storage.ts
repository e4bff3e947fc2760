import { createWriteStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { inTemporaryFolder } from '#server/file-system.ts';
import { checkedKey, type DocumentStorage, type StoredFile } from './document-storage.ts';
import { type S3Bucket, withReading } from './s3-bucket.ts';
import type { ByteRange } from './sent-file.ts';

/** Writes no temporary objects, because a PUT is atomic and durable (decision 014). */
export function createS3Storage(bucket: S3Bucket): DocumentStorage {
  // Sends no access control lists, because modern buckets reject them.
  const disk = new Disk(
    new S3Driver({ client: bucket.client, bucket: bucket.name, visibility: 'private', supportsACL: false }),
  );
  const inBucket = (key: string): string => `${bucket.prefix}${checkedKey(key)}`;
  const open: DocumentStorage['open'] = (key, range) =>
    readObject(bucket.patientClient, { Bucket: bucket.name, Key: inBucket(key) }, range);
  return {
    async putFile(key, path) {
      const found = await lstat(path);
      if (!found.isFile()) throw new Error(`Not a file: ${path}`);
      const contentLength = found.size;
      const contentType = 'application/octet-stream';
      await withReading(path, (bytes) => disk.putStream(inBucket(key), bytes, { contentLength, contentType }));
    },
    byteSize: async (key) => (await disk.getMetaData(inBucket(key))).contentLength,
    open,
    openForResponse: open,
    withLocalFile: (key, work) => withCopy(bucket, inBucket(key), work),
    remove: (key) => disk.delete(inBucket(key)),
    async folders(folder) {
      const names: string[] = [];
      for await (const found of each(disk, inBucket(folder), { recursive: false }))
        if (found.isDirectory) names.push(found.name);
      return names;
    },
    async list(folder) {
      const listed: StoredFile[] = [];
      for await (const found of each(disk, inBucket(folder), { recursive: true })) {
        // Folder `a` would otherwise match `ab`, because Flydrive drops the trailing slash.
        if (!found.isFile || !found.key.startsWith(`${inBucket(folder)}/`)) continue;
        const { lastModified } = await found.getMetaData();
        listed.push({ key: found.key.slice(bucket.prefix.length), storedAt: lastModified });
      }
      return listed;
    },
    async room() {
      await bucket.client.send(new HeadBucketCommand({ Bucket: bucket.name }));
      return null;
    },
  };
}

async function readObject(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  range: ByteRange | null,
): Promise<Readable> {
  const { Body } = await client.send(
    new GetObjectCommand({ ...object, ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
  );
  return Body as Readable;
}

export function withCopy<T>(bucket: S3Bucket, key: string, work: (path: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder('dais-file-', async (folder) => {
    const path = join(folder, 'file');
    const bytes = await readObject(bucket.client, { Bucket: bucket.name, Key: key }, null);
    await pipeline(bytes, createWriteStream(path));
    return work(path);
  });
}

async function* each(disk: Disk, folder: string, { recursive }: { readonly recursive: boolean }) {
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll(folder, { recursive, ...(paginationToken ? { paginationToken } : {}) });
    yield* page.objects;
    ({ paginationToken } = page);
  } while (paginationToken);
}
