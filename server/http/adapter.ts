import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, type InScope, withBoardScope } from '#server/db/board-scope.ts';
import { boardOfDocument, boardOfMeeting, findMagicLink } from '#server/db/find-board.ts';
import { AppError, authorize, invalid, notFound } from '#server/errors.ts';
import { bodySource, hasEmptyBody, hasUnstorableText, type RefusedBodies } from './bodies.ts';
import type { HandledRoute, RequestContext, Route, RouteLimit } from './implement.ts';
import { createRateLimits, networkOf } from './rate-limits.ts';
import { addReadRoute } from './read-route.ts';
import { openRequestContext, refuseForgery } from './request-context.ts';
import { addLogFields } from './request-log.ts';
import { openApiSchema, send } from './send.ts';
import { isPasswordConfirmed } from './session.ts';

const uuid = z.uuid();

/** Limit, session, CSRF, validation, board transaction, handler, response; a read's own way is in read-route.ts. */
export function addRoute(
  app: FastifyInstance,
  given: { readonly context: Context; readonly refusedBodies: RefusedBodies; readonly route: Route },
): void {
  const { context, refusedBodies, route } = given;
  if ('flight' in route) addReadRoute(app, { context, route });
  else addHandledRoute(app, { context, refusedBodies, route });
}

function addHandledRoute(
  app: FastifyInstance,
  given: { readonly context: Context; readonly refusedBodies: RefusedBodies; readonly route: HandledRoute },
): void {
  const { context, refusedBodies, route } = given;
  const { endpoint } = route;
  const requestContexts = new WeakMap<FastifyRequest, RequestContext>();
  const changes = endpoint.method !== 'GET' && endpoint.method !== 'HEAD';
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const requestContext = await openRequestContext(context, request, reply);
    requestContexts.set(request, requestContext);
    refuseStranger(endpoint, requestContext);
    if (changes && endpoint.csrf !== 'exempt') refuseForgery(context, request, requestContext);
    if (endpoint.confirmed && !isPasswordConfirmed(requestContext.session, context.clock.now())) {
      throw new AppError('password-unconfirmed');
    }
  };
  const refuseRepeated = async (request: FastifyRequest): Promise<void> => {
    const requestContext = requestContexts.get(request);
    // Without CSRF protection, another site may have sent it in the reader's name.
    if (requestContext && (requestContext.session || endpoint.csrf !== 'exempt'))
      refusedBodies.refuseRepeated(request, bodySource(requestContext));
  };
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyBytesMax,
    schema: openApiSchema(endpoint),
    // OpenAPI leaves HEAD out unless it is its own endpoint.
    ...(endpoint.method === 'HEAD' ? { config: { swagger: { exposeHeadRoute: true } } } : {}),
    onRequest: [admit, ...(changes ? [refuseRepeated] : [])],
    preValidation: [
      // Bodies may arrive slowly, so rights are checked again afterwards.
      ...(changes ? [admit] : []),
      async (request) => {
        if (hasUnstorableText(request.params)) throw notFound();
        if (hasUnstorableText(request.query)) throw invalid({});
        if (request.body === undefined && hasEmptyBody(endpoint)) request.body = {};
      },
    ],
    handler: async (request, reply) => {
      const requestContext = requestContexts.get(request);
      if (!requestContext) throw new Error('The request context was not opened.');
      if (route.limit) await takeRouteLimit(context, route.limit, requestContext);
      const input = {
        context,
        request: requestContext,
        params: request.params,
        query: request.query,
        body: request.body,
      };
      const answer = await handleInScope({
        context,
        route,
        input,
        onBoard: (board) => addLogFields(request, { board }),
      });
      return send({ context, endpoint, request, reply, answer });
    },
  });
}

async function takeRouteLimit(context: Context, limit: RouteLimit, { ip, session }: RequestContext): Promise<void> {
  if (limit.per === 'user' && !session) throw new Error('A limit per user needs a session.');
  await createRateLimits(context.pool).take(limit, session && limit.per === 'user' ? session.userId : networkOf(ip));
}

interface RawInput {
  readonly context: Context;
  readonly request: RequestContext;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

function refuseStranger(endpoint: Endpoint, requestContext: RequestContext): void {
  if (endpoint.access === 'public' || endpoint.access === 'magic') return;
  if (!requestContext.session) throw new AppError('session-expired');
  if (endpoint.access === 'site-admin') authorize(requestContext.session.isSiteAdmin);
}

async function handleInScope(given: {
  readonly context: Context;
  readonly route: HandledRoute;
  readonly input: RawInput;
  readonly onBoard: (boardId: string) => void;
}): Promise<unknown> {
  const { context, route, input, onBoard } = given;
  const { endpoint } = route;
  const { session } = input.request;
  switch (endpoint.access) {
    case 'public':
      return route.handle(input);
    case 'signed-in':
    case 'site-admin':
      return route.handle({ ...input, session });
    case 'magic':
      return withMagicScope(context, input.params as { uid: string }, (scope) => {
        onBoard(scope.board.id);
        return route.handle({ ...input, scope });
      });
    case 'member':
    case 'board-admin': {
      if (!session) throw new AppError('session-expired');
      const boardId = await boardOf(context, endpoint, input, session.userId);
      const inScope: InScope = (work) =>
        withBoardScope(context, { boardId, userId: session.userId }, async (scope) => {
          onBoard(boardId);
          if (endpoint.access === 'board-admin') authorize(scope.member.isBoardAdmin);
          return work(scope);
        });
      return route.inSteps
        ? route.handle({ ...input, inScope })
        : inScope((scope) => route.handle({ ...input, scope }));
    }
  }
}

async function boardOf(context: Context, endpoint: Endpoint, input: RawInput, userId: string): Promise<string> {
  if (endpoint.board === undefined || endpoint.board === 'header') {
    const named = uuid.safeParse(input.request.header('x-board') ?? input.request.session?.boardId);
    if (!named.success) throw notFound();
    return named.data;
  }
  if (endpoint.board === 'query') return (input.query as { board: string }).board;
  const { id } = input.params as { id: string };
  const boardId =
    endpoint.board === 'meeting-id'
      ? await boardOfMeeting(context.db, { meetingId: id, userId })
      : await boardOfDocument(context.db, { documentId: id, userId });
  if (!boardId) throw notFound();
  return boardId;
}

/** 404 when the link does not work. */
export async function withMagicScope<T>(
  context: Context,
  params: { readonly uid: string },
  work: (scope: BoardScope) => Promise<T>,
): Promise<T> {
  const link = await findMagicLink(context, params.uid);
  if (!link) throw notFound();
  return withBoardScope(context, { boardId: link.boardId, userId: link.userId, via: link.via }, work);
}
