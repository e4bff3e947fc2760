// Responds to each call with the result of one prepared statement, to measure the cost of reading the data alone.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { LeanOrder, Statement } from './messages.ts';

const connectionsMax = 20;
const statements = new Map<string, Statement>();
let pool: pg.Pool | undefined;

const server = createServer((request, response) => {
  request.resume();
  const statement = statements.get(`${request.method} ${request.url}`);
  if (!statement || !pool) {
    response.writeHead(404).end();
    return;
  }
  pool.query<{ body: string }>({ ...statement, values: [...statement.values] }).then(
    ({ rows }) => {
      const body = Buffer.from(rows[0]?.body ?? '');
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
});

process.on('message', ({ url, calls }: LeanOrder) => {
  if (pool === undefined) {
    pool = new pg.Pool({ connectionString: url, max: connectionsMax });
    // Without a listener, the error when the database stops would crash this process.
    pool.on('error', () => undefined);
  }
  for (const { call, statement } of calls) statements.set(call, statement);
  process.send?.({ result: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
server.listen(0, '127.0.0.1');
