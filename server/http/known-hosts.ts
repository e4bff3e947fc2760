import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/errors.ts';

type Addresses = Pick<Config, 'appUrl' | 'boardsDomain' | 'host'>;

/** Names and addresses that lead to this machine alone, whoever asks a name server. */
const loopback = /^(localhost|([a-z0-9-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const everyInterface = ['0.0.0.0', '::'];

/**
 * Refuses requests for hosts that are not ours. A page elsewhere can point a name of its own at this server (DNS rebinding); the browser
 * then takes our answers for that page's, but still names its host. Ports are not compared, since proxies and containers change them.
 */
export function addHostCheck(app: FastifyInstance, config: Addresses): void {
  app.addHook('onRequest', async (request) => {
    // A load balancer asks each server by whatever address it has.
    if (request.routeOptions.url === '/health' || isKnownHost(config, request.host)) return;
    request.log.warn(
      { host: request.host.slice(0, 255) },
      'refused a host that neither APP_URL nor BOARDS_DOMAIN names',
    );
    throw new AppError('misdirected');
  });
}

/** `host` as the request has it, with or without a port. */
export function isKnownHost({ appUrl, boardsDomain, host: listening }: Addresses, host: string): boolean {
  const name = nameOf(host);
  if (name === null) return false;
  if (loopback.test(name) || name === new URL(appUrl).hostname) return true;
  if (!everyInterface.includes(listening) && name === nameOf(listening)) return true;
  const domain = boardsDomain === null ? null : nameOf(boardsDomain);
  return domain !== null && (name === domain || name.endsWith(`.${domain}`));
}

/** In the spelling that `URL` gives it, without the port; null for what is no host. */
function nameOf(host: string): string | null {
  const text = host.includes('::') && !host.startsWith('[') ? `[${host}]` : host;
  if (text === '' || /[/?#@\\\s]/.test(text) || !URL.canParse(`http://${text}`)) return null;
  return new URL(`http://${text}`).hostname.replace(/\.$/, '');
}
