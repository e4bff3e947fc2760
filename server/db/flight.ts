import type pg from 'pg';
import type { BoardFrom } from '#contract/endpoint.ts';
import { AppError, type ErrorCode } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';
import { type Reader, type ReaderRow, readerOfRow } from './board-scope.ts';
import type { ResultOf, Statement } from './page-statement.ts';

/** Who reads, and what the endpoint asks of them. */
export interface Entering {
  /** Of the session cookie. */
  readonly token: string;
  readonly access: 'member' | 'board-admin';
  /** Where `id` is from; null for the header: the session's board. */
  readonly board: { readonly from: Exclude<BoardFrom, 'query'>; readonly id: string | null };
  readonly now: Date;
}

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

interface EnteredRow extends ReaderRow {
  readonly session_id: string;
  readonly user_id: string;
  readonly is_stale: boolean;
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
      enter(entering),
      ...Object.values(statements).map((statement) => statement.query(params, now)),
      'commit',
    ]);
    const row = (entered?.rows[0] as { readonly entered: EnteredRow } | undefined)?.entered;
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

const boardFrom = { header: 'board', 'meeting-id': 'meeting', 'document-id': 'document' } as const;

const enter = ({ token, access, board, now }: Entering): pg.QueryConfig => ({
  name: 'dais_enter',
  text: 'select gate.enter($1, $2, $3, $4, $5::uuid) as entered',
  values: [hashToken(token), now, access, boardFrom[board.from], board.id],
});

/** SQLSTATEs that the gate raises. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  DA419: 'session-expired',
  DA404: 'not-found',
  DA2FA: 'two-factor-missing',
  DA403: 'forbidden',
};

function refusalOf(error: unknown): AppError | null {
  const code = isFromServer(error) ? refusals[error.code] : undefined;
  return code === undefined ? null : new AppError(code);
}

/** Named by a SQLSTATE; errors of the connection have other codes. */
function isFromServer(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}
