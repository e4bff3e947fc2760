import {
  type BinaryOperationNode,
  type Driver,
  FunctionNode,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type Transaction,
  ValueNode,
} from 'kysely';
import pg from 'pg';
import { FlightDriver } from './flight-driver.ts';
import type { DB } from './generated.ts';
import { breakOffWhenSilent } from './kept-connection.ts';

export type Database = Kysely<DB>;
export type BoardTransaction = Transaction<DB>;

// Sizes and counts are below 2^53, so 8-byte integers can be read as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type DatabaseHandle = ReturnType<typeof openDatabase>;

/** Limits how long a connection can use an outdated query plan. */
const connectionSecondsMax = 3_600;
const statementMsMax = 30_000;
/** Longer than `statementMsMax`, so that PostgreSQL itself cancels the statement first. */
const answerMsMax = statementMsMax + 5_000;

export function openDatabase(options: {
  readonly servingUrl: string;
  readonly connectionsMax?: number;
  readonly onLost: (error: Error) => void;
}) {
  const pool = new pg.Pool({
    maxLifetimeSeconds: connectionSecondsMax,
    connectionString: options.servingUrl,
    application_name: 'dais',
    max: options.connectionsMax ?? 20,
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementMsMax,
    idle_in_transaction_session_timeout: 60_000,
    // Without this, PostgreSQL would plan every execution again because of row-level security.
    options: '-c plan_cache_mode=force_generic_plan',
  });
  const ending = poolEnding(pool);
  pool.on('error', options.onLost);
  // An unhandled error event of an idle client would end the process.
  pool.on('connect', (client) => client.on('error', options.onLost));
  pool.on('connect', (client) => breakOffWhenSilent(client, answerMsMax));
  // A failed commit or rollback leaves the connection in a transaction, so roll back before its next use.
  pool.on('acquire', (client) => {
    const status = client.getTransactionStatus();
    if (status === 'E' || status === 'T') client.query('rollback').catch(options.onLost);
  });
  const db = queriesOn(new FlightDriver(pool));
  const end = async (): Promise<void> => {
    await db.destroy();
    // Kysely ends the pool only if Kysely has used it.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close: () => ending(end) };
}

export const queriesOn = (driver: Driver): Database =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [listsAsArrays],
  });

/** Throws a one-sentence error if the serving role can bypass row-level security. */
export async function refusePowerfulRole(connection: Pick<pg.ClientBase, 'query'>, name: string): Promise<void> {
  const role = await connection.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: string | null }>(
    `select r.rolsuper, r.rolbypassrls,
            (select c.relname from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p') limit 1) as owns
     from pg_roles r where r.rolname = $1`,
    [name],
  );
  const found = role.rows[0];
  if (!found) throw new Error(`DATABASE_URL: there is no role ${name}.`);
  if (found.rolsuper) throw new Error(`DATABASE_URL: the role ${name} is a superuser; use a role that owns nothing.`);
  if (found.rolbypassrls) throw new Error(`DATABASE_URL: the role ${name} has BYPASSRLS; use a role without it.`);
  if (found.owns)
    throw new Error(`DATABASE_URL: the role ${name} owns the table ${found.owns}; use a role that owns nothing.`);
}

/** Passes a list as one array, so that lists of any length use the same prepared statement. */
const listsAsArrays: KyselyPlugin = {
  transformQuery: ({ node, queryId }: PluginTransformQueryArgs) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }: PluginTransformResultArgs) => result,
};

class ListTransformer extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const { operator, rightOperand, ...rest } = super.transformBinaryOperation(node);
    if (!OperatorNode.is(operator) || !PrimitiveValueListNode.is(rightOperand))
      return { operator, rightOperand, ...rest };
    const values = [ValueNode.create([...rightOperand.values])];
    switch (operator.operator) {
      case 'in':
        return { ...rest, operator: OperatorNode.create('='), rightOperand: FunctionNode.create('any', values) };
      case 'not in':
        return { ...rest, operator: OperatorNode.create('<>'), rightOperand: FunctionNode.create('all', values) };
      default:
        return { operator, rightOperand, ...rest };
    }
  }
}

const transformer = new ListTransformer();

/**
 * Call this before the first connection is opened. The returned function runs `end` and waits until all connections are
 * closed.
 */
export function poolEnding(pool: pg.Pool): (end: () => Promise<void>) => Promise<void> {
  const open = new Set<Promise<unknown>>();
  pool.on('connect', (client) => {
    const ended = new Promise((resolve) => client.once('end', resolve)).finally(() => open.delete(ended));
    open.add(ended);
  });
  return async (end) => {
    await end();
    await Promise.all(open);
  };
}
