import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrations } from '#server/db/migrate.ts';
import { withClient } from '#server/db/with-client.ts';
import { readKeyProof } from '#server/secret-key.ts';
import { forgetGoneFiles, namedFiles } from './files.ts';
import { type BackupTable, type Manifest, writeDigested } from './manifest.ts';
import { markLoaded, refuseUnfinishedRestore } from './unfinished-restore.ts';

const schemas = ['public', 'graphile_worker'] as const;

interface Named {
  readonly schema: string;
  readonly name: string;
}

interface Table extends Named {
  readonly columns: readonly string[];
}

async function tablesOf(client: ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and c.relname <> 'migrations' order by 1, 2`,
    [schemas],
  );
  return rows;
}

async function sequencesOf(client: ClientBase): Promise<readonly Named[]> {
  const { rows } = await client.query<Named>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}

const quoted = (client: ClientBase, { schema, name }: Named): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

const listed = (client: ClientBase, columns: readonly string[]): string =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ');

/** Throws an error with a one-sentence message if the database belongs to another version of Dais. */
export async function dumpDatabase(ownerUrl: string, folder: string) {
  return withClient(ownerUrl, 'dais-backup', async (client) => {
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
    // Sequences are not part of the snapshot. Read them last, so that their values are past every copied row.
    const sequences: Manifest['sequences'] = [];
    for (const sequence of await sequencesOf(client)) sequences.push(await readSequence(client, sequence));
    return { migrations: [...applied], tables, sequences, named, keyProof };
  });
}

async function dumpTable(client: pg.Client, folder: string, table: Table): Promise<BackupTable> {
  const file = `${table.schema}.${table.name}.copy.gz`;
  const rows = client.query(copyTo(`copy ${quoted(client, table)} (${listed(client, table.columns)}) to stdout`));
  const written = await writeDigested(join(folder, file), rows, createGzip({ level: 3 }));
  return { schema: table.schema, name: table.name, columns: [...table.columns], rows: rows.rowCount, file, ...written };
}

async function readSequence(client: pg.Client, sequence: Named): Promise<Manifest['sequences'][number]> {
  const { rows } = await client.query<{ last: string; called: boolean }>(
    `select last_value::text as last, is_called as called from ${quoted(client, sequence)}`,
  );
  const [state] = rows;
  if (state === undefined) throw new Error(`The sequence ${sequence.name} cannot be read.`);
  return { schema: sequence.schema, name: sequence.name, ...state };
}

async function appliedMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const there = await client.query<{ there: boolean }>("select to_regclass('public.migrations') is not null as there");
  if (!there.rows[0]?.there)
    throw new Error('There is nothing to back up, because no server has used this database yet.');
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, sha256 from migrations order by name',
  );
  const known = (await migrations()).map(({ name, sha256 }) => ({ name, sha256 }));
  if (JSON.stringify(rows) !== JSON.stringify(known)) {
    throw new Error('The database belongs to another version of Dais. Back it up with that version.');
  }
  return rows;
}

/** Disables triggers while loading. Restoring the foreign keys afterwards checks every row. */
export async function loadDatabase(ownerUrl: string, folder: string, manifest: Manifest): Promise<void> {
  return withClient(ownerUrl, 'dais-restore', async (client) => {
    await client.query('begin');
    const tables = await tablesOf(client);
    const forced = await forcedTables(client);
    const names = tables.map((table) => quoted(client, table));
    const foreignKeys = await foreignKeysOf(client);
    for (const name of forced) await client.query(`alter table ${name} no force row level security`);
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    for (const key of foreignKeys) await client.query(`alter table ${key.name} drop constraint ${key.constraint}`);
    await client.query(`truncate ${names.join(', ')}`);
    for (const table of manifest.tables) await loadTable(client, folder, { table, tables });
    await forgetGoneFiles(client, manifest.gone);
    for (const key of foreignKeys)
      await client.query(`alter table ${key.name} add constraint ${key.constraint} ${key.definition}`);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const name of forced) await client.query(`alter table ${name} force row level security`);
    for (const sequence of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        quoted(client, sequence),
        sequence.last,
        sequence.called,
      ]);
    }
    await client.query(
      'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
    );
    await client.query(
      'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
    );
    await markLoaded(client);
    await client.query('commit');
  });
}

async function loadTable(
  client: pg.Client,
  folder: string,
  { table, tables }: { readonly table: BackupTable; readonly tables: readonly Table[] },
): Promise<void> {
  const here = tables.find(({ schema, name }) => schema === table.schema && name === table.name);
  const unknown = here ? table.columns.find((column) => !here.columns.includes(column)) : '';
  if (unknown !== undefined) {
    const what = `${table.schema}.${table.name}${unknown && `.${unknown}`}`;
    throw new Error(
      `The backup contains ${what}, which this version of Dais does not have. Restore it with the version that made it.`,
    );
  }
  const rows = client.query(copyFrom(`copy ${quoted(client, table)} (${listed(client, table.columns)}) from stdin`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), rows);
  if (rows.rowCount !== table.rows) {
    throw new Error(`The table ${table.name} received ${rows.rowCount} of ${table.rows} rows.`);
  }
}

async function forcedTables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity`,
  );
  return rows.map(({ name }) => name);
}

async function foreignKeysOf(client: pg.Client) {
  const { rows } = await client.query<Readonly<Record<'name' | 'constraint' | 'definition', string>>>(
    `select conrelid::regclass::text as name, format('%I', conname) as constraint, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
     order by 1, 2`,
  );
  return rows;
}
