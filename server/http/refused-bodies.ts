import type { FastifyError, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { AppError } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';
import { cookieNames } from './cookies.ts';
import type { Visit } from './implement.ts';
import { networkOf } from './rate-limits.ts';

const windowMs = 60_000;
/** A refused body takes one point, and one more for each `bytesPerPoint`. */
const pointsMax = 60;
const bytesPerPoint = 64 * 1024;
/** Beyond it the window that began first is forgotten. */
const sourcesKept = 10_000;

interface Window {
  readonly endsAt: number;
  points: number;
}

/**
 * Counts the bodies that were too large, unreadable or invalid, and long ones of who may not send them. Reading one takes time of this process's event loop alone, so it is
 * counted here, per server, and not in the database.
 */
export interface RefusedBodies {
  /** Throws `too-many`, before the body is read, when this source has sent too many of them in this minute. */
  refuseRepeated(request: FastifyRequest, source: string): void;
  /** Counts the request if its body is why it failed, or if a long one was read in vain, for the source that `refuseRepeated` was told. */
  count(request: FastifyRequest, error: Error): void;
}

export function createRefusedBodies(clock: Clock): RefusedBodies {
  /** In the order in which they began. */
  const windows = new Map<string, Window>();
  const sources = new WeakMap<FastifyRequest, string>();
  const now = (): number => clock.now().getTime();
  const windowOf = (source: string): Window | undefined => {
    const found = windows.get(source);
    return found !== undefined && now() < found.endsAt ? found : undefined;
  };
  const begin = (source: string, points: number): void => {
    windows.delete(source);
    const [first] = windows.keys();
    if (windows.size >= sourcesKept && first !== undefined) windows.delete(first);
    windows.set(source, { endsAt: now() + windowMs, points });
  };
  return {
    refuseRepeated(request, source) {
      if (!carriesBody(request)) return;
      sources.set(request, source);
      const window = windowOf(source);
      if (window === undefined || window.points < pointsMax) return;
      const retrySeconds = Math.ceil((window.endsAt - now()) / 1_000);
      throw new AppError('too-many', 'refused-bodies', {}, { retrySeconds });
    },
    count(request, error) {
      const source = sources.get(request);
      if (source === undefined || !(isOfBody(error) || isLongInVain(request, error))) return;
      const window = windowOf(source);
      if (window) window.points += pointsOf(request, error);
      else begin(source, pointsOf(request, error));
    },
  };
}

/**
 * Whose bodies are counted together: a user's, or those of one browser without a session. By the network alone one visitor would
 * shut out an office, so the cookie that the forgery token is bound to counts as well.
 */
export function bodySource({ session, ip, cookie }: Pick<Visit, 'session' | 'ip' | 'cookie'>): string {
  if (session) return session.userId;
  return `${networkOf(ip)}|${hashToken(cookie(cookieNames.visit) ?? '').toString('base64url')}`;
}

const carriesBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Too large, not readable as what it is said to be, or not as its endpoint declares it. */
const isOfBody = (error: Partial<FastifyError>): boolean =>
  error.validationContext === 'body' || error.code?.startsWith('FST_ERR_CTP_') === true;

/** A long body was read before its sender was found to have no right to send it. */
const isLongInVain = (request: FastifyRequest, error: Error): boolean =>
  error instanceof AppError &&
  (error.code === 'forbidden' || error.code === 'not-found') &&
  Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit) > bytesPerPoint;

/** A body that is too large is hardly read. One that does not say its length counts as the longest that is taken. */
function pointsOf(request: FastifyRequest, error: Partial<FastifyError>): number {
  if (error.statusCode === 413) return 1;
  const bytes = Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit);
  return 1 + Math.floor(bytes / bytesPerPoint);
}
