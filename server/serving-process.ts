import { messageOf } from './errors.ts';
import type { Order, Report } from './processes.ts';
import { type RunningServer, startPart } from './start-server.ts';

let server: Promise<RunningServer> | null = null;

async function serve({ config, database, part }: Extract<Order, { kind: 'serve' }>): Promise<void> {
  try {
    server = startPart(config, database, part);
    const { setupToken } = await server;
    await report({ kind: 'serving', setupToken });
  } catch (error) {
    await report({ kind: 'failed', sentence: messageOf(error) });
    process.exit(1);
  }
}

async function stop(): Promise<void> {
  try {
    await (await server)?.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`Stopping failed: ${messageOf(error)}\n`);
    process.exit(1);
  }
}

const report = (given: Report): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(given, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

/** Sends an empty list until the server has started. */
async function sendFigures(id: number): Promise<void> {
  const figures = (await (await server)?.figures?.getMetricsAsJSON()) ?? [];
  await report({ kind: 'figures', id, figures });
}

process.on('message', (order: Order) => {
  switch (order.kind) {
    case 'serve':
      return void serve(order);
    case 'figures':
      return void sendFigures(order.id).catch((error: unknown) =>
        process.stderr.write(`Figures could not be sent: ${messageOf(error)}\n`),
      );
    case 'stop':
      return void stop();
  }
});
// Signals are ignored, because the primary process decides when this one stops.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
void report({ kind: 'waiting' });
