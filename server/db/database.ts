import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './generated.ts';
import { listsAsArrays } from './lists-as-arrays.ts';
import { poolEnding } from './pool-ending.ts';
import { connectionSecondsMax, PreparingClient } from './preparing-client.ts';

export type Database = Kysely<DB>;
export type BoardTransaction = Transaction<DB>;

// Sizes and counts fit a double; as text they would travel as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseHandle {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Connects as the serving role. `connectionsMax` counts this process's connections. */
export function openDatabase(options: {
  readonly servingUrl: string;
  readonly connectionsMax?: number;
  /** A connection ended that nobody was asking anything at that moment. */
  readonly onLost: (error: Error) => void;
}): DatabaseHandle {
  const pool = new pg.Pool({
    Client: PreparingClient,
    maxLifetimeSeconds: connectionSecondsMax,
    connectionString: options.servingUrl,
    application_name: 'dais',
    max: options.connectionsMax ?? 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    // PostgreSQL would guess from costs whether to plan a prepared statement anew for each call. Under row-level security it guesses
    // that it pays, and planning is most of the work.
    options: '-c plan_cache_mode=force_generic_plan',
  });
  const ending = poolEnding(pool);
  pool.on('error', options.onLost);
  // The pool hears of those that lie idle in it alone. One that ends between two statements of a transaction says so to nobody
  // else, and what nobody hears ends the process; the next statement fails by itself.
  pool.on('connect', (client) => client.on('error', options.onLost));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [listsAsArrays] });
  const end = async (): Promise<void> => {
    await db.destroy();
    // Kysely leaves a pool alone that it was never asked for.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close: () => ending(end) };
}

/**
 * The serving role must be unable to step over row-level security. Throws a sentence that names what is wrong.
 * Source: architecture.md, "How a request flows".
 */
export async function refusePowerfulRole(pool: pg.Pool): Promise<void> {
  const role = await pool.query<{ rolname: string; rolsuper: boolean; rolbypassrls: boolean; owns: string | null }>(
    `select r.rolname, r.rolsuper, r.rolbypassrls,
            (select c.relname from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p') limit 1) as owns
     from pg_roles r where r.rolname = current_user`,
  );
  const found = role.rows[0];
  if (!found) throw new Error('DATABASE_URL: the serving role cannot be read.');
  const name = found.rolname;
  if (found.rolsuper)
    throw new Error(`DATABASE_URL: the role ${name} is a superuser; serve with a role that owns nothing.`);
  if (found.rolbypassrls)
    throw new Error(`DATABASE_URL: the role ${name} has BYPASSRLS; serve with a role that has not.`);
  if (found.owns)
    throw new Error(
      `DATABASE_URL: the role ${name} owns the table ${found.owns}; serve with a role that owns nothing.`,
    );
}
