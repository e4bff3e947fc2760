import type pg from 'pg';
import { asError, notFound } from '#server/errors.ts';
import { type InScope, type Reader, type ReaderWithPorts, readerOfRow } from './board-scope.ts';
import {
  addressEntryQuery,
  type BoardEntry,
  type EntryRow,
  entryQuery,
  isFromServer,
  type MemberEntryRow,
  type ReaderRow,
  refusalOf,
  timeoutOf,
} from './entry.ts';
import { begin, commit } from './flight-driver.ts';
import { type FlightStatement, sendTogether } from './flight-messages.ts';
import { type Reading, type Statement, type StatementResults, type Statements, sendingOf } from './page-statement.ts';

export interface ReadFollowUp<Results> {
  readonly again: () => Promise<{ readonly reader: ReaderWithPorts; readonly found: Results }>;
  /** Commits before the response starts. Use `context.deferred` for writes that may be lost. */
  readonly record: <Params>(statement: Statement<Params, unknown>, params: Params) => Promise<void>;
  readonly inScope: InScope;
}

/** If the caller is rejected, PostgreSQL runs none of the statements. */
export async function readInOneFlight<Params, S extends Statements<Params>>(
  pool: pg.Pool,
  entering: BoardEntry,
  reading: Reading<Params, S>,
) {
  const { now } = entering;
  const { entry, found } = await fly(pool, entryQuery(entering), { ...reading, now });
  const row = (entry as { readonly entered: EntryRow } | undefined)?.entered;
  if (row === undefined) throw new Error('The gate returned no row.');
  return {
    reader: readerOfRow(row, now),
    found,
    sessionId: row.session_id,
    userId: row.user_id,
    /** Whether the session's last-used time must be updated. */
    isUseDue: row.is_use_due,
  };
}

/** The write is committed when the promise resolves. A rejected caller writes nothing. */
export async function writeInOneFlight<Params>(
  pool: pg.Pool,
  entering: BoardEntry,
  writing: { readonly statement: Statement<Params, unknown>; readonly params: Params },
): Promise<void> {
  const { statement, params } = writing;
  await fly(pool, entryQuery(entering), { statements: { record: statement }, params, now: entering.now, writes: true });
}

/** Throws `not-found` for an unknown address. */
export async function readByAddress<Params, S extends Statements<Params>>(
  pool: pg.Pool,
  { address, now, via }: AddressHolder,
  reading: Reading<Params, S>,
): Promise<{ readonly reader: Reader; readonly found: StatementResults<S> }> {
  const { entry, found } = await fly(pool, addressEntryQuery(address), { ...reading, now });
  const row = entry as (MemberEntryRow & Pick<ReaderRow, 'user_id'>) | undefined;
  if (!row || row.suspended) throw notFound();
  return { reader: readerOfRow(row, now, via), found };
}

interface AddressHolder {
  readonly address: Parameters<typeof addressEntryQuery>[0];
  readonly via: Exclude<Reader['via'], { readonly kind: 'session' }>;
  readonly now: Date;
}

/** Repeatable read gives all statements of a page the same snapshot. */
const beginReading: FlightStatement = {
  name: 'dais_begin_reading',
  text: 'begin isolation level repeatable read read only',
  values: [],
};

async function fly<Params, S extends Statements<Params>>(
  pool: pg.Pool,
  entry: FlightStatement,
  { now, writes, ...reading }: Reading<Params, S> & { readonly now: Date; readonly writes?: true },
): Promise<{ readonly entry: unknown; readonly found: StatementResults<S> }> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const { queries, foundIn } = sendingOf(reading, now, 'settings');
    const [, entered, ...read] = await sendTogether(client, [writes ? begin : beginReading, entry, ...queries, commit]);
    return { entry: entered?.rows[0], found: foundIn(read.map(({ rows }) => rows)) };
  } catch (error) {
    // PostgreSQL skipped the commit after the failure, so roll back here. If that fails as well, discard the
    // connection.
    const failed = isFromServer(error) ? await client.query('rollback').then(() => null, asError) : asError(error);
    if (failed !== null) broken = failed;
    throw refusalOf(error) ?? timeoutOf(error) ?? error;
  } finally {
    client.release(broken);
  }
}
