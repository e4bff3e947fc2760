// Runs Dais's server and can record its SQL statements.
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { Flight } from '#server/db/flight-messages.ts';
import { startServer } from '#server/start-server.ts';
import type { Statement } from './messages.ts';

export type ServerOrder = 'start' | 'note' | 'tell' | 'memory' | 'stop';

let noted: Statement[] | null = null;
const plainQuery = pg.Client.prototype.query;

function notingQuery(this: pg.Client, ...given: unknown[]): unknown {
  const [flight] = given;
  if (flight instanceof Flight) {
    noted?.push(
      ...flight.sent.map(({ name, text, values }) => (name === null ? { text, values } : { name, text, values })),
    );
    return Reflect.apply(plainQuery, this, given);
  }
  const [query, values] = given as [
    string | { text: string; values?: unknown[]; name?: string },
    unknown[] | undefined,
  ];
  const statement =
    typeof query === 'string'
      ? { text: query, values: values ?? [] }
      : { ...query, values: query.values ?? values ?? [] };
  const { text, name } = statement as { text: string; name?: string };
  noted?.push({ text, values: statement.values, ...(name === undefined ? {} : { name }) });
  return Reflect.apply(plainQuery, this, given);
}

async function obey(order: ServerOrder): Promise<unknown> {
  switch (order) {
    case 'start': {
      const server = await startServer(readConfig(process.env, 'serve'));
      stop = server.stop;
      return { url: server.address, databaseUrl: server.context.pool.options.connectionString };
    }
    case 'note':
      noted = [];
      pg.Client.prototype.query = notingQuery as typeof plainQuery;
      return null;
    case 'tell': {
      const statements = noted;
      noted = null;
      pg.Client.prototype.query = plainQuery;
      return statements;
    }
    case 'memory':
      return process.memoryUsage();
    case 'stop':
      await stop();
      return null;
  }
}

let stop = async (): Promise<void> => undefined;

process.on('message', (order: ServerOrder) => {
  obey(order).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ failure: error.message }),
  );
});
