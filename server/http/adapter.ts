import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyBytesMax, type Endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, type InScope, withBoardScope, withSessionScope } from '#server/db/board-scope.ts';
import { type Entering, EntryRefused } from '#server/db/entry.ts';
import { findMagicLink } from '#server/db/find-board.ts';
import { AppError, authorize, invalid, notFound } from '#server/errors.ts';
import { boardOf } from './board-of.ts';
import { bodySource, hasEmptyBody, hasUnstorableText, type RefusedBodies, sourceOfSession } from './bodies.ts';
import { cookieName, cookieNames } from './cookies.ts';
import type { HandledRoute, RequestContext, Route, RouteLimit } from './implement.ts';
import { createRateLimits, networkOf } from './rate-limits.ts';
import { addReadRoute } from './read-route.ts';
import { isOwnRequest, openRequestContext, refuseForgery, requestContextOf } from './request-context.ts';
import { addLogFields, type Facts, logUnnamed } from './request-log.ts';
import { openApiSchema, send } from './send.ts';

/** Milliseconds. A body that arrives later is no longer covered by the session that was checked with the headers. */
const promptBodyMs = 1_000;

/** Long bodies, and endpoints with further requirements on the session, also check it with the headers. */
export const findsSessionOnce = ({ endpoint, ...route }: HandledRoute): boolean =>
  endpoint.method !== 'GET' &&
  (isOfBoard(endpoint) || route.entersBoard === true) &&
  endpoint.bodyBytesMax <= bodyBytesMax &&
  !(endpoint.confirmed || route.limit || route.inSteps);

/** Adds a route: limit, session, CSRF, validation, board transaction, handler, response. */
export function addRoute(
  app: FastifyInstance,
  given: { readonly context: Context; readonly refusedBodies: RefusedBodies; readonly route: Route },
): void {
  const { context, refusedBodies, route } = given;
  if ('flight' in route) addReadRoute(app, { context, refusedBodies, route });
  else addHandledRoute(app, { context, refusedBodies, route });
}

function addHandledRoute(
  app: FastifyInstance,
  given: { readonly context: Context; readonly refusedBodies: RefusedBodies; readonly route: HandledRoute },
): void {
  const { context, refusedBodies, route } = given;
  const { endpoint } = route;
  const requestContexts = new WeakMap<FastifyRequest, RequestContext>();
  const admittedAt = new WeakMap<FastifyRequest, number>();
  const changes = endpoint.method !== 'GET' && endpoint.method !== 'HEAD';
  const entersBoard = isOfBoard(endpoint) || route.entersBoard === true;
  const readmits = changes && (!entersBoard || Boolean(endpoint.confirmed || route.limit || route.inSteps));
  const refusesLate = changes && !readmits;
  const findsOnce = findsSessionOnce(route);
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (endpoint.unnamed) logUnnamed(request);
    const requestContext = await openRequestContext(context, request, reply);
    requestContexts.set(request, requestContext);
    admittedAt.set(request, performance.now());
    refuseStranger(endpoint, requestContext);
    if (changes && endpoint.csrf !== 'exempt') refuseForgery(context, request, requestContext);
    if (endpoint.confirmed && !requestContext.isConfirmed) throw new AppError('password-unconfirmed');
  };
  const sources = new WeakMap<FastifyRequest, string>();
  /** Admits a request that has both the session's cookie and its CSRF token without a query. */
  const admitUnread = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (endpoint.unnamed) logUnnamed(request);
    const token = request.cookies[cookieName(context.config, cookieNames.session)];
    if (token === undefined || !isOwnRequest(context, request, token)) return admit(request, reply);
    requestContexts.set(request, requestContextOf(context, { request, reply, session: null }));
    sources.set(request, sourceOfSession(token));
  };
  const refuseRepeated = async (request: FastifyRequest): Promise<void> => {
    const requestContext = requestContexts.get(request);
    // Without CSRF protection, another site may have sent the request in the reader's name.
    if (requestContext && (requestContext.session || endpoint.csrf !== 'exempt'))
      refusedBodies.refuseRepeated(request, sources.get(request) ?? bodySource(requestContext));
  };
  const isLate = (request: FastifyRequest): boolean =>
    performance.now() - (admittedAt.get(request) ?? 0) > promptBodyMs;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyBytesMax,
    schema: openApiSchema(endpoint),
    // A caller without a session must not learn what is wrong with the body.
    attachValidation: refusesLate,
    onRequest: [findsOnce ? admitUnread : admit, ...(changes ? [refuseRepeated] : [])],
    preValidation: [
      // Bodies may arrive slowly, so rights are checked again afterwards.
      async (request, reply) => {
        if (readmits || (changes && !findsOnce && isLate(request))) await admit(request, reply);
      },
      async (request, reply) => {
        const wrong = unstorableIn(request);
        if (wrong !== null && refusesLate) await admit(request, reply);
        if (wrong !== null) throw wrong;
        if (request.body === undefined && hasEmptyBody(endpoint)) request.body = {};
      },
    ],
    handler: async (request, reply) => {
      if (request.validationError) {
        await admit(request, reply);
        throw request.validationError;
      }
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
        log: (fields) => addLogFields(request, fields),
      });
      return send({ context, endpoint, request, reply, answer });
    },
  });
}

async function takeRouteLimit(context: Context, limit: RouteLimit, { ip, session }: RequestContext): Promise<void> {
  if (limit.per === 'user' && !session) throw new Error('A limit per user needs a session.');
  await createRateLimits(context.pool).take(limit, session && limit.per === 'user' ? session.userId : networkOf(ip));
}

const isOfBoard = ({ access }: Endpoint): boolean => access === 'member' || access === 'board-admin';

function unstorableIn(request: FastifyRequest): AppError | null {
  if (hasUnstorableText(request.params)) return notFound();
  return hasUnstorableText(request.query) ? invalid({}) : null;
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
  readonly log: (fields: Facts) => void;
}): Promise<unknown> {
  const { context, route, input, log } = given;
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
        log({ board: scope.board.id });
        return route.handle({ ...input, scope });
      });
    case 'member':
    case 'board-admin': {
      const inScope = scopesOf({ context, endpoint, access: endpoint.access, input, log });
      if (route.inSteps) return route.handle({ ...input, inScope });
      const handle = () => inScope((scope) => route.handle({ ...input, scope }));
      return route.queue === undefined ? handle() : route.queue.limit(context)(route.queue.keyOf(input.params), handle);
    }
  }
}

/** The first step enters by session. Later steps enter by member, since the session may be renewed meanwhile. */
function scopesOf(given: {
  readonly context: Context;
  readonly endpoint: Endpoint;
  readonly access: Entering['access'];
  readonly input: RawInput;
  readonly log: (fields: Facts) => void;
}): InScope {
  const { context, endpoint, access, input, log } = given;
  const token = input.request.cookie(cookieNames.session);
  if (token === undefined) throw new AppError('session-expired');
  const board = boardOf(endpoint, { ...input, header: input.request.header });
  if (board === null) throw notFound();
  let entered: { readonly boardId: string; readonly userId: string; readonly sessionId: string } | null = null;
  return (work) => {
    if (entered === null)
      return withSessionScope(context, { session: { token }, access, board }, (scope, sessionId) => {
        entered = { boardId: scope.board.id, userId: scope.member.userId, sessionId };
        log({ board: scope.board.id, user: scope.member.userId });
        return work(scope);
      }).catch((error: unknown) => {
        if (error instanceof EntryRefused && error.userId !== null) log({ user: error.userId });
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
