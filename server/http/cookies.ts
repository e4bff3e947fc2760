import type { FastifyReply } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { hashToken, randomToken, sameText } from '#server/secrets.ts';
import type { RequestContext } from './implement.ts';
import { rememberDays } from './session.ts';

const daysBoardIsRemembered = 365;

/** Signs the name with an HMAC, so that nobody can use the cookie to test which names exist. */
export function rememberBoard(context: Context, request: RequestContext, shortname: string): void {
  if (rememberedBoard(context, request) === shortname) return;
  const proof = context.secrets.derive('remembered-board', shortname).toString('base64url');
  request.control.setCookie(cookieNames.board, `${shortname}.${proof}`, daysBoardIsRemembered);
}

export function rememberedBoard(context: Context, request: RequestContext): string | null {
  const [shortname = '', proof = ''] = (request.cookie(cookieNames.board) ?? '').split('.');
  const proofs = context.secrets.derivations('remembered-board', shortname);
  return proofs.some((each) => sameText(proof, each.toString('base64url'))) ? shortname : null;
}

const browserCharactersMin = 40;

export function bindBrowser(request: RequestContext): string {
  const known = request.cookie(cookieNames.provider);
  const value = known !== undefined && known.length >= browserCharactersMin ? known : randomToken();
  request.control.setCookie(cookieNames.provider, value, 1);
  return value;
}

/** If boards have separate hosts, returns the request's own origin. Its host has already been checked. */
export function originOf({ config }: Pick<Context, 'config'>, { header }: Pick<RequestContext, 'header'>): string {
  const host = header('host');
  if (config.boardsDomain === null || host === undefined) return config.appUrl;
  return `${new URL(config.appUrl).protocol}//${host}`;
}

export const cookieNames = {
  session: 'dais_session',
  pending: 'dais_pending',
  /** Identifies a browser without a session, to bind its CSRF token. */
  preSession: 'dais_visit',
  csrf: 'XSRF-TOKEN',
  board: 'dais_board',
  device: 'dais_device',
  provider: 'dais_provider',
} as const;

const daySeconds = 86_400;

type Addresses = Pick<Config, 'appUrl' | 'boardsDomain'>;

const isSecure = ({ appUrl }: Addresses): boolean => appUrl.startsWith('https:');

/** On https with a single host, adds `__Host-`, so that sibling hosts cannot set the cookie (RFC 6265bis, 4.1.3.2). */
export const cookieName = (config: Addresses, name: string): string =>
  isSecure(config) && config.boardsDomain === null && name !== cookieNames.csrf ? `__Host-${name}` : name;

export function cookieJar(context: Context, reply: FastifyReply) {
  const base = {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(context.config),
    ...(context.config.boardsDomain ? { domain: context.config.boardsDomain.replace(/:\d+$/, '') } : {}),
  } as const;
  const nameOf = (name: string): string => cookieName(context.config, name);
  /** Without `days`, the cookie ends with the browser's session. */
  const set = (name: string, token: string, days?: number): void => {
    const maxAge = days === undefined ? {} : { maxAge: days * daySeconds };
    reply.setCookie(nameOf(name), token, { ...base, httpOnly: true, ...maxAge });
  };
  return {
    set,
    clear: (name: string) => void reply.clearCookie(nameOf(name), { ...base, httpOnly: true }),
    setSession: (token: string, remember: boolean) =>
      set(cookieNames.session, token, remember ? rememberDays : undefined),
    /** Not HttpOnly, because our script reads this cookie. */
    setCsrf: (boundTo: string) =>
      void reply.setCookie(cookieNames.csrf, csrfToken(context, boundTo), { ...base, httpOnly: false }),
  };
}

/** Derived from the session or the pre-session cookie, so that the server need not store the token. */
export function csrfToken(context: Context, boundTo: string): string {
  return context.secrets.derive('csrf', boundTo).toString('base64url');
}

export function isCsrfToken(context: Context, boundTo: string | undefined, given: string | undefined): boolean {
  if (boundTo === undefined || given === undefined) return false;
  return context.secrets.derivations('csrf', boundTo).some((token) => sameText(token.toString('base64url'), given));
}

export function browserHashOf(request: RequestContext): Buffer {
  const cookie = request.cookie(request.session ? cookieNames.session : cookieNames.preSession);
  if (cookie === undefined) throw new AppError('session-expired');
  return hashToken(cookie);
}

/**
 * Browsers send an Origin header with every request that changes data. A request without one is from another program.
 */
export function isOwnOrigin(context: Pick<Context, 'config'>, origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (from.host === host || from.origin === new URL(context.config.appUrl).origin) return true;
  return context.config.boardsDomain !== null && from.host.endsWith(`.${context.config.boardsDomain}`);
}
