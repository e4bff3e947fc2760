import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientBase } from 'pg';
import { withClient } from '#server/db/with-client.ts';
import { logos, people, pictureKey, pictureOfUrl } from '#server/features/members/pictures/present.ts';
import type { DocumentStorage } from '#server/integrations/storage/document-storage.ts';
import { type BackupFile, type Manifest, writeDigested } from './manifest.ts';

/** A missing file counts as damaged unless its row was deleted during the backup. */
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

/** Gets the size first, because opening a missing local file fails only on the first read. */
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
  return withClient(ownerUrl, 'dais-backup', async (client) => {
    await client.query('set role dais_backup');
    return new Set((await namedFiles(client)).map(({ key }) => key));
  });
}

/** Deletes dependent rows explicitly, because the foreign keys are not restored yet and cannot cascade. */
export async function forgetGoneFiles(client: ClientBase, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  await client.query('delete from board_books where storage_key = any($1)', [gone]);
  await client.query('delete from paper_submissions where storage_key = any($1)', [gone]);
  const pictures = gone.flatMap((key) => {
    const [, folder, id] = /^(pictures|logos)\/([a-f0-9]{64})-/.exec(key) ?? [];
    if (id === undefined) return [];
    return [folder === people.folder ? people.url(id) : logos.url(id)];
  });
  await client.query('update users set img_url = null where img_url = any($1)', [pictures]);
  await client.query('update boards set logo_url = null where logo_url = any($1)', [pictures]);
  const purged = await client.query<{ id: string }>(
    'select distinct document_id as id from document_versions where storage_key = any($1)',
    [gone],
  );
  const ids = purged.rows.map(({ id }) => id);
  const { rows: below } = await client.query<{ name: string; column: string }>(
    `select c.table_name as name, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('document_id', 'version_id')
       and c.table_name <> 'signature_requests'`,
  );
  const versions = await client.query<{ id: string }>('select id from document_versions where document_id = any($1)', [
    ids,
  ]);
  const idsOf = { document_id: ids, version_id: versions.rows.map(({ id }) => id) };
  for (const { name, column } of below) {
    await client.query(`delete from ${client.escapeIdentifier(name)} where ${column} = any($1)`, [
      idsOf[column as keyof typeof idsOf],
    ]);
  }
  // A signature request remains after its document is deleted.
  await client.query('update signature_requests set document_id = null where document_id = any($1)', [ids]);
  await client.query('delete from documents where id = any($1)', [ids]);
}

export interface NamedFile {
  readonly key: string;
  readonly sha256: string | null;
}

/** The role of `client` must be able to read everything. */
export async function namedFiles(client: ClientBase): Promise<readonly NamedFile[]> {
  const stored = await client.query<NamedFile>(
    `select key, max(sha256) as sha256 from (
     select storage_key as key, encode(sha256, 'hex') as sha256 from document_versions
     union all select preview_key, null from document_versions where preview_key is not null
     union all select reading_key, null from document_versions where reading_key is not null
     union all select storage_key, null from board_books where storage_key is not null
     union all select storage_key, encode(sha256, 'hex') from signature_requests where kind <> 'document'
     union all select sealed_key, encode(sealed_sha256, 'hex') from signature_requests
       where kind <> 'document' and sealed_key is not null
     union all select storage_key, encode(sha256, 'hex') from paper_submissions where storage_key is not null
     union all select reading_key, null from paper_submissions where reading_key is not null
     ) named group by key`,
  );
  const shown = await client.query<{ kind: 'people' | 'logos'; url: string }>(
    `select 'people' as kind, img_url as url from users where img_url is not null
     union all select 'logos', logo_url from boards where logo_url is not null`,
  );
  const pictures = shown.rows.flatMap(({ kind: name, url }) => {
    const kind = name === 'people' ? people : logos;
    const id = pictureOfUrl(kind, url);
    return id === null ? [] : kind.sizes.map((size) => ({ key: pictureKey(kind, id, size), sha256: null }));
  });
  return [...stored.rows, ...pictures];
}
