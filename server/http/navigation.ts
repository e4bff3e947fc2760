import type { FastifyRequest } from 'fastify';
import { ownPath } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import { isOwnOrigin } from './cookies.ts';
import { isLoopback } from './hosts.ts';
import type { RequestContext } from './implement.ts';

const framed: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object']);

/** Uses Sec-Fetch-Mode and Sec-Fetch-Dest. If they are missing (http, older browsers), uses Accept. */
export function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers['x-requested-with'] !== undefined) return false;
  const mode = headers['sec-fetch-mode'];
  // Requests from service workers may have no destination.
  if (mode !== undefined) return mode === 'navigate' && !framed.has(String(headers['sec-fetch-dest']));
  return headers.accept?.includes('text/html') === true;
}

export function loginAddress(address: string, board: string | null): string {
  return `${withReturnAddress('/login', address)}${board === null ? '' : `&board=${encodeURIComponent(board)}`}`;
}

export const withReturnAddress = (page: string, address: string): string =>
  `${page}?next=${encodeURIComponent(ownPath(address))}`;

/** Protects GET routes that reveal secrets. A CSRF token cannot protect them, because navigations do not send one. */
export function isOwnNavigation(context: Pick<Context, 'config'>, { header }: Pick<RequestContext, 'header'>): boolean {
  const site = header('sec-fetch-site');
  // `same-site` is rejected, because sibling domains may belong to someone else.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const from = header('origin') ?? header('referer');
  if (from !== undefined) return isOwnOrigin(context, from, header('host') ?? '');
  // On HTTPS and loopback, every browser sends Sec-Fetch-Site, so a request without it is not cross-site.
  return namesSite(new URL(context.config.appUrl));
}

const namesSite = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isLoopback(hostname);
