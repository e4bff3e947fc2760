import type { Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { streamMsMax } from '#domain/timings.ts';
import type { EventAnswer } from './implement.ts';

const usualHeartbeatMs = 20_000;
/** A client with more unsent bytes has disconnected or is too slow. It refetches when it reconnects. */
const unreadBytesMax = 64 * 1024;

export const streamHeaders = {
  'content-type': 'application/x-ndjson',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // A connection that is kept alive could be closed by the stopping server just when the client sends its next request.
  connection: 'close',
  'x-content-type-options': 'nosniff',
} as const;

const openStreams = new WeakMap<Server, Set<ServerResponse>>();

/** Ends all streams on close, because open streams would prevent the server from stopping. */
export function endEventsOnClose(app: FastifyInstance, { stopSeconds }: { readonly stopSeconds: number }): void {
  const streams = new Set<ServerResponse>();
  openStreams.set(app.server, streams);
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
    // Cuts off requests that are still running after this time. Idle connections are closed at once.
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
  // If the client has already left, no close event would follow to clean up.
  if (raw.destroyed || request.raw.socket.destroyed) return reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, streamHeaders);
  // A write after the end would be an uncaught error.
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
