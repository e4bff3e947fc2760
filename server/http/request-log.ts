import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Facts {
  /** The user's id; none for a stranger. */
  readonly user?: string;
  /** The board whose transaction was opened; none where there was none. */
  readonly board?: string;
}

const known = new WeakMap<FastifyRequest, Facts>();

/** Adds what the request's line will say of who it was and on which board. */
export function noteFacts(request: FastifyRequest, facts: Facts): void {
  known.set(request, { ...known.get(request), ...facts });
}

/** One line per request. The route's pattern stands for the address, so that no secret in a path reaches the log. */
export function describeRequest(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.logLevel === 'silent') return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'page',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        ...known.get(request),
      },
      'request',
    );
  });
}
