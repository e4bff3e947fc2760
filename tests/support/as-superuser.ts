import pg from 'pg';
import type { TestContext } from './context.ts';
import { sharedCluster, type TestDatabase } from './database.ts';

type OfDatabase = Pick<TestContext, 'pool'> | Pick<TestDatabase, 'ownerUrl'>;

/** For what no role of the product may do: look at all rows at once, and put rows as the product never would. */
export async function asSuperuser<T>(of: OfDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await superuserUrlOf(of) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same database, under the role that no policy holds. */
export async function superuserUrlOf(of: OfDatabase): Promise<string> {
  const address = new URL((await sharedCluster()).superuserUrl);
  address.pathname = new URL('pool' in of ? (of.pool.options.connectionString ?? '') : of.ownerUrl).pathname;
  return address.href;
}

/**
 * One line per table, ours and the queue's: how many rows, and a digest of all that they say, in whatever order rows and columns lie. Two
 * of them are equal when nothing was written in between. Limits are left out: a refusal counts, too.
 */
export async function readContents(client: pg.Client): Promise<readonly string[]> {
  const known = contentsOf.get(client) ?? selectContents(client);
  contentsOf.set(client, known);
  const read = await client.query<{ name: string; rows: string; digest: string | null }>({
    name: 'contents',
    text: await known,
  });
  return read.rows.map(({ name, rows, digest }) => `${name}: ${rows} rows, ${digest}`);
}

/** A connection's tables do not change; finding and planning them takes longer than reading them. */
const contentsOf = new WeakMap<pg.Client, Promise<string>>();

async function selectContents(client: pg.Client): Promise<string> {
  // So many tables look like much to do: starting workers for it would take nearly all of its time.
  await client.query('set max_parallel_workers_per_gather = 0');
  const tables = await client.query<{ name: string; columns: string }>(
    `select format('%I.%I', table_schema, table_name) as name, string_agg(quote_ident(column_name), ', ' order by column_name) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
       and table_name not in ('rate_limits', 'known_crontabs')
     group by 1 order by 1`,
  );
  const each = tables.rows.map(
    ({ name, columns }) =>
      `select '${name}' as name, count(*) as rows, sum(hashtextextended(row(${columns})::text, 0)) as digest from ${name}`,
  );
  return `${each.join(' union all ')} order by 1`;
}
