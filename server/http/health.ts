import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { isClosing } from './door.ts';

/** 200 while the database answers and the server was not told to stop, else 503; for supervisors and balancers. Tells nothing else. */
export function addHealth(app: FastifyInstance, context: Context): void {
  app.get('/health', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isClosing(app)) return reply.code(503).send({ status: 'stopping' });
    try {
      await sql`select 1`.execute(context.db);
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'database does not answer');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}
