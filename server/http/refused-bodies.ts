import type { FastifyError, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { AppError } from '#server/errors.ts';
import { networkOf } from './rate-limits.ts';
import { knownUser } from './request-log.ts';

const windowMs = 60_000;
/** A refused body takes one point, and one more for each `bytesPerPoint`. */
const pointsMax = 60;
const bytesPerPoint = 64 * 1024;
/** Beyond it windows that have ended are dropped. */
const sourcesKept = 10_000;

interface Window {
  readonly beganAt: number;
  points: number;
}

/**
 * Counts the bodies that were too large, unreadable or invalid, by user, or by network where nobody is signed in. Reading one takes
 * time of this process's event loop alone, so it is counted here and not in the database.
 */
export interface RefusedBodies {
  /** Throws `too-many`, before the body is read, to whoever has sent too many of them in this minute. */
  refuseRepeated(request: FastifyRequest): void;
  /** Counts the request if its body is why it failed. */
  count(request: FastifyRequest, error: Error): void;
}

export function createRefusedBodies(clock: Clock): RefusedBodies {
  const windows = new Map<string, Window>();
  const isOver = ({ beganAt }: Window): boolean => Math.abs(clock.now().getTime() - beganAt) >= windowMs;
  const windowOf = (source: string): Window | undefined => {
    const found = windows.get(source);
    return found === undefined || isOver(found) ? undefined : found;
  };
  return {
    refuseRepeated(request) {
      if (!carriesBody(request)) return;
      if ((windowOf(sourceOf(request))?.points ?? 0) >= pointsMax) throw new AppError('too-many', 'refused-bodies');
    },
    count(request, error) {
      if (!isOfBody(error)) return;
      const source = sourceOf(request);
      const known = windowOf(source);
      if (known) known.points += pointsOf(request, error);
      else windows.set(source, { beganAt: clock.now().getTime(), points: pointsOf(request, error) });
      if (windows.size <= sourcesKept) return;
      for (const [each, window] of windows) if (isOver(window)) windows.delete(each);
    },
  };
}

const sourceOf = (request: FastifyRequest): string => knownUser(request) ?? networkOf(request.ip);

const carriesBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Too large, not readable as what it is said to be, or not as its endpoint declares it. */
const isOfBody = (error: Partial<FastifyError>): boolean =>
  error.validationContext === 'body' || error.code?.startsWith('FST_ERR_CTP_') === true;

/** A body that is too large is hardly read. One that does not say its length counts as the longest that is taken. */
function pointsOf(request: FastifyRequest, error: Partial<FastifyError>): number {
  if (error.statusCode === 413) return 1;
  const bytes = Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit);
  return 1 + Math.floor(bytes / bytesPerPoint);
}
