import type { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';

/**
 * Milliseconds between two checks, and until a response must arrive. The first is longer, since a check is itself a
 * sign of life.
 */
const usualPatience = { beatMs: 20_000, silenceMs: 10_000 } as const;

/**
 * Ends a connection when the database has not responded for `silenceMs`. A machine that has vanished sends nothing, and
 * the system would retry for a quarter of an hour. Waiting queries fail as with any lost connection (`isUnreachable`).
 * For connected clients.
 */
export function breakOffWhenSilent(client: pg.Client, silenceMs: number): void {
  const stream = client.connection.stream as Socket;
  let answered = stream.bytesWritten;
  stream.on('data', () => {
    answered = stream.bytesWritten;
  });
  // Counts from the last byte in either direction.
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    if (stream.bytesWritten === answered) return;
    stream.destroy(Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' }));
  });
}

interface KeptOptions {
  readonly log: Pick<Logger, 'warn'>;
  readonly hears?: { readonly channel: string; readonly onMessage: (payload: string) => void };
  readonly patience?: { readonly beatMs: number; readonly silenceMs: number };
}

/**
 * Opens a connection that listens or locks for as long as the server runs. Regular checks make sure that 'end' is
 * emitted within half a minute of a loss, whichever side has vanished.
 */
export async function keepConnection(
  config: pg.ClientConfig & { readonly application_name: string },
  { log, hears, patience = usualPatience }: KeptOptions,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, pipeline: true, ...config });
  client.on('error', (error) => log.warn({ err: error }, `connection ${config.application_name} lost`));
  client.on('notification', ({ payload = '' }) => hears?.onMessage(payload));
  await client.connect();
  breakOffWhenSilent(client, patience.silenceMs);
  try {
    // If this machine vanishes, PostgreSQL notices too and releases its locks.
    await client.query('set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3');
    if (hears !== undefined) await client.query(`listen ${hears.channel}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  // 'end' reports a failure.
  const beat = setInterval(() => client.query('select 1').catch(() => undefined), patience.beatMs);
  client.once('end', () => clearInterval(beat));
  return client;
}
