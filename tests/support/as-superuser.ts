import pg from 'pg';
import type { TestContext } from './context.ts';
import { sharedCluster } from './database.ts';

/** For what no role of the product may do: look at all rows at once, and put rows as the product never would. */
export async function asSuperuser<T>(
  context: Pick<TestContext, 'pool'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: await superuserUrlOf(context) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same database as the context's, under the role that no policy holds. */
export async function superuserUrlOf(context: Pick<TestContext, 'pool'>): Promise<string> {
  const address = new URL((await sharedCluster()).superuserUrl);
  address.pathname = new URL(context.pool.options.connectionString ?? '').pathname;
  return address.href;
}

/**
 * One line per table, ours and the queue's: how many rows, and a digest of all that they say, in whatever order they lie. Two
 * of them are equal when nothing was written in between. Limits are left out: a refusal counts, too.
 */
export async function readContents(client: pg.Client): Promise<readonly string[]> {
  const tables = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') and tablename not in ('rate_limits', 'known_crontabs') order by 1`,
  );
  const each = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) as rows, sum(hashtextextended(t::text, 0)) as digest from ${name} t`,
  );
  const read = await client.query<{ name: string; rows: string; digest: string | null }>(
    `${each.join(' union all ')} order by 1`,
  );
  return read.rows.map(({ name, rows, digest }) => `${name}: ${rows} rows, ${digest}`);
}
