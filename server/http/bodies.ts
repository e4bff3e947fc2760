import { errorCodes, type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Clock } from '#server/clock.ts';
import { AppError } from '#server/errors.ts';
import { hashToken } from '#server/secrets.ts';
import { cookieNames } from './cookies.ts';
import type { RequestContext } from './implement.ts';
import { networkOf } from './rate-limits.ts';

const formBytesMax = 4_096;

type Done = (error: Error | null, body?: unknown) => void;

export function addBodyParsers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const readJson = (request: FastifyRequest, bytes: string | Buffer, done: Done): void => {
    const text = String(bytes);
    // Accepts an empty body, because clients may declare JSON and send nothing.
    if (isBlank(text)) {
      done(null);
      return;
    }
    if (isDeep(text)) {
      done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
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
  // Form fields are ignored, because the URL of a one-click unsubscribe contains everything (RFC 8058).
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: formBytesMax }, (_request, text, done) =>
    done(null, isBlank(text) ? undefined : null),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (request.headers['content-type'] === undefined) return readJson(request, text, done);
    // An empty body needs no content type. An unknown path must get a 404 instead of a 415.
    if (isBlank(text) || request.is404) return done(null, undefined);
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  });
}

/** Maximum nesting of objects and arrays. */
const depthMax = 64;

/** Deep bodies are rejected, because validators recurse into them. */
export function isDeep(json: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (isInText && sign === '\\') at += 1;
    else if (sign === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > depthMax) return true;
  }
  return false;
}

const isBlank = (text: string | Buffer): boolean => String(text).trim() === '';

export const hasEmptyBody = ({ body }: Endpoint): boolean => body !== undefined && Object.keys(body.shape).length === 0;

const windowMs = 60_000;
/** Maximum points per source in one window. A larger rejected body costs more points. */
const pointsMax = 60;
const bytesPerPoint = 64 * 1024;
/** When this many sources are stored, a new source replaces the oldest. */
const sourcesKept = 10_000;

interface Window {
  readonly endsAt: number;
  points: number;
}

/**
 * Temporarily blocks a source whose bodies are often rejected, because parsing them blocks this process's event loop.
 */
export interface RefusedBodies {
  /** Throws `too-many` before the body is read. */
  refuseRepeated(request: FastifyRequest, source: string): void;
  count(request: FastifyRequest, error: Error): void;
}

export function createRefusedBodies(clock: Clock): RefusedBodies {
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

/** Includes the cookie, because limiting a network alone could lock out a whole office. */
export function bodySource({ session, ip, cookie }: Pick<RequestContext, 'session' | 'ip' | 'cookie'>): string {
  if (session) return session.userId;
  return `${networkOf(ip)}|${hashToken(cookie(cookieNames.preSession) ?? '').toString('base64url')}`;
}

export const sourceOfSession = (token: string): string => hashToken(token).toString('base64url');

const carriesBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isOfBody = (error: Partial<FastifyError>): boolean =>
  error.validationContext === 'body' || error.code?.startsWith('FST_ERR_CTP_') === true;

const isLongInVain = (request: FastifyRequest, error: Error): boolean =>
  error instanceof AppError &&
  (error.code === 'forbidden' || error.code === 'not-found') &&
  Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit) > bytesPerPoint;

/** An oversized body costs one point, because it is rejected almost unread. */
function pointsOf(request: FastifyRequest, error: Partial<FastifyError>): number {
  if (error.statusCode === 413) return 1;
  const bytes = Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit);
  return 1 + Math.floor(bytes / bytesPerPoint);
}

/** PostgreSQL cannot store NUL characters or lone surrogates. */
const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

const mended = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export const hasUnstorableText = (values: unknown): boolean =>
  typeof values === 'object' && values !== null && Object.values(values).flat().some(isText);

const isText = (value: unknown): boolean => typeof value === 'string' && isUnstorable(value);

/** A fast check. False positives are possible, for example paired surrogates. */
export const mayHaveUnstorableText = (json: string): boolean => /\\u(?:0000|d[89a-f])/i.test(json);

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
