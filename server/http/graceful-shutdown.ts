import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A turn of the event loop that takes less than `quietMs` milliseconds counts as idle. */
const quietMs = 0.3;
const quietWithinMs = 2_000;

const closing = new WeakSet<Server>();

export const isShuttingDown = (app: Pick<FastifyInstance, 'server'>): boolean => closing.has(app.server);

/** Closes each connection after its response during shutdown, so that load balancers stop using it. */
export function addGracefulShutdown(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (isShuttingDown(app)) reply.header('connection', 'close');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isShuttingDown(app)) reply.header('connection', 'close');
  });
}

export async function beginShutdown(app: FastifyInstance, drainSeconds: number): Promise<void> {
  closing.add(app.server);
  await pause(drainSeconds * 1_000);
  // Wait until pending connections are accepted, because closing the socket would reset them.
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
