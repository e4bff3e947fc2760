import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { NextStep } from '#contract/endpoint.ts';
import { validationMessages } from '#domain/messages.ts';
import { isPoolDry, isUnreachable } from '#server/db/unreachable.ts';
import { AppError, type ErrorCode } from '#server/errors.ts';
import { isNoSpace } from '#server/no-space.ts';
import { noteSecurity } from './security-log.ts';

const statusByCode: Readonly<Record<ErrorCode, number>> = {
  'not-found': 404,
  forbidden: 403,
  'session-expired': 419,
  invalid: 422,
  'too-large': 413,
  'too-many': 429,
  conflict: 409,
  // RFC 4918, section 11.3: Locked.
  'password-unconfirmed': 423,
  'two-factor-missing': 403,
  refused: 200,
  unavailable: 503,
  // RFC 4918, section 11.5: Insufficient Storage.
  'no-space': 507,
  misdirected: 421,
};

/** Told with a 503: by then a database that was restarted is there again. */
export const retrySeconds = 2;
/** Told with a 429 that is over as soon as something that is open now has ended. */
const retrySecondsOfTooMany = 30;

const stepByCode: Readonly<Partial<Record<ErrorCode, NextStep>>> = {
  'password-unconfirmed': 'confirm-password',
  'two-factor-missing': 'set-up-two-factor',
};

/** What an error comes to for whoever asked. */
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

/** Answers a call with the refusal that an error comes to. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = refusalOf(error, request, reply);
  return reply.code(status).send(body);
}

/** Turns whatever was thrown into its refusal, and logs it. A 500 hides its message and shows the request's id. */
export function refusalOf(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): Refusal {
  // A cache may keep a 404 that does not forbid it, and the thing may be there, or theirs, a moment later.
  reply.header('cache-control', 'no-store');
  const known = asAppError(error);
  if (known === null) {
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return { status: 500, body: { status: 'error', msg: '', request_id: request.id } };
  }
  if (known.code === 'too-many') {
    noteSecurity(request.log, 'limit.reached', { ip: request.ip, limit: known.message });
    reply.header('retry-after', known.retrySeconds ?? retrySecondsOfTooMany);
  }
  const status = statusByCode[known.code];
  if (known.code === 'unavailable') {
    if (isPoolDry(error)) request.log.error({ err: error }, 'no database connection came free');
    else request.log.warn({ err: error }, 'what the answer needs could not be reached');
    reply.header('retry-after', retrySeconds);
  }
  if (known.code === 'no-space') request.log.error({ err: error }, 'there is no room left');
  if (known.code === 'refused') return { status, body: { status: 'error', msg: known.message } };
  if (known.code === 'invalid') return { status, body: { status: 'error', msg: '', errors: known.fields } };
  const step = stepByCode[known.code];
  return { status, body: { status: 'error', msg: '', ...(step ? { step } : {}) } };
}

/** Characters of all field errors of one answer, and of each: names of fields that nobody declared come from who asks. */
const toldCharactersMax = 16_000;
const eachCharactersMax = 300;

function fieldsOf(issues: NonNullable<FastifyError['validation']>): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  let told = 0;
  for (const issue of issues) {
    for (const path of pathsOf(issue)) {
      if (fields.has(path)) continue;
      const message = (issue.message ?? validationMessages.invalid).slice(0, eachCharactersMax);
      told += path.length + message.length;
      if (told > toldCharactersMax) return Object.fromEntries(fields);
      fields.set(path, message);
    }
  }
  return Object.fromEntries(fields);
}

/** The field that an issue is about, or each that the schema does not know. */
function pathsOf({ instancePath, params }: NonNullable<FastifyError['validation']>[number]): readonly string[] {
  const path = instancePath.split('/').filter(Boolean);
  const unknown = Array.isArray(params.keys) ? params.keys.map(String) : [];
  const paths = unknown.length === 0 ? [path] : unknown.map((key) => [...path, key]);
  return paths.map((each) => each.join('.').slice(0, eachCharactersMax));
}

function asAppError(error: FastifyError | Error): AppError | null {
  if (error instanceof AppError) return error;
  // Nobody's mistake, and over soon: the page may ask again by itself.
  if (isUnreachable(error)) return new AppError('unavailable');
  if (isNoSpace(error)) return new AppError('no-space');
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An address that cannot be one of ours is an address that is not there.
    if (error.validationContext === 'params') return new AppError('not-found');
    return new AppError('invalid', 'invalid', fieldsOf(error.validation));
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new AppError('too-large');
  if (status === 404) return new AppError('not-found');
  if (status !== undefined && status >= 400 && status < 500) return new AppError('invalid');
  return null;
}
