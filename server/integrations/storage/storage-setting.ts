import { fileURLToPath } from 'node:url';

export type StorageSetting =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly prefix: string;
      readonly region: string;
      readonly endpoint: string | null;
      /** Whether URLs contain the bucket's name in the path instead of the host name. */
      readonly isPathStyle: boolean;
      /** This is null if Amazon's client finds the credentials itself, for example from a role. */
      readonly credentials: S3Credentials | null;
    };

export type S3Setting = Extract<StorageSetting, { readonly kind: 's3' }>;

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * Accepts `file:///srv/files` or `s3://bucket/prefix?region=…&endpoint=…&pathStyle=…`. Throws an error with a
 * one-sentence message.
 */
export function readStorageUrl(value: string, credentials: S3Credentials | null): StorageSetting {
  const url = new URL(value);
  return url.protocol === 's3:' ? readS3Url(url, credentials) : { kind: 'folder', folder: folderOf(value) };
}

const known: readonly string[] = ['region', 'endpoint', 'pathStyle'];

function readS3Url(url: URL, credentials: S3Credentials | null): S3Setting {
  const wrong = (why: string): Error => new Error(`The setting STORAGE_URL is wrong: ${why}.`);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) throw wrong('after s3:// it must name a bucket');
  if (url.username || url.password) throw wrong('keys belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const asked = [...url.searchParams.keys()];
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrong(`its parameters can be ${known.join(', ')}, not ${unknown}`);
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (!/^([a-zA-Z0-9_.-]+(\/[a-zA-Z0-9_.-]+)*)?$/.test(prefix)) throw wrong(`${prefix} is not a valid key prefix`);
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw wrong('its endpoint must be an http or https address');
  }
  const pathStyle = url.searchParams.get('pathStyle') ?? String(endpoint !== null);
  if (pathStyle !== 'true' && pathStyle !== 'false') throw wrong('its pathStyle must be true or false');
  return {
    kind: 's3',
    bucket: url.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint,
    isPathStyle: pathStyle === 'true',
    credentials,
  };
}

function folderOf(value: string): string {
  try {
    return fileURLToPath(value);
  } catch (cause) {
    const how = 'it must name a folder on this machine, as in file:///srv/files';
    throw new Error(`The setting STORAGE_URL is wrong: ${how}.`, { cause });
  }
}
