import type pg from 'pg';
import { type Reader, readerOfRow } from './board-scope.ts';
import { type Entering, type EntryRow, entryQuery, isFromServer, refusalOf } from './entry.ts';
import type { ResultOf, Statement } from './page-statement.ts';

/** By name; each takes the parameters that it knows of. */
export type Statements<Params> = Readonly<Record<string, Statement<Params, unknown>>>;
export type Found<S> = { readonly [Name in keyof S]: ResultOf<S[Name]> };

export interface Landed<Results> {
  readonly reader: Reader;
  readonly found: Results;
  readonly sessionId: string;
  readonly userId: string;
  /** The session's last use is to be written. */
  readonly isStale: boolean;
}

/**
 * Enters and reads in one round trip: all statements, with the begin and end of a read-only transaction, are sent before the
 * first answer comes. The gate raises for whoever is refused, and then no other statement runs. Throws what it refuses.
 */
export async function readInOneFlight<Params, S extends Statements<Params>>(
  pool: pg.Pool,
  entering: Entering,
  { statements, params }: { readonly statements: S; readonly params: Params },
): Promise<Landed<Found<S>>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const { now } = entering;
    const [, entered, ...read] = await inOneFlight(client, [
      'begin read only',
      entryQuery(entering),
      ...Object.values(statements).map((statement) => statement.query(params, now)),
      'commit',
    ]);
    const row = (entered?.rows[0] as { readonly entered: EntryRow } | undefined)?.entered;
    if (row === undefined) throw new Error('The gate returned no row.');
    const found = Object.entries(statements).map(([name, statement], nth) => [
      name,
      statement.result(read[nth]?.rows ?? []),
    ]);
    return {
      reader: readerOfRow(row, now),
      found: Object.fromEntries(found) as Found<S>,
      sessionId: row.session_id,
      userId: row.user_id,
      isStale: row.is_stale,
    };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== null) throw refusal;
    // After a statement that failed by itself the transaction has ended like any other; a connection that failed is not used again.
    if (!isFromServer(error)) broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Waits for all of them, so that the connection is free afterwards; throws the first failure. */
async function inOneFlight(
  client: pg.PoolClient,
  queries: readonly (string | pg.QueryConfig)[],
): Promise<readonly pg.QueryResult[]> {
  const landed = await Promise.allSettled(queries.map((query) => client.query(query)));
  const failed = landed.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return landed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
