import { once } from 'node:events';
import { createServer } from 'node:net';
import fastify from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { namingSetting } from '#server/startup-errors.ts';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** A proxy should not expose this address. Returns a function that stops listening. */
export async function serveFigures(
  { host, port }: NonNullable<Config['metrics']>,
  log: Logger,
  read: () => Promise<string>,
): Promise<() => Promise<void>> {
  const app = fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => reply.type(contentType).send(await read()));
  app.setErrorHandler((error, _request, reply) => {
    log.error({ err: error }, 'metrics could not be read');
    reply.code(503).send();
  });
  await app.listen({ host, port }).catch(throwNamed);
  return () => app.close();
}

/** Call this before migrating the database, so that the start fails early if the port is in use. */
export async function refuseTakenAddress({ host, port }: NonNullable<Config['metrics']>): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening').catch(throwNamed);
  server.close();
  await once(server, 'close');
}

function throwNamed(error: NodeJS.ErrnoException): never {
  throw namingSetting(error, error.code === 'EADDRINUSE' || error.code === 'EACCES' ? 'METRICS_PORT' : 'METRICS_HOST');
}
