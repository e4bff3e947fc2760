import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listed, quoted, type Table, tablesOf } from './catalogue.ts';
import { forgetGoneFiles } from './forget-gone-files.ts';
import type { BackupTable, Manifest } from './manifest.ts';
import { markLoaded } from './unfinished-restore.ts';

/**
 * Puts the rows of a backup into the tables that its own migrations made, all in one transaction. Foreign keys are taken off and
 * put back, which checks every row; triggers rest, since what they would write is among the rows.
 */
export async function loadDatabase(ownerUrl: string, folder: string, manifest: Manifest): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dais-restore' });
  await client.connect();
  try {
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
    // Nobody works on the jobs any more whom the backup saw working.
    await client.query(
      'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
    );
    await client.query(
      'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
    );
    await markLoaded(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
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
      `The backup holds ${what}, which this version of Dais has not. Restore it with the version that made it.`,
    );
  }
  const rows = client.query(copyFrom(`copy ${quoted(client, table)} (${listed(client, table.columns)}) from stdin`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), rows);
  if (rows.rowCount !== table.rows) {
    throw new Error(`The table ${table.name} got ${rows.rowCount} rows of ${table.rows}.`);
  }
}

/** Where row-level security holds for the owner, too. */
async function forcedTables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity`,
  );
  return rows.map(({ name }) => name);
}

interface ForeignKey {
  readonly name: string;
  readonly constraint: string;
  readonly definition: string;
}

async function foreignKeysOf(client: pg.Client): Promise<readonly ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as name, format('%I', conname) as constraint, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
     order by 1, 2`,
  );
  return rows;
}
