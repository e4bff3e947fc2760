import { HeadBucketCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Setting } from './storage-setting.ts';

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
