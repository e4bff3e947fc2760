import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Bucket } from './s3-bucket.ts';
import { withReading } from './with-reading.ts';

/** The beginning of a part that has not come whole, as an object of its own. Offsets are bytes of the upload. */
export interface Beginning {
  readonly key: string;
  readonly begin: number;
  readonly end: number;
}

/**
 * Which bytes of the upload it holds stands in its key. So what comes late from a server that lost its lock stands beside what another has kept
 * meanwhile, and never in its place.
 */
const keyOf = (upload: string, { begin, end }: { readonly begin: number; readonly end: number }): string =>
  `${upload}.part-${begin}-${end}`;

/** The longest beginning of the part that begins there; null where none is kept. `upload` is a whole key. */
export async function findBeginning(bucket: S3Bucket, upload: string, begin: number): Promise<Beginning | null> {
  let longest: Beginning | null = null;
  for (const key of await keysFrom(bucket, keyOf(upload, { begin, end: 0 }).slice(0, -1))) {
    const end = Number(key.slice(key.lastIndexOf('-') + 1));
    if (Number.isSafeInteger(end) && end > (longest?.end ?? begin)) longest = { key, begin, end };
  }
  return longest;
}

/** Puts the file there; returns once the bucket keeps it. */
export async function keepBeginning(
  bucket: S3Bucket,
  upload: string,
  given: { readonly begin: number; readonly end: number; readonly path: string },
): Promise<void> {
  const object = { Bucket: bucket.name, Key: keyOf(upload, given) };
  await withReading(given.path, (Body) => bucket.client.send(new PutObjectCommand({ ...object, Body })));
}

export async function readBeginning(bucket: S3Bucket, { key }: Beginning): Promise<Readable> {
  const { Body } = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: key }));
  return Body as Readable;
}

export async function dropObject(bucket: S3Bucket, key: string): Promise<void> {
  await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: key }));
}

/** All keys that begin so. */
export async function keysFrom({ client, name }: S3Bucket, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: name, Prefix: prefix, ...(ContinuationToken ? { ContinuationToken } : {}) }),
    );
    keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return keys;
}
