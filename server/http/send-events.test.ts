import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { LiveEvent } from '#contract/events.ts';
import { sendEvents } from './send-events.ts';

const event: LiveEvent = { noun: 'meeting', id: '019a8b5e-0000-7000-8000-000000000000' };
/** More events than fit into both socket buffers. */
const eventsMax = 1_000_000;

test('a client that does not read its events is disconnected before they accumulate', async () => {
  const app = Fastify();
  let send: ((event: LiveEvent) => void) | undefined;
  const gone = Promise.withResolvers<void>();
  app.get('/', (request, reply) =>
    sendEvents(request, reply, {
      subscribe(given) {
        send = given;
        return gone.resolve;
      },
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => send).toBeDefined();
  let isGone = false;
  const leaving = gone.promise.then(() => {
    isGone = true;
  });
  let sent = 0;
  while (!isGone && sent < eventsMax) {
    for (let nth = 0; nth < 1_000; nth += 1) send?.(event);
    sent += 1_000;
    await new Promise(setImmediate);
  }
  expect(sent).toBeLessThan(eventsMax);
  await leaving;
  socket.destroy();
  await app.close();
});
