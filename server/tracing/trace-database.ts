import { type Span, SpanKind } from '@opentelemetry/api';
import pg from 'pg';
import { PreparingClient } from '#server/db/database.ts';
import { Flight } from '#server/db/flight-messages.ts';
import { fail, recordingParent, type Spans } from './spans.ts';

/** A transaction may have any number of them. */
const statementsMax = 20;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** A connection is taken for one flight, transaction or statement: a span each, from asking for the connection to giving it back. */
export function tracedPool(spans: Spans): typeof pg.Pool {
  return class TracedPool extends pg.Pool {
    constructor(config?: pg.PoolConfig) {
      super({ ...config, Client: TracedClient } as pg.PoolConfig);
    }

    override connect(): Promise<pg.PoolClient>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
      const parent = recordingParent(spans);
      if (parent === null) return callback === undefined ? super.connect() : void super.connect(callback);
      const options = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };
      const span = spans.tracer.startSpan('connection', options, parent);
      const failed = (error: unknown): void => {
        fail(span, error);
        span.end();
      };
      if (callback === undefined)
        return super.connect().then(
          (client) => {
            watch(client, span);
            return client;
          },
          (error: unknown) => {
            failed(error);
            throw error;
          },
        );
      super.connect((error, client, release) => {
        if (client === undefined) failed(error);
        else watch(client, span);
        callback(error, client, client?.release ?? release);
      });
    }
  };
}

/** Until it is released. */
function watch(client: pg.PoolClient, span: Span): void {
  span.addEvent('connected');
  if (!(client instanceof TracedClient)) throw new Error('The pool has other clients than its own.');
  const use = new Use(span);
  client.use = use;
  const { release } = client as pg.PoolClient;
  (client as pg.PoolClient).release = (error) => {
    client.use = null;
    use.end();
    release(error);
  };
}

class TracedClient extends PreparingClient {
  use: Use | null = null;

  // biome-ignore lint/suspicious/noExplicitAny: stands for all of the driver's overloads.
  override query(...given: any[]): any {
    this.use?.note(given[0]);
    return super.query(...given);
  }
}

/** What a connection was taken for. */
class Use {
  readonly #span: Span;
  readonly #statements: string[] = [];
  #kind: 'flight' | 'transaction' | null = null;

  constructor(span: Span) {
    this.#span = span;
  }

  note(query: unknown): void {
    if (query instanceof Flight) {
      this.#kind = 'flight';
      this.#statements.push(...query.statements.flatMap(({ key }) => key ?? []));
      return;
    }
    const text = typeof query === 'string' ? query : (query as { readonly text?: unknown }).text;
    // A preparation belongs to the flight after it.
    if (typeof text !== 'string' || query instanceof pg.Query) return;
    const [, control] = /^\s*(begin|start transaction|commit|rollback)\b/i.exec(text) ?? [];
    if (control === undefined) this.#statements.push(summaryOf(text));
    else if (/^rollback$/i.test(control)) this.#span.setAttribute('dais.rolled_back', true);
    else this.#kind ??= 'transaction';
  }

  end(): void {
    const statements = this.#statements;
    const first = statements[0] ?? 'connection';
    this.#span.updateName(this.#kind === 'flight' ? `flight ${statements.join(', ')}` : (this.#kind ?? first));
    this.#span.setAttributes({
      'dais.statements': statements.slice(0, statementsMax),
      'dais.statement_count': statements.length,
    });
    this.#span.end();
  }
}

/** `select meetings`: the verb and the first table or function. Names alone, and none out of a literal. */
export function summaryOf(text: string): string {
  // With a backslash it cannot be said where a literal ends.
  const [plain = ''] = (text.includes('\\') ? text : text.replaceAll(/'[^']*'/g, '')).split("'", 1);
  const verb = /^\s*([a-z]+)/i.exec(plain)?.[1]?.toLowerCase() ?? 'statement';
  const [, table] =
    /\b(?:from|into|update)\s+"?([a-z_]+(?:"?\."?[a-z_]+)?)/i.exec(plain) ??
    /^\s*select\s+"?([a-z_]+(?:"?\."?[a-z_]+)?)"?\(/i.exec(plain) ??
    [];
  return table === undefined ? verb : `${verb} ${table.replaceAll('"', '')}`;
}
