import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Contents, findContents, readContents, superuserUrlOf } from '#tests/support/as-superuser.ts';
import type { TestContext } from '#tests/support/context.ts';

/** All rows and unfinished uploads of an installation as they once stood, to be put back after a call has changed them. */
export interface KeptState {
  /** Of each table that differs from what is kept: what it holds now. */
  differences(): Promise<readonly string[]>;
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
  const tables = await findContents(client);
  for (const [index, { name }] of tables.entries())
    await client.query(`create table ${copyOf(index)} as table ${name}`);
  const kept = new Map((await readContents(client)).map((line) => [tableOf(line), line]));
  const columns: string[] = [];
  for (const { name } of tables) columns.push(await columnsOf(client, name));
  await watchWrites(client, tables);
  const folder = context.uploads.folder;
  const files = await readFiles(folder);

  /** Only what was written to is read: all tables at every call would take most of a run. */
  const differences = async (): Promise<readonly string[]> => {
    // What reads remember is written after their answers.
    await context.deferred.flush();
    const { rows } = await client.query<{ nth: number }>({
      name: 'written',
      text: `select distinct nth from ${copies}.written order by nth`,
    });
    const written = rows.map(({ nth }) => tables[nth]).filter((table) => table !== undefined);
    const now = await readContents(client, written);
    return now.filter((line) => line !== kept.get(tableOf(line)));
  };
  return {
    differences,
    async check() {
      const different = await differences();
      if (different.length > 0) throw new Error(`Written to: ${different.map(tableOf).join(', ')}`);
    },
    async putBack() {
      const changed = (await differences()).map(tableOf);
      const statements = tables.flatMap(({ name }, nth) =>
        changed.includes(name)
          ? [
              `delete from ${name}`,
              `insert into ${name} (${columns[nth]}) overriding system value select ${columns[nth]} from ${copyOf(nth)}`,
            ]
          : [],
      );
      if (statements.length === 0) return;
      await client.query(`begin; ${statements.join('; ')}; delete from ${copies}.written; commit`);
      for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    },
    async end() {
      await client.query(`drop schema ${copies} cascade`);
      await client.end();
    },
  };
}

/** Each table's number is noted by whatever writes to it, also where no other trigger fires; what is rolled back is not noted. */
async function watchWrites(client: pg.ClientBase, tables: readonly Contents[]): Promise<void> {
  await client.query(`
    create table ${copies}.written (nth int not null);
    create function ${copies}.note() returns trigger language plpgsql security definer as $$
      begin insert into ${copies}.written values (tg_argv[0]::int); return null; end
    $$;
    ${tables
      .map(
        ({ name }, nth) => `
          create trigger noted after insert or update or delete or truncate on ${name} execute function ${copies}.note(${nth});
          alter table ${name} enable always trigger noted;`,
      )
      .join('')}
  `);
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
