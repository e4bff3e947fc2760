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

/** Offsets are bytes within the upload. */
export interface PartialUpload {
  readonly key: string;
  readonly begin: number;
  readonly end: number;
}

/** The byte range in the key keeps a slow server from overwriting another server's part. */
const keyOf = (upload: string, { begin, end }: { readonly begin: number; readonly end: number }): string =>
  `${upload}.part-${begin}-${end}`;

/** Returns the longest partial upload that starts at `begin`, or null. */
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

export interface S3Bucket {
  readonly client: S3Client;
  /** Use this client for response bodies that are read slowly. Its timeout applies only until the response starts. */
  readonly patientClient: S3Client;
  readonly clientConfig: S3ClientConfig;
  readonly name: string;
  /** Either empty or with a slash at the end. */
  readonly prefix: string;
}

const connectMsMax = 5_000;
/** Milliseconds after which a request fails if no response has started. */
const answerMsMax = 30_000;

export interface BucketLimits {
  /** Milliseconds without data after which a transfer is aborted. Its total duration is unlimited. */
  readonly silenceMs?: number;
  /** Maximum number of sockets, not counting those for slow reads. */
  readonly sockets?: number;
}

/** Throws an error with a one-sentence message if the bucket is unreachable. */
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
    // Some servers other than Amazon's reject trailing checksums.
    ...(endpoint
      ? { endpoint, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }
      : {}),
  };
  const client = new S3Client(clientConfig);
  // Unlimited sockets, because readers that pause keep theirs open.
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
      `The bucket ${setting.bucket} of STORAGE_URL cannot be used (${why}): does it exist, and do these keys have access?`,
      { cause },
    );
  }
  return { client, patientClient, clientConfig, name: setting.bucket, prefix: setting.prefix };
}

/** For `catch`. */
export function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}

export function isNotFound(error: unknown): boolean {
  const { name, $metadata } = error as Error & { readonly $metadata?: { readonly httpStatusCode?: number } };
  return ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(name) || $metadata?.httpStatusCode === 404;
}

/** Closes the file, which the S3 client leaves open after a failed request. */
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
