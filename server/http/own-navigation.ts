import type { Context } from '#server/context.ts';
import { isOwnOrigin } from './csrf.ts';
import type { Visit } from './implement.ts';
import { isLoopback } from './loopback.ts';

/**
 * Whether a page of ours opened this address, or the reader did (typed, bookmarked, clicked in a mail program); false where
 * another site's page may have. For GET addresses that hand something secret to others, which no forgery token protects.
 */
export function isOwnNavigation(context: Pick<Context, 'config'>, { header }: Pick<Visit, 'header'>): boolean {
  const site = header('sec-fetch-site');
  // `same-site` is refused too: a neighbour under the same domain is somebody else.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const from = header('origin') ?? header('referer');
  if (from !== undefined) return isOwnOrigin(context, from, header('host') ?? '');
  // Other sites can leave both out. Browsers that can run our pages name the site on HTTPS and loopback, and nowhere else.
  return namesSite(new URL(context.config.appUrl));
}

const namesSite = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isLoopback(hostname);
