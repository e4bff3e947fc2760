import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { namingSetting } from '#server/startup-errors.ts';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** At an address of its own, which a proxy never passes on. Returns what ends it. */
export async function serveFigures(
  { host, port }: NonNullable<Config['metrics']>,
  log: Logger,
  read: () => Promise<string>,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (figures) => response.writeHead(200, { 'content-type': contentType }).end(figures),
      (error: unknown) => {
        log.error({ err: error }, 'figures could not be read');
        response.writeHead(503).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw namingSetting(
      error,
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? 'METRICS_PORT' : 'METRICS_HOST',
    );
  });
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
