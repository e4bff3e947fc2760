import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const waitMsMax = 60_000;
const pauseMs = 250;

/**
 * Returns once the database takes connections. After a power cut everything of a machine starts at once, and PostgreSQL first
 * looks through what it had written. Throws what it said last when it does not come within a minute, and at once what waiting does not
 * mend: a wrong password, no such host.
 */
export async function awaitDatabase(ownerUrl: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const until = Date.now() + waitMsMax;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await connectOnce(ownerUrl);
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > until) throw error;
      if (isFirst) log.warn({ err: error }, 'The database takes no connections yet; trying for a minute.');
      await pause(pauseMs);
    }
  }
}

async function connectOnce(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dais-start' });
  // What ends it between two words is told by the next word.
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}

/** Of the network: nobody listens, or the connection was cut. */
const networkCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** What PostgreSQL says when it goes, comes, recovers or is full (its manual, appendix A), by class or code. */
const closedStates = /^(?:0800[01346]|53300|57P0[1-5])$/;
/** The words of `pg`, which has no code for it; the last of who asked just before a connection was given up. */
const lostWords = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/;
/** Of its pool: all connections are taken, for longer than anybody should wait. */
const poolIsDryWords = 'timeout exceeded when trying to connect';

/**
 * Whether an error says that the database, or a store of files, could not be asked, rather than that it refused: the same may well succeed a moment
 * later. It does not say whether the last statement was carried out.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Of a name with several addresses each was tried.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnreachable);
  const { code } = error as { readonly code?: unknown };
  if (networkCodes.has(code)) return true;
  if (typeof code === 'string' && closedStates.test(code)) return true;
  if (lostWords.test(error.message) || isPoolExhausted(error) || isBucketAway(error)) return true;
  // What a library says around it.
  return isUnreachable(error.cause);
}

/** Amazon's client: no answer in time, or one that says to come again. */
function isBucketAway(error: Error): boolean {
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return error.name === 'TimeoutError' || status === 429 || status >= 500;
}

/** Whether this server itself has no connection left: too many ask at once, or somebody does not give theirs back. */
export const isPoolExhausted = (error: unknown): boolean => error instanceof Error && error.message === poolIsDryWords;
