import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Contents, findContents, readContents, superuserUrlOf } from '#tests/support/as-superuser.ts';
import type { TestContext } from '#tests/support/context.ts';

export type KeptState = Awaited<ReturnType<typeof keepState>>;

const copies = 'kept';
const puttingBack = 'kept.puts_back';

/** Excludes rate limits, because rejected calls change those too. */
export async function keepState(context: TestContext) {
  const client = new pg.Client({ connectionString: await superuserUrlOf(context) });
  await client.connect();
  await context.deferred.flush();
  // Triggers and foreign-key checks are off, because they would fail while rows are restored one table at a time.
  await client.query(`create schema ${copies}; set session_replication_role = replica`);
  const tables = await findContents(client);
  await watchWrites(client, tables);
  await client.query('begin isolation level repeatable read');
  for (const [index, { name }] of tables.entries())
    await client.query(`create table ${copyOf(index)} as table ${name}`);
  const kept = new Map((await readContents(client)).map((line) => [tableOf(line), line]));
  await client.query('commit');
  const columns: string[] = [];
  for (const { name } of tables) columns.push(await columnsOf(client, name));
  const folder = context.uploads.folder;
  const files = await readFiles(folder);

  const look = async () => {
    // Waits, because a read's deferred writes happen after its response.
    await context.deferred.flush();
    const { rows } = await client.query<{ id: string; nth: number }>({
      name: 'written',
      text: `select id, nth from ${copies}.written`,
    });
    const now = await readContents(
      client,
      tables.filter((_, index) => rows.some(({ nth }) => nth === index)),
    );
    return {
      different: now.filter((line) => line !== kept.get(tableOf(line))),
      notes: rows.map(({ id }) => id),
    };
  };
  const differences = async () => (await look()).different;
  return {
    differences,
    async check(): Promise<void> {
      const different = await differences();
      if (different.length > 0) throw new Error(`Written to: ${different.map(tableOf).join(', ')}`);
    },
    async putBack(): Promise<void> {
      const { different, notes } = await look();
      const changed = different.map(tableOf);
      const statements = tables.flatMap(({ name }, nth) =>
        changed.includes(name)
          ? [
              `delete from ${name}`,
              `insert into ${name} (${columns[nth]}) overriding system value select ${columns[nth]} from ${copyOf(nth)}`,
            ]
          : [],
      );
      if (notes.length === 0) return;
      statements.push(`delete from ${copies}.written where id in (${notes.join(', ')})`);
      await client.query(`begin; set local ${puttingBack} = 'on'; ${statements.join('; ')}; commit`);
      if (changed.length === 0) return;
      for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    },
    async end(): Promise<void> {
      await context.deferred.flush();
      for (const { name } of tables) await client.query(`drop trigger noted on ${name}`);
      await client.query(`drop schema ${copies} cascade`);
      await client.end();
    },
  };
}

async function watchWrites(client: pg.ClientBase, tables: readonly Contents[]): Promise<void> {
  await client.query(`
    create table ${copies}.written (id bigint generated always as identity, nth int not null);
    create function ${copies}.note() returns trigger language plpgsql security definer as $$
      begin
        if current_setting('${puttingBack}', true) is distinct from 'on' then
          insert into ${copies}.written (nth) values (tg_argv[0]::int);
        end if;
        return null;
      end
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
