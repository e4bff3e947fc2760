import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Config } from './config.ts';

/**
 * With port 0, a free one in its place, and in the address that people use unless one was given: mail and calendars link to it, so it must be
 * known before anything is built. Should another program take the port meanwhile, the start fails and says so.
 */
export async function withRealPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const server = createServer();
  server.listen(0, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const appUrl = config.appUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.appUrl;
  return Object.freeze({ ...config, port, appUrl });
}
