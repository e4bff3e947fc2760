import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const waitMsMax = 60_000;
const pauseMs = 250;

/** Retries for up to a minute, because PostgreSQL may be recovering at boot. Throws at once if waiting cannot help. */
export async function awaitDatabase(ownerUrl: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const until = Date.now() + waitMsMax;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await connectOnce(ownerUrl);
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > until) throw error;
      if (isFirst) log.warn({ err: error }, 'The database does not accept connections yet; trying for a minute.');
      await pause(pauseMs);
    }
  }
}

async function connectOnce(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dais-start' });
  // This error is ignored, because the next query reports the lost connection.
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}

const networkCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** SQLSTATEs of a server that is starting, stopping, recovering or full (PostgreSQL manual, appendix A). */
const closedStates = /^(?:0800[01346]|53300|57P0[1-5])$/;
/** `pg` sets no error code for these errors, so their messages are compared. */
const lostWords = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/;
const poolIsDryWords = 'timeout exceeded when trying to connect';

/** Returns true if the database or the file storage did not respond. The last statement may have run nevertheless. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnreachable);
  const { code } = error as { readonly code?: unknown };
  if (networkCodes.has(code)) return true;
  if (typeof code === 'string' && closedStates.test(code)) return true;
  if (lostWords.test(error.message) || isPoolExhausted(error) || isBucketAway(error)) return true;
  return isUnreachable(error.cause);
}

function isBucketAway(error: Error): boolean {
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return error.name === 'TimeoutError' || status === 429 || status >= 500;
}

export const isPoolExhausted = (error: unknown): boolean => error instanceof Error && error.message === poolIsDryWords;
