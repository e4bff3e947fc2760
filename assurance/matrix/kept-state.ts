import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { readContents, superuserUrlOf } from '#tests/support/as-superuser.ts';
import type { TestContext } from '#tests/support/context.ts';

/** All rows and unfinished uploads of an installation as they once stood, to be put back after a call has changed them. */
export interface KeptState {
  /** All that is stored now. */
  contents(): Promise<readonly string[]>;
  /** Throws, naming the tables, where anything differs from what is kept. */
  check(): Promise<void>;
  /** Makes everything as it was kept; costs only what was changed. */
  putBack(): Promise<void>;
  end(): Promise<void>;
}

const copies = 'kept';

/** Keeps what stands now. Rows of limits are not kept: a refusal counts, too. */
export async function keepState(context: TestContext): Promise<KeptState> {
  const client = new pg.Client({ connectionString: await superuserUrlOf(context) });
  await client.connect();
  // Rows are put back table by table: no trigger and no foreign key looks at what stands between.
  await client.query(`create schema ${copies}; set session_replication_role = replica`);
  const kept = await readContents(client);
  const tables = kept.map(tableOf);
  for (const [index, table] of tables.entries()) await client.query(`create table ${copyOf(index)} as table ${table}`);
  const columns: string[] = [];
  for (const table of tables) columns.push(await columnsOf(client, table));
  const folder = context.uploads.folder;
  const files = await readFiles(folder);

  const changed = async () => {
    // What reads remember is written after their answers.
    await context.deferred.flush();
    const now = await readContents(client);
    return tables.flatMap((table, index) => (now[index] === kept[index] ? [] : [{ table, index }]));
  };
  return {
    contents: () => readContents(client),
    async check() {
      const different = await changed();
      if (different.length > 0) throw new Error(`Written to: ${different.map(({ table }) => table).join(', ')}`);
    },
    async putBack() {
      const statements = (await changed()).flatMap(({ table, index }) => [
        `delete from ${table}`,
        `insert into ${table} (${columns[index]}) overriding system value select ${columns[index]} from ${copyOf(index)}`,
      ]);
      if (statements.length === 0) return;
      await client.query(`begin; ${statements.join('; ')}; commit`);
      for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    },
    async end() {
      await client.query(`drop schema ${copies} cascade`);
      await client.end();
    },
  };
}

const tableOf = (line: string): string => line.slice(0, line.indexOf(':'));
const copyOf = (index: number): string => `${copies}.t${index}`;

/** All that can be written: what is generated comes by itself. */
async function columnsOf(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I', attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(folder);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}
