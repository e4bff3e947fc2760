import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { NextStep } from '#contract/endpoint.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { isPoolExhausted, isUnreachable } from '#server/db/availability.ts';
import { AppError, type ErrorCode, isDiskFull } from '#server/errors.ts';
import type { RefusedBodies } from './bodies.ts';
import { isNavigation, loginAddress, withReturnAddress } from './navigation.ts';
import { canBePage, type Pages } from './pages.ts';
import { refusalPage, refusalPagePolicy } from './refusal-page.ts';
import { logSecurity } from './request-log.ts';
import { filePolicy } from './send-file.ts';

const statusByCode: Readonly<Record<ErrorCode, number>> = {
  'not-found': 404,
  forbidden: 403,
  'session-expired': 419,
  malformed: 400,
  invalid: 422,
  'too-large': 413,
  'too-many': 429,
  conflict: 409,
  // RFC 4918, section 11.3 (Locked).
  'password-unconfirmed': 423,
  'two-factor-missing': 403,
  'provider-missing': 403,
  refused: 200,
  unavailable: 503,
  // RFC 4918, section 11.5 (Insufficient Storage).
  'disk-full': 507,
  misdirected: 421,
};

/** Retry-After in seconds for a 503. A restarting database is usually available by then. */
export const retrySeconds = 2;
/** Retry-After in seconds for a 429 that lasts until another request or stream ends. */
const retrySecondsOfTooMany = 30;

const stepByCode: Readonly<Partial<Record<ErrorCode, NextStep>>> = {
  'password-unconfirmed': 'confirm-password',
  'two-factor-missing': 'set-up-two-factor',
  'provider-missing': 'sign-in-by-provider',
};

export interface Refusal {
  readonly status: number;
  readonly body: {
    readonly status: 'error';
    readonly msg: string;
    readonly errors?: Readonly<Record<string, string>>;
    readonly step?: NextStep;
    readonly request_id?: string;
  };
}

export function errorResponse(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = refusalOf(error, request, reply);
  return reply.code(status).send(body);
}

/** A 500 response contains only the request's id. */
export function refusalOf(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): Refusal {
  reply.header('cache-control', 'no-store');
  const known = asAppError(error);
  if (known === null) {
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return { status: 500, body: { status: 'error', msg: '', request_id: request.id } };
  }
  if (known.code === 'too-many') {
    logSecurity(request.log, 'limit.reached', { ip: request.ip, limit: known.message });
    reply.header('retry-after', known.retrySeconds ?? retrySecondsOfTooMany);
  }
  const status = statusByCode[known.code];
  if (known.code === 'unavailable') {
    if (isPoolExhausted(error)) request.log.error({ err: error }, 'no database connection became free');
    else request.log.warn({ err: error }, 'a service that the response needs could not be reached');
    reply.header('retry-after', retrySeconds);
  }
  if (known.code === 'disk-full') request.log.error({ err: error }, 'no storage space is left');
  if (known.code === 'refused') return { status, body: { status: 'error', msg: known.message } };
  if (known.code === 'invalid') return { status, body: { status: 'error', msg: '', errors: known.fields } };
  const step = stepByCode[known.code];
  return { status, body: { status: 'error', msg: '', ...(step ? { step } : {}) } };
}

/** Limits the length of error responses, because clients choose the names of unknown fields. */
const fieldErrorCharactersMax = 16_000;
const eachCharactersMax = 300;

function fieldsOf(issues: NonNullable<FastifyError['validation']>): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  let characters = 0;
  for (const issue of issues) {
    for (const path of pathsOf(issue)) {
      if (fields.has(path)) continue;
      const message = (issue.message ?? validationMessages.invalid).slice(0, eachCharactersMax);
      characters += path.length + message.length;
      if (characters > fieldErrorCharactersMax) return Object.fromEntries(fields);
      fields.set(path, message);
    }
  }
  return Object.fromEntries(fields);
}

