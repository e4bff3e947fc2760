import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** The file has been synced to disk when the promise resolves. */
export async function writeDigested(path: string, source: Readable, ...through: readonly Transform[]): Promise<Digest> {
  const { meter, digest } = measuring();
  await pipeline([source, ...through, meter, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })]);
  return digest();
}

export async function digestOfFile(path: string): Promise<Digest> {
  const { meter, digest } = measuring();
  await pipeline(createReadStream(path), meter, async (bytes: AsyncIterable<Buffer>) => {
    for await (const _ of bytes);
  });
  return digest();
}

export const digestOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

function measuring(): { readonly meter: Transform; readonly digest: () => Digest } {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { meter, digest: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Increase this number when older versions of Dais can no longer read the format. */
export const backupFormat = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const stored = { bytes: z.int().min(0), sha256: digest };

const manifestSchema = z.strictObject({
  format: z.int(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256: digest })),
  tables: z.array(
    z.strictObject({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      /** The path of gzipped COPY output, relative to `database/`. */
      file: z.string().regex(/^[0-9a-z_.-]+$/),
      ...stored,
    }),
  ),
  sequences: z.array(
    z.strictObject({ schema: z.string(), name: z.string(), last: z.string().regex(/^-?\d+$/), called: z.boolean() }),
  ),
  files: z.array(z.strictObject({ key: z.string().regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/), ...stored })),
  gone: z.array(z.string()),
  damaged: z.array(z.string()),
  keys: z.array(z.strictObject({ name: z.enum(['secret-key', 'secret-key-previous']), ...stored })),
  key_proof: digest,
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackupTable = Manifest['tables'][number];
export type BackupFile = Manifest['files'][number];

export const manifestName = 'manifest.json';
/** Name of the file that contains the manifest's SHA-256 in hexadecimal. */
export const manifestDigestName = 'manifest.sha256';

export const folderOf = {
  database: (folder: string): string => join(folder, 'database'),
  files: (folder: string): string => join(folder, 'files'),
  keys: (folder: string): string => join(folder, 'keys'),
};

export async function parseManifest(folder: string, text: string): Promise<Manifest> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw new Error(`The backup in ${folder} cannot be read, because its manifest is not JSON.`, { cause });
  }
  const format = z.looseObject({ format: z.int() }).safeParse(read);
  if (format.success && format.data.format > backupFormat) {
    throw new Error(`The backup in ${folder} was made by a newer version of Dais. Restore it with that version.`);
  }
  const parsed = manifestSchema.safeParse(read);
  if (!parsed.success) throw new Error(`The backup in ${folder} cannot be read, because its manifest is invalid.`);
  return parsed.data;
}
