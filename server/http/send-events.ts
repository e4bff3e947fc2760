import type { Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { streamMsMax } from '#domain/timings.ts';
import type { EventAnswer } from './implement.ts';

const usualHeartbeatMs = 20_000;
/** Then the client is gone or too slow; it refetches when reconnecting. */
const unreadBytesMax = 64 * 1024;

export const streamHeaders = {
  'content-type': 'application/x-ndjson',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // A kept-alive connection would delay stopping; unsaid, whoever asks the next thing over it would meet its end.
  connection: 'close',
  'x-content-type-options': 'nosniff',
} as const;

const openStreams = new WeakMap<Server, Set<ServerResponse>>();

/** Open streams would block stopping. */
export function endEventsOnClose(app: FastifyInstance, { stopSeconds }: { readonly stopSeconds: number }): void {
  const streams = new Set<ServerResponse>();
  openStreams.set(app.server, streams);
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
    // Idle connections are not awaited.
    setTimeout(() => app.server.closeAllConnections(), stopSeconds * 1_000).unref();
  });
}

/** JSON lines, with empty ones as heartbeat. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EventAnswer,
): Promise<FastifyReply> {
  reply.hijack();
  const { raw } = reply;
  // A client that left already would never be cleaned up.
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
