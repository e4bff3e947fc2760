import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/errors.ts';
import { healthPaths } from './health.ts';
import { refusalPageFiles } from './refusal-page.ts';

type Addresses = Pick<Config, 'appUrl' | 'boardsDomain' | 'host'>;

const everyInterface = ['0.0.0.0', '::'];

/** Any host is accepted for these paths, because load balancers use any address and the error page needs its files. */
const forAnyHost: ReadonlySet<string | undefined> = new Set([...Object.values(healthPaths), ...refusalPageFiles]);

/** Rejects requests for unknown hosts, to prevent DNS rebinding. Ignores ports, because proxies change them. */
export function addHostCheck(app: FastifyInstance, config: Addresses): void {
  const isKnownHost = knownHosts(config);
  app.addHook('onRequest', async (request) => {
    if (hasTwoHosts(request.raw.rawHeaders)) throw new AppError('malformed');
    if (forAnyHost.has(request.routeOptions.url)) return;
    const unknown = [request.host, ...hostOfTarget(request.url)].find((host) => !isKnownHost(host));
    if (unknown === undefined) return;
    request.log.warn({ host: unknown.slice(0, 255) }, 'refused a host that neither APP_URL nor BOARDS_DOMAIN names');
    throw new AppError('misdirected');
  });
}

/** Two Host headers are rejected, because a proxy may have used the second one (RFC 9112, section 3.2). */
const hasTwoHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1;

/** A full URL as the target overrides the Host header (RFC 9112, section 3.2.2). */
function hostOfTarget(target: string): readonly string[] {
  if (target.startsWith('/') || target === '*') return [];
  return [URL.canParse(target) ? new URL(target).host : ''];
}

export function knownHosts({ appUrl, boardsDomain, host: listening }: Addresses): (host: string) => boolean {
  const domain = boardsDomain === null ? null : hostnameOf(boardsDomain);
  const own = new Set([
    new URL(appUrl).hostname,
    ...(everyInterface.includes(listening) ? [] : [hostnameOf(listening)]),
    ...(domain === null ? [] : [domain]),
  ]);
  return (host) => {
    const name = hostnameOf(host);
    if (name === null) return false;
    return own.has(name) || isLoopback(name) || (domain !== null && name.endsWith(`.${domain}`));
  };
}

export function hostnameOf(host: string): string | null {
  const text = host.includes('::') && !host.startsWith('[') ? `[${host}]` : host;
  if (text === '' || /[/?#@\\\s]/.test(text) || !URL.canParse(`http://${text}`)) return null;
  return new URL(`http://${text}`).hostname.replace(/\.$/, '');
}

const loopback = /^(localhost|([a-z0-9-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Checks only the text, without a DNS query. */
export function isLoopback(host: string): boolean {
  const name = hostnameOf(host);
  return name !== null && loopback.test(name);
}
