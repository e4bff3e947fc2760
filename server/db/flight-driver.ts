import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type QueryResult,
  type Transaction,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { asError } from '#server/errors.ts';
import { type FlightAnswer, type FlightStatement, sendTogether } from './flight-messages.ts';
import type { DB } from './generated.ts';

/**
 * Sends the query together with the next statement or the commit. If the query fails, that later call throws the error.
 */
export async function executeAhead(tx: Kysely<DB>, query: CompiledQuery): Promise<void> {
  await onConnection(tx, (connection) => connection.sendAhead(statementOf(query)));
}

/** Sends all statements in one round trip. Throws the first failure; PostgreSQL skips the statements after it. */
export async function executeTogether(
  tx: Transaction<DB>,
  statements: readonly FlightStatement[],
): Promise<readonly FlightAnswer['rows'][]> {
  const answers = await onConnection(tx, (connection) => connection.send(statements));
  return answers.map(({ rows }) => rows);
}

const onConnection = <T>(tx: Kysely<DB>, work: (connection: FlightConnection) => Promise<T>): Promise<T> =>
  tx.getExecutor().provideConnection((connection) => work(connection as FlightConnection));

const statementOf = ({ sql, parameters }: CompiledQuery): FlightStatement => ({
  name: null,
  text: sql,
  values: parameters,
});

class FlightConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  broken: Error | undefined;
  #isInTransaction = false;
  #added: readonly FlightStatement[] = [];

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  begin(): void {
    this.#isInTransaction = true;
    this.#added = [begin];
  }

  async sendAhead(statement: FlightStatement): Promise<void> {
    if (this.#isInTransaction) this.#added = [...this.#added, statement];
    else await this.send([statement]);
  }

  async send(statements: readonly FlightStatement[]): Promise<readonly FlightAnswer[]> {
    const added = this.#added;
    this.#added = [];
    const answers = await sendTogether(this.client, [...added, ...statements]);
    return answers.slice(added.length);
  }

  forgetAdded(): void {
    this.#added = [];
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const [answer] = await this.send([statementOf(query)]);
    const rows = (answer?.rows ?? []) as readonly unknown[] as R[];
    const [, affected] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(answer?.tag ?? '') ?? [];
    return affected === undefined ? { rows } : { rows, numAffectedRows: BigInt(affected) };
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed.');
  }
}

export const begin: FlightStatement = { name: 'dais_begin', text: 'begin', values: [] };
export const commit: FlightStatement = { name: 'dais_commit', text: 'commit', values: [] };
const rollback: FlightStatement = { name: 'dais_rollback', text: 'rollback', values: [] };

export class FlightDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<FlightConnection> {
    return new FlightConnection(await this.#pool.connect());
  }

  async beginTransaction(
    connection: FlightConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    if (isolationLevel || accessMode) throw new Error('Transactions have no settings.');
    connection.begin();
  }

  async commitTransaction(connection: FlightConnection): Promise<void> {
    const [answer] = await connection.send([commit]);
    if (answer?.tag === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: FlightConnection): Promise<void> {
    connection.forgetAdded();
    try {
      await connection.send([rollback]);
    } catch (error) {
      connection.broken = asError(error);
      throw error;
    }
  }

  async releaseConnection({ client, broken }: FlightConnection): Promise<void> {
    client.release(broken);
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}
