import type { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';

/** Milliseconds between two questions, and until an answer must have come; the first is longer, since asking is a sign of life, too. */
const usualPatience = { beatMs: 20_000, silenceMs: 10_000 } as const;

/**
 * Breaks a connection off once the database has owed an answer for `silenceMs`. A machine that has vanished says nothing, and the system
 * would go on sending for a quarter of an hour. Whoever waits fails as by any lost connection (`isUnreachable`). For connected clients.
 */
export function breakOffWhenSilent(client: pg.Client, silenceMs: number): void {
  const stream = client.connection.stream as Socket;
  let answered = stream.bytesWritten;
  stream.on('data', () => {
    answered = stream.bytesWritten;
  });
  // After the last byte in either direction.
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
 * Connects one that hears or holds something for as long as the server runs. It is asked now and then, so that 'end'
 * comes within half a minute of its loss, whichever side has vanished.
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
    // Where this machine has vanished, PostgreSQL notices, too, and frees what was locked.
    await client.query('set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3');
    if (hears !== undefined) await client.query(`listen ${hears.channel}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  // A failure is heard as 'end'.
  const beat = setInterval(() => client.query('select 1').catch(() => undefined), patience.beatMs);
  client.once('end', () => clearInterval(beat));
  return client;
}
