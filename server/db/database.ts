import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  FunctionNode,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  PrimitiveValueListNode,
  type Transaction,
  type TransactionSettings,
  ValueNode,
} from 'kysely';
import pg from 'pg';
import type { DB } from './generated.ts';
import { breakOffWhenSilent } from './kept-connection.ts';

export type Database = Kysely<DB>;
export type BoardTransaction = Transaction<DB>;

// Sizes and counts fit a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseHandle {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const statementMsMax = 30_000;
/** Long after PostgreSQL would have cancelled the statement itself. */
const answerMsMax = statementMsMax + 5_000;

/** Connects as the serving role. `connectionsMax` applies to this process. */
export function openDatabase(options: {
  readonly servingUrl: string;
  readonly connectionsMax?: number;
  readonly onLost: (error: Error) => void;
}): DatabaseHandle {
  const pool = new pg.Pool({
    Client: PreparingClient,
    maxLifetimeSeconds: connectionSecondsMax,
    connectionString: options.servingUrl,
    application_name: 'dais',
    max: options.connectionsMax ?? 20,
    // Statements that are queued before earlier responses arrive are sent together (flight.ts).
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementMsMax,
    idle_in_transaction_session_timeout: 60_000,
    // PostgreSQL would otherwise plan each call anew under row-level security, which is most of the work.
    options: '-c plan_cache_mode=force_generic_plan',
  });
  const ending = poolEnding(pool);
  pool.on('error', options.onLost);
  // Between statements nothing listens, and an unhandled error event would end the process.
  pool.on('connect', (client) => client.on('error', options.onLost));
  pool.on('connect', (client) => breakOffWhenSilent(client, answerMsMax));
  // A failed commit or rollback leaves its connection in a transaction. The next user's first statement would fail.
  pool.on('acquire', (client) => {
    const status = client.getTransactionStatus();
    if (status === 'E' || status === 'T') client.query('rollback').catch(options.onLost);
  });
  const db = new Kysely<DB>({ dialect: new EagerDialect({ pool }), plugins: [listsAsArrays] });
  const end = async (): Promise<void> => {
    await db.destroy();
    // Kysely does not end an unused pool.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close: () => ending(end) };
}

/** Sends the begin of a transaction together with its first statement. A failure is reported by the commit. */
class EagerDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>();

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings);
    this.#begun.set(connection, begun);
    // The commit reports the failure.
    begun.catch(() => undefined);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // Sent first, since the begin may be waiting to be sent with it.
    const committed = super.commitTransaction(connection);
    committed.catch(() => undefined);
    await this.#begun.get(connection);
    await committed;
  }
}

class EagerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new EagerDriver(this.#config);
  }
}

/** The serving role must not bypass row-level security. Throws one sentence. */
export async function refusePowerfulRole(connection: Pick<pg.ClientBase, 'query'>, name: string): Promise<void> {
  const role = await connection.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: string | null }>(
    `select r.rolsuper, r.rolbypassrls,
            (select c.relname from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p') limit 1) as owns
     from pg_roles r where r.rolname = $1`,
    [name],
  );
  const found = role.rows[0];
  if (!found) throw new Error(`DATABASE_URL: there is no role ${name}.`);
  if (found.rolsuper)
    throw new Error(`DATABASE_URL: the role ${name} is a superuser; serve with a role that owns nothing.`);
  if (found.rolbypassrls)
    throw new Error(`DATABASE_URL: the role ${name} has BYPASSRLS; serve with a role that has not.`);
  if (found.owns)
    throw new Error(
      `DATABASE_URL: the role ${name} owns the table ${found.owns}; serve with a role that owns nothing.`,
    );
}

