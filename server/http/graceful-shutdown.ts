import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** In milliseconds: the length of a turn in which the event loop counts as idle, and the longest wait for one. */
const quietMs = 0.3;
const quietWithinMs = 2_000;

const closing = new WeakSet<Server>();

export const isShuttingDown = (app: Pick<FastifyInstance, 'server'>): boolean => closing.has(app.server);

/** During shutdown each response closes its connection, so that a load balancer stops using it. */
export function addGracefulShutdown(app: FastifyInstance): void {
  // The onRequest hook also covers responses that bypass the framework.
  app.addHook('onRequest', async (_request, reply) => {
    if (isShuttingDown(app)) reply.header('connection', 'close');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isShuttingDown(app)) reply.header('connection', 'close');
  });
}

/** Serves while /health fails, then closes the listener. Open connections still get their responses. */
export async function beginShutdown(app: FastifyInstance, drainSeconds: number): Promise<void> {
  closing.add(app.server);
  await pause(drainSeconds * 1_000);
  // Waits for the connections in the backlog to be accepted, because closing the socket would reset them.
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
