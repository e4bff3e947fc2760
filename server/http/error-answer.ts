import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { NextStep } from '../../contract/endpoint.ts';
import { validationMessages } from '../../domain/messages.ts';
import { isPoolDry, isUnreachable } from '../db/unreachable.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { isNoSpace } from '../no-space.ts';
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
};

/** Told with a 503: by then a database that was restarted is there again. */
export const retrySeconds = 2;
/** Told with a 429 that is over as soon as something that is open now has ended. */
const retrySecondsOfTooMany = 30;

const stepByCode: Readonly<Partial<Record<ErrorCode, NextStep>>> = {
  'password-unconfirmed': 'confirm-password',
  'two-factor-missing': 'set-up-two-factor',
};

/** Turns whatever was thrown into its answer. A 500 hides its message and shows the request's id. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A cache may keep a 404 that does not forbid it, and the thing may be there, or theirs, a moment later.
  reply.header('cache-control', 'no-store');
  const told = asAppError(error);
  if (told === null) {
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return reply.code(500).send({ status: 'error', msg: '', request_id: request.id });
  }
  if (told.code === 'too-many') {
    noteSecurity(request.log, 'limit.reached', { ip: request.ip, limit: told.message });
    reply.header('retry-after', told.retrySeconds ?? retrySecondsOfTooMany);
  }
  const status = statusByCode[told.code];
  if (told.code === 'unavailable') {
    if (isPoolDry(error)) request.log.error({ err: error }, 'no database connection came free');
    else request.log.warn({ err: error }, 'what the answer needs could not be reached');
    reply.header('retry-after', retrySeconds);
  }
  if (told.code === 'no-space') request.log.error({ err: error }, 'there is no room left');
  if (told.code === 'refused') return reply.code(status).send({ status: 'error', msg: told.message });
  if (told.code === 'invalid') return reply.code(status).send({ status: 'error', msg: '', errors: told.fields });
  const step = stepByCode[told.code];
  return reply.code(status).send({ status: 'error', msg: '', ...(step ? { step } : {}) });
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
