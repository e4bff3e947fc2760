import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { withClient } from '#server/db/with-client.ts';
import { refusePowerfulRole } from './database.ts';

const migrationsFolder = new URL('./migrations/', import.meta.url);
/** Key of the advisory lock that lets only one server migrate at a time. */
const migrationLock = 4_711_001;

/** Waits only briefly for table locks, because other queries queue behind a waiting migration. */
export async function migrate(urls: {
  readonly ownerUrl: string;
  readonly servingUrl: string;
  readonly migrations?: readonly Migration[];
  readonly log?: LockPatience['log'] & { info(fields: object, message: string): void };
  readonly patience?: Partial<LockPatience>;
}): Promise<void> {
  const { ownerUrl, log } = urls;
  const servingRole = userOf(urls.servingUrl);
  const patience = { ...usualPatience, ...(urls.log && { log: urls.log }), ...urls.patience };
  return withClient(ownerUrl, 'dais-migrate', async (client) => {
    await refuseOldServer(client);
    // Check before granting anything, because rights granted to a wrong role would never be revoked.
    if (servingRole === userOf(ownerUrl))
      throw new Error(`DATABASE_URL: the role ${servingRole} is the owner; use a role that owns nothing.`);
    await refusePowerfulRole(client, servingRole);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query("select set_config('lock_timeout', $1, false)", [`${patience.lockMs}ms`]);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const known = urls.migrations ?? (await migrations());
    const applied = await appliedMigrations(client);
    const later = [...applied.keys()].find((name) => !known.some((each) => each.name === name));
    if (later !== undefined) {
      throw new Error(`The database was upgraded to a newer version of Dais (${later}). Start that version.`);
    }
    for (const { name, sql, sha256 } of known) {
      const before = applied.get(name);
      if (before === sha256) continue;
      if (before !== undefined) throw new Error(`The migration ${name} was applied before and has changed since.`);
      await waitingForLocks(client, patience, () => applyOne(client, { name, sql, sha256 }));
      log?.info({ migration: name }, 'upgraded the database to');
    }
    await waitingForLocks(client, patience, () => client.query('call schema_tools.let_backup_read()'));
    await waitingForLocks(client, patience, () => migrateQueue(ownerUrl, patience));
    await admitServingRole(client, servingRole);
  });
}

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export async function migrations(): Promise<readonly Migration[]> {
  const names = inOrder(await readdir(migrationsFolder));
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, migrationsFolder), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Throws if two files have the same number, because their order would be unclear. */
export function inOrder(files: readonly string[]): readonly string[] {
  const names = files.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  const numberOf = (name: string | undefined) => name?.slice(0, 4);
  const second = names.find((name, index) => numberOf(name) === numberOf(names[index - 1]));
  if (second !== undefined) throw new Error(`Two migrations have the number ${numberOf(second)}.`);
  return names;
}

interface LockPatience {
  readonly log: { warn(fields: object, message: string): void };
  /** How long a step waits for its lock. Other queries may be blocked for just as long. */
  readonly lockMs: number;
  /** Pause between attempts, during which other queries can run. */
  readonly pauseMs: number;
  readonly allMs: number;
}

/** The total wait is long, because a backup of a large installation locks its tables for minutes. */
const usualPatience: LockPatience = {
  log: { warn: () => undefined },
  lockMs: 3_000,
  pauseMs: 2_000,
  allMs: 10 * 60_000,
};

/** Every session that `work` uses needs a `lock_timeout`. */
async function waitingForLocks(
  client: pg.Client,
  { log, pauseMs, allMs }: LockPatience,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const until = Date.now() + allMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const holders = await longTransactions(client);
      if (Date.now() > until) {
        throw new Error(
          `The database was not upgraded to this version, because another program, perhaps ${holders}, has locked it for ${Math.ceil(allMs / 1_000)} seconds. Start the server again when that program has ended.`,
          { cause: error },
        );
      }
      if (isFirst) log.warn({ holders }, 'the database upgrade is waiting for a lock');
      await pause(pauseMs);
    }
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '55P03') || isLockTimeout(error.cause));

async function longTransactions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%s (process %s)', coalesce(nullif(application_name, ''), 'a program without a name'), pid) as name
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 5`,
  );
  return rows.map(({ name }) => name).join(', ') || 'a process that has just ended';
}

async function appliedMigrations(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const list = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
  return new Map(list.rows.map(({ name, sha256 }) => [name, sha256]));
}

async function applyOne(client: pg.Client, file: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(file.sql);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [file.name, file.sha256]);
    await client.query('commit');
  } catch (cause) {
    // The connection may be lost, and the first failure matters more.
    await client.query('rollback').catch(() => undefined);
    throw new Error(`The migration ${file.name} failed.`, { cause });
  }
}

/** Job workers connect with the serving role and then act as dais_queue. */
async function admitServingRole(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  // Revoke the default access, because the cluster's other roles could otherwise connect.
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = client.escapeIdentifier(rows[0]?.name ?? '');
  await client.query(`revoke connect, temporary on database ${database} from public`);
  await client.query(`grant connect on database ${database} to ${name}`);
  await client.query(`grant dais_serving to ${name} with inherit true`);
  await client.query(`grant dais_queue to ${name} with inherit false, set true`);
}

async function migrateQueue(ownerUrl: string, { lockMs }: LockPatience): Promise<void> {
  const options = `-c role=dais_queue -c lock_timeout=${lockMs}ms`;
  const pool = new pg.Pool({ connectionString: ownerUrl, options, max: 2 });
  let poolError: Error | null = null;
  const keep = (error: Error): void => {
    poolError = error;
  };
  pool.on('error', keep);
  pool.on('connect', (client) => client.on('error', keep));
  try {
    await runMigrations({ pgPool: pool });
    if (poolError) throw poolError;
  } finally {
    await pool.end();
  }
}

const majorMin = 16;

export async function refuseOldServer(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  const [server] = rows;
  if (server === undefined || server.number >= majorMin * 10_000) return;
  throw new Error(
    `DATABASE_OWNER_URL points to PostgreSQL ${server.version}, but version ${majorMin} or newer is required.`,
  );
}
