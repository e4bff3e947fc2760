import type { Context } from '#server/context.ts';
import { sameText } from '#server/secrets.ts';

/**
 * The token that a changing call must carry in `X-XSRF-TOKEN`: an HMAC over the session's token, or over the
 * pre-session cookie where there is no session (sign-in, magic answers). Nothing is stored (product.md, section 3).
 */
export function csrfToken(context: Context, boundTo: string): string {
  return context.secrets.derive('csrf', boundTo).toString('base64url');
}

export function isCsrfToken(context: Context, boundTo: string | undefined, given: string | undefined): boolean {
  if (boundTo === undefined || given === undefined) return false;
  return context.secrets.derivations('csrf', boundTo).some((token) => sameText(token.toString('base64url'), given));
}

/** A browser names the page's origin on every changing call; another site's is refused, whatever token it found. */
export function isOwnOrigin(context: Pick<Context, 'config'>, origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (from.host === host || from.origin === new URL(context.config.appUrl).origin) return true;
  return context.config.boardsDomain !== null && from.host.endsWith(`.${context.config.boardsDomain}`);
}
