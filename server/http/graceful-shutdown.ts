import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds: the length of an idle turn of the event loop, and the longest wait for one. */
const quietMs = 0.3;
const quietWithinMs = 2_000;

const closing = new WeakSet<Server>();

export const isShuttingDown = (app: Pick<FastifyInstance, 'server'>): boolean => closing.has(app.server);

/** Each response closes its connection, so that a load balancer removes it. */
export function addGracefulShutdown(app: FastifyInstance): void {
  // Covers responses that bypass the framework.
  app.addHook('onRequest', async (_request, reply) => {
    if (isShuttingDown(app)) reply.header('connection', 'close');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isShuttingDown(app)) reply.header('connection', 'close');
  });
}

/**
 * Continues to serve while /health fails, then closes the listener. Requests on open connections still get a response.
 */
export async function beginShutdown(app: FastifyInstance, drainSeconds: number): Promise<void> {
  closing.add(app.server);
  await pause(drainSeconds * 1_000);
  // Accepts the backlog first, since closing the socket would reset it.
  await quietTurn();
  app.server.close();
}

async function quietTurn(): Promise<void> {
  const until = performance.now() + quietWithinMs;
  for (let began = performance.now(); ; began = performance.now()) {
    await nextTurn();
    const now = performance.now();
    if (now - began < quietMs || now > until) return;
  }
}
