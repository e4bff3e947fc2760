import type { Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { streamMsMax } from '#domain/timings.ts';
import type { EventAnswer } from './implement.ts';

const usualHeartbeatMs = 20_000;
/** Unsent bytes after which a slow client is disconnected. */
const unreadBytesMax = 64 * 1024;

export const streamHeaders = {
  'content-type': 'application/x-ndjson',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // Keep-alive is off, because a stopping server could close the connection just as the client sends its next request.
  connection: 'close',
  'x-content-type-options': 'nosniff',
} as const;

const openStreams = new WeakMap<Server, Set<ServerResponse>>();

/** Ends all streams when the server closes, because open streams would prevent it from stopping. */
export function endEventsOnClose(app: FastifyInstance, { stopSeconds }: { readonly stopSeconds: number }): void {
  const streams = new Set<ServerResponse>();
  openStreams.set(app.server, streams);
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
    setTimeout(() => app.server.closeAllConnections(), stopSeconds * 1_000).unref();
  });
}

export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EventAnswer,
): Promise<FastifyReply> {
  reply.hijack();
  const { raw } = reply;
  // If the client has already disconnected, no `close` event will follow, so nothing would end the subscription.
  if (raw.destroyed || request.raw.socket.destroyed) return reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, streamHeaders);
  // Skip ended streams, because writing to one would cause an uncaught error.
  const write = (line: string | Buffer): void => {
    if (raw.writableEnded) return;
    if (raw.writableLength > unreadBytesMax) raw.destroy();
    else raw.write(line);
  };
  write('\n');
  openStreams.get(request.server.server)?.add(raw);
  const end = answer.subscribe(
    (event) => write(Buffer.isBuffer(event) ? event : `${JSON.stringify(event)}\n`),
    () => raw.end(),
  );
  const heartbeat = setInterval(() => write('\n'), answer.heartbeatMs ?? usualHeartbeatMs);
  const limit = setTimeout(() => raw.end(), streamMsMax);
  request.raw.socket.setNoDelay(true);
  raw.on('close', () => {
    end();
    openStreams.get(request.server.server)?.delete(raw);
    clearInterval(heartbeat);
    clearTimeout(limit);
  });
  return reply;
}
