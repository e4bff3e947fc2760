import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';

/** Milliseconds that a turn of the event loop takes in which nothing comes; and for how long one is waited for. */
const quietMs = 0.3;
const quietWithinMs = 2_000;

const closing = new WeakSet<Server>();

/** The server was told to stop: nobody new is to be sent to it. */
export const isShuttingDown = (app: Pick<FastifyInstance, 'server'>): boolean => closing.has(app.server);

/** Once the server was told to stop, each answer says that its connection ends, so that a balancer keeps none to it. */
export function addGracefulShutdown(app: FastifyInstance): void {
  // What is answered past the framework has its headers from here; what began before the signal from there.
  app.addHook('onRequest', async (_request, reply) => {
    if (isShuttingDown(app)) reply.header('connection', 'close');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isShuttingDown(app)) reply.header('connection', 'close');
  });
}

/**
 * Serves on for the given seconds while /health says that it will not, then takes no more connections. Calls under way, and those
 * that still come by a connection that is open, are answered all the same.
 */
export async function beginShutdown(app: FastifyInstance, drainSeconds: number): Promise<void> {
  closing.add(app.server);
  await pause(drainSeconds * 1_000);
  // Who has knocked already is let in first: a socket that closes turns them away.
  await quietTurn();
  app.server.close();
}

/**
 * Returns right after a turn in which hardly anything came. New connections are accepted at some point of a turn, and what the others send is worked on
 * after it: on a busy server milliseconds, in which more may knock.
 */
async function quietTurn(): Promise<void> {
  const until = performance.now() + quietWithinMs;
  for (let began = performance.now(); ; began = performance.now()) {
    await nextTurn();
    const now = performance.now();
    if (now - began < quietMs || now > until) return;
  }
}

/** 200 while the database answers and the server was not told to stop, else 503; for supervisors and balancers. Tells nothing else. */
export function addHealth(app: FastifyInstance, context: Context): void {
  app.get('/health', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isShuttingDown(app)) return reply.code(503).send({ status: 'stopping' });
    try {
      await sql`select 1`.execute(context.db);
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'database does not answer');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}
