import type { FastifyRequest } from 'fastify';
import { ownPath } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import { isOwnOrigin } from './cookies.ts';
import { isLoopback } from './hosts.ts';
import type { RequestContext } from './implement.ts';

const framed: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object']);

/**
 * A person follows a link, submits the form of a download or types the address, and is to read the answer. Our own calls say what they
 * are; browsers tell of pictures, frames and `fetch` by Sec-Fetch-Mode and Sec-Fetch-Dest, and where they leave them out (over http, or
 * older ones) by what they accept.
 */
export function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers['x-requested-with'] !== undefined) return false;
  const mode = headers['sec-fetch-mode'];
  // A service worker that passes a navigation on may leave its destination empty.
  if (mode !== undefined) return mode === 'navigate' && !framed.has(String(headers['sec-fetch-dest']));
  return headers.accept?.includes('text/html') === true;
}

/** /login, and back to that address of ours; `board`: the shortname of the board whose face it shows. */
export function loginAddress(address: string, board: string | null): string {
  return `${withNext('/login', address)}${board === null ? '' : `&board=${encodeURIComponent(board)}`}`;
}

/** A page of ours that leads on to an address of ours. */
export const withNext = (page: string, address: string): string =>
  `${page}?next=${encodeURIComponent(ownPath(address))}`;

/**
 * Whether a page of ours opened this address, or the reader did (typed, bookmarked, clicked in a mail program); false where
 * another site's page may have. For GET addresses that hand something secret to others, which no forgery token protects.
 */
export function isOwnNavigation(context: Pick<Context, 'config'>, { header }: Pick<RequestContext, 'header'>): boolean {
  const site = header('sec-fetch-site');
  // `same-site` is refused too: a neighbour under the same domain is somebody else.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const from = header('origin') ?? header('referer');
  if (from !== undefined) return isOwnOrigin(context, from, header('host') ?? '');
  // Other sites can leave both out. Browsers that can run our pages name the site on HTTPS and loopback, and nowhere else.
  return namesSite(new URL(context.config.appUrl));
}

const namesSite = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isLoopback(hostname);
