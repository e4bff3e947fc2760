import pg from 'pg';
import { nameOfRepeated } from './statement-names.ts';

export interface FlightStatement {
  readonly name: string | null;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface FlightAnswer {
  readonly rows: readonly Row[];
  /** PostgreSQL's command tag, such as `UPDATE 3`. */
  readonly tag: string;
}

type Row = Readonly<Record<string, unknown>>;

/** PostgreSQL skips the statements after a failure. Outside a transaction, the statements form one transaction. */
export async function sendTogether(
  client: pg.PoolClient,
  statements: readonly FlightStatement[],
): Promise<readonly FlightAnswer[]> {
  const flight = new Flight(statements, preparedOn(client.connection));
  client.query(flight);
  try {
    await flight.done;
  } catch (error) {
    // The error's own stack ends in the socket code, so the caller's stack replaces it.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
  return flight.sent.map(({ columns, rows, tag }) => ({
    rows: rows.map((fields) => rowOf(columns ?? [], fields)),
    tag,
  }));
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}
type Fields = readonly (string | null)[];

function rowOf(columns: readonly Column[], fields: Fields): Row {
  const row: Record<string, unknown> = {};
  for (const [nth, { name, parse }] of columns.entries()) {
    const text = fields[nth];
    row[name] = typeof text === 'string' ? parse(text) : null;
  }
  return row;
}

type Prepared = Map<string, readonly Column[]>;

const preparedOnConnections = new WeakMap<pg.Connection, Prepared>();

function preparedOn(connection: pg.Connection): Prepared {
  const known = preparedOnConnections.get(connection);
  if (known) return known;
  const prepared: Prepared = new Map();
  preparedOnConnections.set(connection, prepared);
  return prepared;
}

/** Limit per connection, because each plan takes about 50 KB. */
const preparedMax = 600;

function repeatedName(text: string, values: readonly unknown[], prepared: Prepared): string | null {
  const name = nameOfRepeated(text, values);
  return name !== null && (prepared.has(name) || prepared.size < preparedMax) ? name : null;
}

const { prepareValue } = (pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => string } })
  .utils;

class Sent {
  readonly name: string | null;
  readonly text: string;
  readonly values: readonly string[];
  /** This is null until PostgreSQL has described the columns. */
  columns: readonly Column[] | null;
  readonly rows: Fields[] = [];
  tag = '';

  constructor({ name, text, values }: FlightStatement, prepared: Prepared) {
    this.name = name ?? repeatedName(text, values, prepared);
    this.text = text;
    this.values = values.map((value) => prepareValue(value));
    this.columns = (this.name !== null && prepared.get(this.name)) || null;
  }
}

/** Extends `pg.Query`, because the driver's pipeline mode rejects any other object that sends its own messages. */
export class Flight extends pg.Query {
  readonly done: Promise<void>;
  readonly sent: readonly Sent[];
  readonly #prepared: Prepared;
  readonly #settle = Promise.withResolvers<void>();
  #answered = 0;

  constructor(statements: readonly FlightStatement[], prepared: Prepared) {
    super({ text: '' });
    this.done = this.#settle.promise;
    this.sent = statements.map((statement) => new Sent(statement, prepared));
    this.#prepared = prepared;
  }

  override submit = (connection: pg.Connection): null => {
    // Corked, because each separate write would wake PostgreSQL.
    connection.stream.cork();
    for (const { name, text, values, columns } of this.sent) {
      if (columns === null) {
        // An earlier attempt may have prepared this name before it failed, so close that statement first.
        if (name !== null) connection.close({ type: 'S', name }, true);
        connection.parse({ name: name ?? '', text, types: [] }, true);
      }
      connection.bind({ statement: name ?? '', values } as pg.BindConfig, true);
      if (columns === null) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }));
    this.#current().columns = columns;
  }

  handleDataRow({ fields }: { readonly fields: Fields }): void {
    this.#current().rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const current = this.#current();
    current.tag = text;
    if (current.name !== null) this.#prepared.set(current.name, current.columns ?? []);
    this.#answered += 1;
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settle.resolve();
  }

  #current(): Sent {
    const current = this.sent[this.#answered];
    if (current === undefined) throw new Error('PostgreSQL answered more statements than were sent.');
    return current;
  }
}
