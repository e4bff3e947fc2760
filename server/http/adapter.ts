import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { type BoardScope, type InScope, withBoardScope, withSessionScope } from '#server/db/board-scope.ts';
import { type BoardEntry, EntryRefused } from '#server/db/entry.ts';
import { findMagicLink } from '#server/db/find-board.ts';
import { AppError, authorize, invalid, notFound } from '#server/errors.ts';
import { boardOf } from './board-of.ts';
import { hasEmptyBody, hasUnstorableText, type RefusedBodies } from './bodies.ts';
import type { HandledRoute, RequestContext, Route, RouteLimit } from './implement.ts';
import { createRateLimits, networkOf } from './rate-limits.ts';
import { flightAnswer } from './read-route.ts';
import { addLogFields } from './request-log.ts';
import { type Call, callerOf, callOf, refuseInvalid, runSteps, sessionTokenOf, stepsOf } from './request-steps.ts';
import { openApiSchema, send } from './send.ts';

export function addRoute(
  app: FastifyInstance,
  given: { readonly context: Context; readonly refusedBodies: RefusedBodies; readonly route: Route },
): void {
  const { context, refusedBodies, route } = given;
  const { endpoint } = route;
  const steps = stepsOf(route);
  const answerOf = 'flight' in route ? flightAnswer(context, route) : (call: Call) => handledAnswer(call, route);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyBytesMax,
    schema: openApiSchema(endpoint),
    attachValidation: true,
    onRequest: async (request, reply) => {
      const unknown = { caller: null, admittedAt: 0, bodySource: null };
      request.call = { context, endpoint, steps, refusedBodies, request, reply, ...unknown };
      await runSteps(steps.onHeaders, request.call);
    },
    preValidation: async (request) => {
      await runSteps(steps.onBody, callOf(request));
      const wrong = unstorableIn(request);
      if (wrong !== null) await refuseInvalid(callOf(request), wrong);
      if (request.body === undefined && hasEmptyBody(endpoint)) request.body = {};
    },
    handler: async (request, reply) => {
      const call = callOf(request);
      if (request.validationError) await refuseInvalid(call, request.validationError);
      return send({ context, endpoint, request, reply, answer: await answerOf(call) });
    },
  });
}

async function handledAnswer(call: Call, route: HandledRoute): Promise<unknown> {
  if (route.limit) await takeRouteLimit(call.context, route.limit, callerOf(call));
  return handleInScope(call, route);
}

async function takeRouteLimit(context: Context, limit: RouteLimit, { ip, session }: RequestContext): Promise<void> {
  if (limit.per === 'user' && !session) throw new Error('A limit per user needs a session.');
  await createRateLimits(context.pool).take(limit, session && limit.per === 'user' ? session.userId : networkOf(ip));
}

function unstorableIn(request: FastifyRequest): AppError | null {
  if (hasUnstorableText(request.params)) return notFound();
  return hasUnstorableText(request.query) ? invalid({}) : null;
}

async function handleInScope(call: Call, route: HandledRoute): Promise<unknown> {
  const { context, endpoint, request } = call;
  const { params, query, body } = request;
  const caller = callerOf(call);
  const input = { context, request: caller, params, query, body };
  switch (endpoint.access) {
    case 'public':
      return route.handle(input);
    case 'signed-in':
    case 'site-admin':
      return route.handle({ ...input, session: caller.session });
    case 'magic':
      return withMagicScope(context, params as { uid: string }, (scope) => {
        addLogFields(request, { board: scope.board.id });
        return route.handle({ ...input, scope });
      });
    case 'member':
    case 'board-admin': {
      const inScope = scopesOf(call, endpoint.access);
      if (route.inSteps) return route.handle({ ...input, inScope });
      const handle = () => inScope((scope) => route.handle({ ...input, scope }));
      return route.queue === undefined ? handle() : route.queue.limit(context)(route.queue.keyOf(params), handle);
    }
  }
}

/** Only the first scope uses the session's token, because the token may be renewed before a later scope opens. */
function scopesOf(call: Call, access: BoardEntry['access']): InScope {
  const { context, endpoint, request } = call;
  const token = sessionTokenOf(call);
  if (token === undefined) throw new AppError('session-expired');
  const { params, query } = request;
  const board = boardOf(endpoint, { params, query, header: callerOf(call).header });
  if (board === null) throw notFound();
  let entered: { readonly boardId: string; readonly userId: string; readonly sessionId: string } | null = null;
  return (work) => {
    if (entered === null)
      return withSessionScope(context, { session: { token }, access, board }, (scope, sessionId) => {
        entered = { boardId: scope.board.id, userId: scope.member.userId, sessionId };
        addLogFields(request, { board: scope.board.id, user: scope.member.userId });
        return work(scope);
      }).catch((error: unknown) => {
        if (error instanceof EntryRefused && error.userId !== null) addLogFields(request, { user: error.userId });
        throw error;
      });
    return withBoardScope(context, entered, async (scope) => {
      if (access === 'board-admin') authorize(scope.member.isBoardAdmin);
      return work(scope);
    });
  };
}

export async function withMagicScope<T>(
  context: Context,
  params: { readonly uid: string },
  work: (scope: BoardScope) => Promise<T>,
): Promise<T> {
  const link = await findMagicLink(context, params.uid);
  if (!link) throw notFound();
  return withBoardScope(context, { boardId: link.boardId, userId: link.userId, via: link.via }, work);
}