/** Uses one statement for lists of any length, so that it is prepared once. */
export const listsAsArrays: KyselyPlugin = {
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

/** Call it before the first connection. Unlike `pool.end`, it waits until the connections are closed. */
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

/** Per connection; each plan takes about 50 KB. */
const preparedMax = 300;
/** Number of remembered texts, to notice repeated statements. */
const textsMax = 3_000;
/** Inserts of many rows are hardly ever repeated. */
const insertedValuesMax = 40;
/** New connections start without stale plans. */
export const connectionSecondsMax = 3_600;

/** A null value means seen once; false means never named. Numbers are not reused, so a name identifies one text. */
const names = new Map<string, string | null | false>();
let named = 0;

/** Part of the text, so that the same statement without the mark is awaited. */
const aheadMark = ' -- ahead';
const togetherMark = ' -- together';

/** Sends without waiting; the response arrives with the next one. The next statement or the commit throws its error. */
export async function executeAhead(tx: Database, query: CompiledQuery): Promise<void> {
  await tx.executeQuery({ ...query, sql: query.sql + aheadMark });
}

/** Sends all statements in one round trip. Throws the first failure, after which PostgreSQL runs no others. */
export async function executeTogether(
  tx: Database,
  queries: readonly CompiledQuery[],
): Promise<readonly (readonly unknown[])[]> {
  const sent: Promise<pg.QueryResult>[] = [];
  for (const query of queries.slice(0, -1)) {
    const { rows } = await tx.executeQuery<{ readonly sent: Promise<pg.QueryResult> }>({
      ...query,
      sql: query.sql + togetherMark,
    });
    const [first] = rows;
    if (first === undefined) throw new Error('Statements travel together in a transaction alone.');
    sent.push(first.sent);
  }
  const last = await Promise.all(queries.slice(-1).map((query) => tx.executeQuery(query)));
  return [...(await Promise.all(sent)), ...last].map(({ rows }) => rows);
}

/** Prepares repeated statements: parsing and planning are most of the work under row-level security. */
class PreparingClient extends pg.Client {
  readonly #prepared = new Set<string>();
  #isInTransaction = false;
  #ahead: readonly Promise<unknown>[] = [];
  /** Corked while statements are being queued, so that they leave in one packet. */
  #isHeld = false;

  // biome-ignore lint/suspicious/noExplicitAny: stands for all of the driver's overloads.
  override query(...given: any[]): any {
    const [text, values] = given;
    if (typeof text !== 'string' || !Array.isArray(values)) return this.#released(given);
    const isBegin = /^(begin|start transaction)/.test(text);
    if (isBegin) this.#isInTransaction = true;
    const goesOn = isBegin || (this.#isInTransaction && (text.endsWith(aheadMark) || text.endsWith(togetherMark)));
    if (goesOn) this.#hold();
    const name = this.#nameOf(text, values);
    const query = name === null ? given : [{ name, text, values }, ...given.slice(2)];
    const sent = goesOn ? Reflect.apply(super.query, this, query) : this.#released(query);
    return given.length > 2 ? sent : this.#heard(text, sent);
  }

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.connection.stream.cork();
  }

  #released(given: readonly unknown[]): unknown {
    try {
      return Reflect.apply(super.query, this, given);
    } finally {
      if (this.#isHeld) {
        this.#isHeld = false;
        this.connection.stream.uncork();
      }
    }
  }

  #heard(text: string, sent: Promise<unknown>): Promise<unknown> {
    const isTogether = text.endsWith(togetherMark);
    if (this.#isInTransaction && (isTogether || text.endsWith(aheadMark))) {
      sent.catch(() => undefined);
      this.#ahead = [...this.#ahead, sent];
      return Promise.resolve({ command: null, rowCount: null, rows: isTogether ? [{ sent }] : [] });
    }
    const ahead = this.#ahead;
    if (text === 'commit' || text === 'rollback') {
      this.#isInTransaction = false;
      this.#ahead = [];
    }
    if (ahead.length === 0 || text === 'rollback') return sent;
    // Earlier responses have arrived by then. A commit after a failed statement reports that it rolled back.
    return sent.then(
      (result) => Promise.all(ahead).then(() => result),
      (error) => Promise.all(ahead).then(() => Promise.reject(error)),
    );
  }

  #nameOf(text: string, values: readonly unknown[]): string | null {
    if (compiledTexts.has(text)) return nameOfCompiled(text);
    // Skips begin and commit.
    if (values.length === 0 || (text.startsWith('insert ') && values.length > insertedValuesMax)) return null;
    const name = nameOfText(text);
    if (name === null || this.#prepared.has(name)) return name;
    if (this.#prepared.size >= preparedMax) return null;
    this.#prepared.add(name);
    return name;
  }
}

const compiledTexts = new Set<string>();

export function nameOfCompiled(text: string): string {
  compiledTexts.add(text);
  const known = names.get(text);
  return typeof known === 'string' ? known : nameNew(text);
}

const hasStar = /(select|returning|,|\.)\s*\*/i;

function nameOfText(text: string): string | null {
  const known = names.get(text);
  if (known === false) return null;
  if (typeof known === 'string') return known;
  if (known === undefined) {
    if (names.size >= textsMax) forgetSingleTexts();
    // A migration may change the columns of a star.
    names.set(text, hasStar.test(text) ? false : null);
    return null;
  }
  return nameNew(text);
}

function nameNew(text: string): string {
  named += 1;
  const name = `dais_${named}`;
  names.set(text, name);
  return name;
}

/** Named texts are not removed, since connections know them by name. */
function forgetSingleTexts(): void {
  for (const [text, name] of names) if (typeof name !== 'string') names.delete(text);
}
