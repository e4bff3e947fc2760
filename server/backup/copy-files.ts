import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { DocumentStorage } from '#server/integrations/storage/document-storage.ts';
import { writeDigested } from './digest.ts';
import type { BackupFile, Manifest } from './manifest.ts';
import { type NamedFile, namedFiles } from './named-files.ts';

/** Copies what the rows name. What cannot be had is looked up again: rows that went with their files are no loss. */
export async function copyFiles(
  storage: DocumentStorage,
  given: { readonly ownerUrl: string; readonly folder: string; readonly named: readonly NamedFile[] },
): Promise<Pick<Manifest, 'files' | 'gone' | 'damaged'>> {
  const files: BackupFile[] = [];
  const missing: string[] = [];
  const damaged: string[] = [];
  for (const { key, sha256 } of given.named) {
    const path = join(given.folder, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const source = await openIfThere(storage, key);
    if (source === null) {
      missing.push(key);
      continue;
    }
    const written = await writeDigested(path, source);
    if (sha256 !== null && sha256 !== written.sha256) damaged.push(key);
    files.push({ key, ...written });
  }
  const still = missing.length > 0 ? await namedNow(given.ownerUrl) : new Set<string>();
  return {
    files,
    gone: missing.filter((key) => !still.has(key)),
    damaged: [...damaged, ...missing.filter((key) => still.has(key))],
  };
}

/** Null when there is none; asked for its size first, since a local file's stream fails only when it is read. */
async function openIfThere(storage: DocumentStorage, key: string) {
  try {
    await storage.byteSize(key);
    return await storage.open(key, null);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    const cause = (error as Error).cause as { readonly name?: string } | undefined;
    if (code === 'ENOENT' || [name, cause?.name].some((each) => each === 'NotFound' || each === 'NoSuchKey'))
      return null;
    throw error;
  }
}

async function namedNow(ownerUrl: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dais-backup' });
  await client.connect();
  try {
    await client.query('set role dais_backup');
    return new Set((await namedFiles(client)).map(({ key }) => key));
  } finally {
    await client.end();
  }
}
