import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import type { S3Setting } from './storage-setting.ts';

/** The beginning of a part that has not come whole, as an object of its own. Offsets are bytes of the upload. */
export interface PartialUpload {
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
export async function findPartialUpload(
  bucket: S3Bucket,
  upload: string,
  begin: number,
): Promise<PartialUpload | null> {
  let longest: PartialUpload | null = null;
  for (const key of await keysFrom(bucket, keyOf(upload, { begin, end: 0 }).slice(0, -1))) {
    const end = Number(key.slice(key.lastIndexOf('-') + 1));
    if (Number.isSafeInteger(end) && end > (longest?.end ?? begin)) longest = { key, begin, end };
  }
  return longest;
}

/** Puts the file there; returns once the bucket keeps it. */
export async function savePartialUpload(
  bucket: S3Bucket,
  upload: string,
  given: { readonly begin: number; readonly end: number; readonly path: string },
): Promise<void> {
  const object = { Bucket: bucket.name, Key: keyOf(upload, given) };
  await withReading(given.path, (Body) => bucket.client.send(new PutObjectCommand({ ...object, Body })));
}

export async function readPartialUpload(bucket: S3Bucket, { key }: PartialUpload): Promise<Readable> {
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

/** A bucket and where in it the installation's keys begin. */
export interface S3Bucket {
  readonly client: S3Client;
  /** For bodies that are read as slowly as a browser likes: waits for its answers to begin, and then as long as the reader does. */
  readonly patientClient: S3Client;
  readonly clientConfig: S3ClientConfig;
  readonly name: string;
  /** Empty, or ending in a slash. */
  readonly prefix: string;
}

const connectMsMax = 5_000;
/** Until an answer begins, where its body may be read with pauses. */
const answerMsMax = 30_000;

export interface BucketLimits {
  /** Without a byte; a large file may take its time as long as it moves. */
  readonly silenceMs?: number;
  /** Of all work but what is read with pauses. */
  readonly sockets?: number;
}

/** Throws a sentence when the bucket cannot be reached with these keys: better at the start than at the first paper. */
export async function s3Bucket(
  setting: S3Setting,
  { silenceMs = 30_000, sockets = 100 }: BucketLimits = {},
): Promise<S3Bucket> {
  const { region, endpoint, credentials } = setting;
  const clientConfig: S3ClientConfig = {
    region,
    forcePathStyle: setting.isPathStyle,
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: connectMsMax,
      socketTimeout: silenceMs,
      httpsAgent: { maxSockets: sockets },
      httpAgent: { maxSockets: sockets },
    },
    ...(credentials ? { credentials } : {}),
    // Checksums that go behind the bytes are Amazon's; others refuse them, and the bytes have TLS.
    ...(endpoint
      ? { endpoint, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }
      : {}),
  };
  const client = new S3Client(clientConfig);
  // A reader that pauses leaves its socket still, and that is no fault: the server's own limit for still connections ends it. Each takes a
  // socket for as long, so they have no number that other work could wait behind.
  const patientClient = new S3Client({
    ...clientConfig,
    requestHandler: {
      connectionTimeout: connectMsMax,
      requestTimeout: answerMsMax,
      throwOnRequestTimeout: true,
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  });
  try {
    await client.send(new HeadBucketCommand({ Bucket: setting.bucket }));
  } catch (cause) {
    const { name, $metadata } = cause as Error & { readonly $metadata?: { readonly httpStatusCode?: number } };
    const why = $metadata?.httpStatusCode ?? name;
    throw new Error(
      `The bucket ${setting.bucket} of STORAGE_URL cannot be used (${why}): is it there, and may these keys use it?`,
      { cause },
    );
  }
  return { client, patientClient, clientConfig, name: setting.bucket, prefix: setting.prefix };
}

/** Whether S3 says that the thing is not there. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as Error & { readonly $metadata?: { readonly httpStatusCode?: number } };
  return ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(name) || $metadata?.httpStatusCode === 404;
}

/**
 * Gives `work` the bytes of a file, and fails when they cannot be read. A client whose request fails leaves the stream as it is; it is closed here,
 * or the file would stay open.
 */
export async function withReading<T>(path: string, work: (bytes: ReadStream) => Promise<T>): Promise<T> {
  const bytes = createReadStream(path);
  try {
    await once(bytes, 'open');
    const unreadable = new Promise<never>((_, reject) => {
      bytes.once('error', reject);
    });
    return await Promise.race([work(bytes), unreadable]);
  } finally {
    bytes.destroy();
  }
}
