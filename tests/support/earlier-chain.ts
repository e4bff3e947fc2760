import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Migration } from '#server/db/migrate.ts';

/** The migrations that the baseline replaced, as they were; [{"name", "sql"}], gzipped. */
export async function earlierMigrations(): Promise<readonly Migration[]> {
  const packed = await readFile(new URL('./earlier-chain.json.gz', import.meta.url));
  const files = JSON.parse(gunzipSync(packed).toString('utf8')) as readonly Omit<Migration, 'sha256'>[];
  return files.map(({ name, sql }) => ({ name, sql, sha256: createHash('sha256').update(sql).digest('hex') }));
}