function pathsOf({ instancePath, params }: NonNullable<FastifyError['validation']>[number]): readonly string[] {
  const path = instancePath.split('/').filter(Boolean);
  const unknown = Array.isArray(params.keys) ? params.keys.map(String) : [];
  const paths = unknown.length === 0 ? [path] : unknown.map((key) => [...path, key]);
  return paths.map((each) => each.join('.').slice(0, eachCharactersMax));
}

function asAppError(error: FastifyError | Error): AppError | null {
  if (error instanceof AppError) return error;
  // These errors are temporary, so the page may retry.
  if (isUnreachable(error)) return new AppError('unavailable');
  if (isDiskFull(error)) return new AppError('disk-full');
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id in the URL gets 404, like an unknown one.
    if (error.validationContext === 'params') return new AppError('not-found');
    return new AppError('invalid', 'invalid', fieldsOf(error.validation));
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new AppError('too-large');
  if (status === 404) return new AppError('not-found');
  if (status !== undefined && status >= 400 && status < 500) return new AppError('invalid');
  return null;
}

export function addErrorHandler(
  app: FastifyInstance,
  given: { readonly pages: Pages; readonly refusedBodies: RefusedBodies },
): void {
  app.setErrorHandler<FastifyError | Error>(async (error, request, reply) => {
    given.refusedBodies.count(request, error);
    if (!isNavigation(request)) return errorResponse(error, request, reply);
    return answerNavigation(given.pages, refusalOf(error, request, reply), { request, reply });
  });
}

const pageOfStep: Readonly<Record<NextStep, string>> = {
  'confirm-password': '/user/confirm-password',
  'set-up-two-factor': '/user/two-factor',
  'sign-in-by-provider': '/user/board-sign-in',
};

async function answerNavigation(
  pages: Pages,
  { status, body }: Refusal,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  if (status === 419) return reply.redirect(loginAddress(request.url, boardOf(request)), 302);
  if (body.step) return reply.redirect(withReturnAddress(pageOfStep[body.step], request.url), 302);
  if (status === 404 && canBePage(request, pages)) {
    try {
      return await pages.answer(request, reply, { missing: true });
    } catch (error) {
      request.log.warn({ err: error }, 'the page for an unknown address could not be rendered');
    }
  }
  return sendRefusalPage(reply, {
    status,
    text: body.msg === '' ? undefined : body.msg,
    requestId: body.request_id,
  });
}

const sendRefusalPage = (reply: FastifyReply, page: Parameters<typeof refusalPage>[0]): FastifyReply =>
  reply
    .code(page.status)
    .header('content-security-policy', refusalPagePolicy)
    .type('text/html; charset=utf-8')
    .send(refusalPage(page));

const isShortname = /^(?![0-9a-f-]{36}$)[a-z0-9-]{1,63}$/i;

function boardOf({ query }: FastifyRequest): string | null {
  const { board } = query as { readonly board?: unknown };
  return typeof board === 'string' && isShortname.test(board) ? board : null;
}

const unreadableHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': filePolicy,
  'referrer-policy': 'no-referrer',
} as const;

const unreadableAnswer = { status: 'error', msg: '' } as const;

export function refuseUnreadable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.code(404).headers(unreadableHeaders);
  if (isNavigation(request)) sendRefusalPage(reply, { status: 404 });
  else reply.send(unreadableAnswer);
}

type ParserError = Error & { readonly code?: string };

/** Keyed by the error codes of Node's HTTP parser. Other errors get 400. */
const statusLineByCode: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Writes to the socket directly, because Node could not parse the request. */
export function refuseUnparsed(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(unparsedAnswer(statusLineByCode[error.code ?? ''] ?? '400 Bad Request'));
  socket.destroy(error);
}

function unparsedAnswer(status: string): string {
  const body = JSON.stringify(unreadableAnswer);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...unreadableHeaders,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n');
}
