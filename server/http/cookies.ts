import type { FastifyReply } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { csrfToken } from './csrf.ts';
import { rememberDays } from './session.ts';

export const cookieNames = {
  session: 'dais_session',
  /** Opens the two-factor challenge, and nothing else. */
  pending: 'dais_pending',
  /** What the forgery token is bound to before there is a session. */
  visit: 'dais_visit',
  csrf: 'XSRF-TOKEN',
  /** The board of the last visit, for the face of /login. */
  board: 'dais_board',
  /** Says that this browser has signed in to an account before (see features/session). */
  device: 'dais_device',
} as const;

const daySeconds = 86_400;

type Addresses = Pick<Config, 'appUrl' | 'boardsDomain'>;

const isSecure = ({ appUrl }: Addresses): boolean => appUrl.startsWith('https:');

/**
 * As the browser knows it. `__Host-` on https, where one host serves all boards: another host of the same domain can then set none for us (RFC 6265bis,
 * section 4.1.3.2). The forgery token's name is the product's word to its callers, and stays.
 */
export const cookieName = (config: Addresses, name: string): string =>
  isSecure(config) && config.boardsDomain === null && name !== cookieNames.csrf ? `__Host-${name}` : name;

export interface CookieJar {
  setSession(token: string, remember: boolean): void;
  clearSession(): void;
  setPending(token: string): void;
  clearPending(): void;
  setVisit(value: string): void;
  setCsrf(boundTo: string): void;
  set(name: string, value: string, days: number): void;
}

/** Cookies as product.md, section 3 has them: HttpOnly, Lax, Secure on https, one for all boards of a BOARDS_DOMAIN. */
export function cookieJar(context: Context, reply: FastifyReply): CookieJar {
  const base = {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(context.config),
    ...(context.config.boardsDomain ? { domain: context.config.boardsDomain.replace(/:\d+$/, '') } : {}),
  } as const;
  const nameOf = (name: string): string => cookieName(context.config, name);
  return {
    setSession(token, remember) {
      reply.setCookie(nameOf(cookieNames.session), token, {
        ...base,
        httpOnly: true,
        ...(remember ? { maxAge: rememberDays * daySeconds } : {}),
      });
    },
    clearSession() {
      reply.clearCookie(nameOf(cookieNames.session), { ...base, httpOnly: true });
    },
    setPending(token) {
      reply.setCookie(nameOf(cookieNames.pending), token, { ...base, httpOnly: true });
    },
    clearPending() {
      reply.clearCookie(nameOf(cookieNames.pending), { ...base, httpOnly: true });
    },
    setVisit(value) {
      reply.setCookie(nameOf(cookieNames.visit), value, { ...base, httpOnly: true });
    },
    setCsrf(boundTo) {
      // Read by our own script, hence not HttpOnly; it opens nothing by itself.
      reply.setCookie(cookieNames.csrf, csrfToken(context, boundTo), { ...base, httpOnly: false });
    },
    set(name, value, days) {
      reply.setCookie(nameOf(name), value, { ...base, httpOnly: true, maxAge: days * daySeconds });
    },
  };
}
