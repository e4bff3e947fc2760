import pg from 'pg';
import type { TestContext } from './context.ts';
import { sharedCluster, type TestDatabase } from './database.ts';

export type OfDatabase = Pick<TestContext, 'pool'> | Pick<TestDatabase, 'ownerUrl'>;

export async function asSuperuser<T>(of: OfDatabase, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await poolOf(await superuserUrlOf(of)).connect();
  try {
    const result = await work(client);
    client.release(contentsOf.has(client) || !(await isAsNew(client)));
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Returns a template tag that runs a statement and passes the inserted values as parameters. */
export const statementOf =
  (client: pg.ClientBase) =>
  (parts: TemplateStringsArray, ...values: readonly unknown[]) =>
    client.query(
      parts.reduce((before, after, nth) => `${before}$${nth}${after}`),
      [...values],
    );

/** Returns false in an open transaction, because PostgreSQL then rejects the reset of the connection's settings. */
const isAsNew = (client: pg.ClientBase): Promise<boolean> =>
  client.query('discard all').then(
    () => true,
    () => false,
  );

/** Connections are reused, because opening one takes ten times as long as most queries. */
const pools = new Map<string, pg.Pool>();

function poolOf(url: string): pg.Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 20, idleTimeoutMillis: 2_000, allowExitOnIdle: true });
  // An idle connection fails when a test drops its database or stops the server.
  pool.on('error', () => undefined);
  pool.on('remove', () => {
    if (pool.totalCount === 0) pools.delete(url);
  });
  pools.set(url, pool);
  return pool;
}

/** Call this function before all connections to a database are ended from outside the pool. */
export async function endResting(url: string): Promise<void> {
  const pool = pools.get(url);
  pools.delete(url);
  await pool?.end();
}

export async function superuserUrlOf(of: OfDatabase): Promise<string> {
  const address = new URL((await sharedCluster()).superuserUrl);
  address.pathname = new URL('pool' in of ? (of.pool.options.connectionString ?? '') : of.ownerUrl).pathname;
  return address.href;
}

export interface Contents {
  readonly name: string;
  readonly select: string;
}

/**
 * Returns a digest of each table, which does not depend on the order of rows and columns. Excludes rate limits, because
 * rejected requests also change them.
 */
export async function readContents(client: pg.ClientBase, of?: readonly Contents[]): Promise<readonly string[]> {
  const tables = of ?? (await findContents(client));
  if (tables.length === 0) return [];
  const read = await client.query<{ name: string; rows: string; digest: string | null }>({
    ...(of === undefined && { name: 'contents' }),
    text: `${tables.map(({ select }) => select).join(' union all ')} order by 1`,
  });
  return read.rows.map(({ name, rows, digest }) => `${name}: ${rows} rows, ${digest}`);
}

/** Cached per connection, because finding the tables takes longer than reading them. */
const contentsOf = new WeakMap<pg.ClientBase, Promise<readonly Contents[]>>();

export function findContents(client: pg.ClientBase): Promise<readonly Contents[]> {
  const known = contentsOf.get(client) ?? selectContents(client);
  contentsOf.set(client, known);
  return known;
}

async function selectContents(client: pg.ClientBase): Promise<readonly Contents[]> {
  // PostgreSQL would take longer to start parallel workers than to read the small tables.
  await client.query('set max_parallel_workers_per_gather = 0');
  const tables = await client.query<{ name: string; columns: string }>(
    `select format('%I.%I', table_schema, table_name) as name, string_agg(quote_ident(column_name), ', ' order by column_name) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
       and table_name <> 'rate_limits'
     group by 1 order by 1`,
  );
  return tables.rows.map(({ name, columns }) => ({
    name,
    select: `select '${name}' as name, count(*) as rows, sum(hashtextextended(row(${columns})::text, 0)) as digest from ${name}`,
  }));
}
