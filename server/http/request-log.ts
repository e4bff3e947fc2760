import type { FastifyInstance } from 'fastify';

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
        board: request.headers['x-board'],
      },
      'request',
    );
  });
}
