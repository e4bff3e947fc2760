import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { migrations } from '#server/db/migrate.ts';
import { readKeyProof } from '#server/key-proof.ts';
import { listed, quoted, type Sequence, sequencesOf, type Table, tablesOf } from './catalogue.ts';
import { writeDigested } from './digest.ts';
import type { BackupTable, Manifest } from './manifest.ts';
import { type NamedFile, namedFiles } from './named-files.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

export type DatabaseDump = Pick<Manifest, 'migrations' | 'tables' | 'sequences'> & {
  /** What the rows of this moment name in storage. */
  readonly named: readonly NamedFile[];
  /** Of the key that these rows were sealed with; null when no server has served them. */
  readonly keyProof: Buffer | null;
};

/** Copies every table as it is at one moment, while others go on writing. Throws a sentence for another version's database. */
export async function dumpDatabase(ownerUrl: string, folder: string): Promise<DatabaseDump> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dais-backup' });
  await client.connect();
  try {
    await refuseUnfinishedRestore(client);
    const applied = await appliedMigrations(client);
    await client.query('begin isolation level repeatable read read only');
    const keyProof = await readKeyProof(client);
    const tables: BackupTable[] = [];
    for (const table of await tablesOf(client)) {
      await client.query(table.schema === 'public' ? 'set local role dais_backup' : 'reset role');
      tables.push(await dumpTable(client, folder, table));
    }
    await client.query('set local role dais_backup');
    const named = await namedFiles(client);
    await client.query('reset role');
    await client.query('commit');
    // Last: a sequence knows no moments, and must stand behind every row that was copied.
    const sequences: Manifest['sequences'] = [];
    for (const sequence of await sequencesOf(client)) sequences.push(await readSequence(client, sequence));
    return { migrations: [...applied], tables, sequences, named, keyProof };
  } finally {
    await client.end();
  }
}

async function dumpTable(client: pg.Client, folder: string, table: Table): Promise<BackupTable> {
  const file = `${table.schema}.${table.name}.copy.gz`;
  const rows = client.query(copyTo(`copy ${quoted(client, table)} (${listed(client, table.columns)}) to stdout`));
  const written = await writeDigested(join(folder, file), rows, createGzip({ level: 3 }));
  return { schema: table.schema, name: table.name, columns: [...table.columns], rows: rows.rowCount, file, ...written };
}

async function readSequence(client: pg.Client, sequence: Sequence): Promise<Manifest['sequences'][number]> {
  const { rows } = await client.query<{ last: string; called: boolean }>(
    `select last_value::text as last, is_called as called from ${quoted(client, sequence)}`,
  );
  const [state] = rows;
  if (state === undefined) throw new Error(`The sequence ${sequence.name} cannot be read.`);
  return { schema: sequence.schema, name: sequence.name, ...state };
}

async function appliedMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const there = await client.query<{ there: boolean }>("select to_regclass('public.migrations') is not null as there");
  if (!there.rows[0]?.there) throw new Error('There is nothing to back up: no server has used this database yet.');
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, sha256 from migrations order by name',
  );
  const known = (await migrations()).map(({ name, sha256 }) => ({ name, sha256 }));
  if (JSON.stringify(rows) !== JSON.stringify(known)) {
    throw new Error('The database is of another version of Dais. Back it up with the version that serves it.');
  }
  return rows;
}
