import { HeadBucketCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Setting } from './storage-setting.ts';

/** A bucket and where in it the installation's keys begin. */
export interface S3Bucket {
  readonly client: S3Client;
  readonly clientConfig: S3ClientConfig;
  readonly name: string;
  /** Empty, or ending in a slash. */
  readonly prefix: string;
}

const connectMsMax = 5_000;
/** Without a byte; a large file may take its time as long as it moves. */
const silenceMsMax = 30_000;
const socketsMax = 100;

/** Throws a sentence when the bucket cannot be reached with these keys: better at the start than at the first paper. */
export async function s3Bucket(setting: S3Setting): Promise<S3Bucket> {
  const { region, endpoint, credentials } = setting;
  const clientConfig: S3ClientConfig = {
    region,
    forcePathStyle: setting.isPathStyle,
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: connectMsMax,
      socketTimeout: silenceMsMax,
      httpsAgent: { maxSockets: socketsMax },
      httpAgent: { maxSockets: socketsMax },
    },
    ...(credentials ? { credentials } : {}),
    // Checksums that go behind the bytes are Amazon's; others refuse them, and the bytes have TLS.
    ...(endpoint
      ? { endpoint, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }
      : {}),
  };
  const client = new S3Client(clientConfig);
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
  return { client, clientConfig, name: setting.bucket, prefix: setting.prefix };
}

/** Whether S3 says that the thing is not there. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as Error & { readonly $metadata?: { readonly httpStatusCode?: number } };
  return ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(name) || $metadata?.httpStatusCode === 404;
}
