import type { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';

/** `beatMs` is the time between two checks. `silenceMs` is how long a check may wait for its response. */
const usualPatience = { beatMs: 20_000, silenceMs: 10_000 } as const;

/** Destroys a connection that does not respond, so that its queries fail soon. TCP alone would retry for 15 minutes. */
export function breakOffWhenSilent(client: pg.Client, silenceMs: number): void {
  const stream = client.connection.stream as Socket;
  let answered = stream.bytesWritten;
  stream.on('data', () => {
    answered = stream.bytesWritten;
  });
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

/** The client emits 'end' soon after the connection is lost. */
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
    // If this machine vanishes, PostgreSQL notices soon and releases the connection's locks.
    await client.query('set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3');
    if (hears !== undefined) await client.query(`listen ${hears.channel}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  const beat = setInterval(() => client.query('select 1').catch(() => undefined), patience.beatMs);
  client.once('end', () => clearInterval(beat));
  return client;
}
