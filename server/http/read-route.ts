import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import type { Entering } from '#server/db/entry.ts';
import { readInOneFlight } from '#server/db/flight.ts';
import { AppError, notFound } from '#server/errors.ts';
import { hasUnstorableText } from './bodies.ts';
import { cookieName, cookieNames } from './cookies.ts';
import type { FlightRoute } from './implement.ts';
import { addLogFields } from './request-log.ts';
import { openApiSchema, send } from './send.ts';
import { findSession, sessionUses } from './session.ts';

const uuid = z.uuid();

/** Validation, then session, rights and the page's statement in one round trip, answer. */
export function addReadRoute(
  app: FastifyInstance,
  { context, route }: { readonly context: Context; readonly route: FlightRoute },
): void {
  const { endpoint, flight } = route;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyBytesMax,
    schema: openApiSchema(endpoint),
    // Whoever has no session does not hear what is wrong with the request.
    attachValidation: true,
    onRequest: async (request) => {
      tokenOf(context, request);
    },
    handler: async (request, reply) => {
      const token = tokenOf(context, request);
      const { query } = request;
      const board = boardOf(route, request);
      const wrong = wrongIn(request) ?? (board === null ? notFound() : null);
      if (wrong !== null || board === null) {
        const session = await findSession(context, token);
        if (session) addLogFields(request, { user: session.userId });
        throw session ? wrong : new AppError('session-expired');
      }
      const now = context.clock.now();
      const asked = { params: request.params, query, now };
      const entering = { token, access: endpoint.access, board, now };
      const params = flight.paramsOf({ ...asked, context });
      const landed = await readInOneFlight(context.pool, entering, { statements: flight.reads, params });
      const { reader, found } = landed;
      addLogFields(request, { user: landed.userId, board: reader.board.id });
      if (landed.isStale) context.deferred.add(sessionUses, { token, at: now });
      // The rights are checked anew.
      const more = flight.more?.isNeeded(reader, found, params)
        ? (await readInOneFlight(context.pool, entering, { statements: flight.more.reads, params })).found
        : null;
      const answer = flight.answer({ ...asked, context, reader, found, more });
      return send({ context, endpoint, request, reply, answer });
    },
  });
}

function tokenOf(context: Context, request: FastifyRequest): string {
  const token = request.cookies[cookieName(context.config, cookieNames.session)];
  if (token === undefined) throw new AppError('session-expired');
  return token;
}

function wrongIn(request: FastifyRequest): Error | null {
  if (hasUnstorableText(request.params)) return notFound();
  if (hasUnstorableText(request.query)) return new AppError('invalid');
  return request.validationError ?? null;
}

/** Null where the header names no board. */
function boardOf({ endpoint }: FlightRoute, request: FastifyRequest): Entering['board'] | null {
  const from = endpoint.board ?? 'header';
  if (from === 'header' || from === 'query') {
    const header = request.headers['x-board'];
    const named = from === 'query' ? (request.query as { readonly board?: string }).board : header;
    if (named !== undefined && !uuid.safeParse(named).success) return null;
    return { from: 'header', id: (named as string | undefined) ?? null };
  }
  const { id } = request.params as { readonly id: string };
  return { from, id };
}
