import { errorCodes, type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Clock } from '#server/clock.ts';
import { AppError } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';
import { cookieNames } from './cookies.ts';
import type { RequestContext } from './implement.ts';
import { networkOf } from './rate-limits.ts';

/** The one form that mail programs post. */
const formBytesMax = 4_096;

type Done = (error: Error | null, body?: unknown) => void;

/** How bodies are read: JSON, the one form of mail programs, and parts of files, which the tus protocol reads itself. */
export function addBodyParsers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const readJson = (request: FastifyRequest, bytes: string | Buffer, done: Done): void => {
    const text = String(bytes);
    // A client may say that its body is JSON and send none.
    if (isBlank(text)) {
      done(null);
      return;
    }
    parse(request, text, (error, body) => {
      if (!error && mayHaveUnstorableText(text)) repairTexts(body);
      done(error, body);
    });
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJson);
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
  // What a mail program posts to an unsubscribe address says nothing that the address does not say (RFC 8058).
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: formBytesMax }, (_request, text, done) =>
    done(null, isBlank(text) ? undefined : null),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (request.headers['content-type'] === undefined) return readJson(request, text, done);
    // An empty body has no type, whatever its header says; an address that is not there gets its own answer.
    if (isBlank(text) || request.is404) return done(null, undefined);
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  });
}

const isBlank = (text: string | Buffer): boolean => String(text).trim() === '';

/** The specification's payloads 'none' and 'empty' (section 7): such an endpoint is asked with `{}` or without a body. */
export const hasEmptyBody = ({ body }: Endpoint): boolean => body !== undefined && Object.keys(body.shape).length === 0;

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
export function bodySource({ session, ip, cookie }: Pick<RequestContext, 'session' | 'ip' | 'cookie'>): string {
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

/**
 * JavaScript has text that PostgreSQL cannot store: the character NUL, and halves of characters outside of the first plane
 * that stand alone. Nobody types either; the one comes with what was pasted, the other with what was cut.
 */
const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

const mended = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Of an address: what its parameters, or its query, came to. */
export const hasUnstorableText = (values: unknown): boolean =>
  typeof values === 'object' && values !== null && Object.values(values).flat().some(isText);

const isText = (value: unknown): boolean => typeof value === 'string' && isUnstorable(value);

/**
 * False for nearly every body, so that it need not be walked: JSON writes NUL as an escape, and half characters too, since bytes that are
 * no UTF-8 were replaced when it was read.
 */
export const mayHaveUnstorableText = (json: string): boolean => /\\u(?:0000|d[89a-f])/i.test(json);

/** Takes NUL out of every text in a body and replaces half characters, in place, however deep the body is. */
export function repairTexts(body: unknown): void {
  const waiting = [body];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) {
      for (let index = 0; index < next.length; index += 1) next[index] = mendedOrQueued(next[index], waiting);
    } else if (typeof next === 'object' && next !== null) {
      const values = next as Record<string, unknown>;
      for (const key of Object.keys(values)) values[key] = mendedOrQueued(values[key], waiting);
    }
  }
}

function mendedOrQueued(value: unknown, waiting: unknown[]): unknown {
  if (typeof value === 'string') return isUnstorable(value) ? mended(value) : value;
  if (typeof value === 'object' && value !== null) waiting.push(value);
  return value;
}
