import pg from 'pg';

export interface FlightStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

type Row = Readonly<Record<string, unknown>>;

/** Sends the statements behind one Sync: PostgreSQL runs none after one that fails, and responds once. */
export async function sendTogether(
  client: pg.PoolClient,
  statements: readonly FlightStatement[],
): Promise<readonly (readonly Row[])[]> {
  const { connection } = client;
  const columns = columnsOn(connection);
  const flight = new Flight(statements);
  // Each separate write would wake PostgreSQL.
  connection.stream.cork();
  const unknown = statements.filter(({ name }) => !columns.has(name));
  const preparing = unknown.map((statement) => {
    const preparation = new Preparation(statement, columns);
    client.query(preparation);
    return preparation.done;
  });
  client.query(flight);
  connection.stream.uncork();
  // Waits for all, so that the connection is free afterwards. The first failure caused the others.
  const settled = await Promise.allSettled([...preparing, flight.done]);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  const rows = await flight.done;
  return statements.map(({ name }, nth) => rowsOf(columns.get(name) ?? [], rows[nth] ?? []));
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}
type Columns = Map<string, readonly Column[]>;
type Fields = readonly (string | null)[];

/** Columns of prepared statements by name. PostgreSQL refuses a plan whose columns have changed. */
const columnsOfConnections = new WeakMap<pg.Connection, Columns>();

function columnsOn(connection: pg.Connection): Columns {
  const known = columnsOfConnections.get(connection);
  if (known) return known;
  const columns: Columns = new Map();
  columnsOfConnections.set(connection, columns);
  return columns;
}

function rowsOf(columns: readonly Column[], rows: readonly Fields[]): readonly Row[] {
  return rows.map((fields) => {
    const row: Record<string, unknown> = {};
    for (const [nth, { name, parse }] of columns.entries()) {
      const text = fields[nth];
      row[name] = typeof text === 'string' ? parse(text) : null;
    }
    return row;
  });
}

/** The driver's undeclared fields of a connection. */
interface PreparingConnection extends pg.Connection {
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
}

/** Prepares a statement on a connection, unless a transaction has already done so, and reads its columns. */
class Preparation extends pg.Query {
  readonly done: Promise<void>;
  readonly #settle = Promise.withResolvers<void>();
  readonly #columns: Columns;
  readonly #statement: FlightStatement;
  #found: readonly Column[] = [];

  constructor(statement: FlightStatement, columns: Columns) {
    super({ name: statement.name, text: statement.text });
    this.done = this.#settle.promise;
    this.#statement = statement;
    this.#columns = columns;
  }

  override submit = (given: pg.Connection): null => {
    const connection = given as PreparingConnection;
    const { name, text } = this.#statement;
    if (connection.parsedStatements[name] === undefined && connection.submittedNamedStatements[name] === undefined) {
      connection.parse({ name, text, types: [] }, true);
      connection.submittedNamedStatements[name] = text;
    }
    connection.describe({ type: 'S', name }, true);
    connection.sync();
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#found = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }));
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#columns.set(this.#statement.name, this.#found);
    this.#settle.resolve();
  }
}

const { prepareValue } = (pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => string } })
  .utils;

export class Flight extends pg.Query {
  readonly done: Promise<readonly (readonly Fields[])[]>;
  /** The benchmark records the statements sent. */
  readonly statements: readonly FlightStatement[];
  readonly #bound: readonly { readonly statement: string; readonly values: readonly string[] }[];
  readonly #settle = Promise.withResolvers<readonly (readonly Fields[])[]>();
  readonly #answered: (readonly Fields[])[] = [];
  #rows: Fields[] = [];

  constructor(statements: readonly FlightStatement[]) {
    super({ text: '' });
    this.done = this.#settle.promise;
    this.statements = statements;
    this.#bound = statements.map(({ name, values }) => ({
      statement: name,
      values: values.map((value) => prepareValue(value)),
    }));
  }

  override submit = (connection: pg.Connection): null => {
    for (const { statement, values } of this.#bound) {
      connection.bind({ statement, values } as pg.BindConfig, true);
      connection.execute(null, true);
    }
    connection.sync();
    return null;
  };

  handleDataRow({ fields }: { readonly fields: Fields }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    this.#answered.push(this.#rows);
    this.#rows = [];
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#answered);
  }
}
