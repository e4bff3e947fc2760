import type { Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { streamMsMax } from '#domain/timings.ts';
import type { EventAnswer } from './implement.ts';

const heartbeatMs = 20_000;
/** Who has left so much unread is not there any more, or cannot keep up: their page asks for everything when it comes back. */
const unreadBytesMax = 64 * 1024;

const openStreams = new WeakMap<Server, Set<ServerResponse>>();

/** Ends the open streams when the server stops; it would wait for them otherwise. */
export function endEventsOnClose(app: FastifyInstance, { stopSeconds }: { readonly stopSeconds: number }): void {
  const streams = new Set<ServerResponse>();
  openStreams.set(app.server, streams);
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
    // Calls under way may end; a connection that stays silent is not waited for.
    setTimeout(() => app.server.closeAllConnections(), stopSeconds * 1_000).unref();
  });
}

/** Keeps the answer open and writes one JSON line per event, an empty line now and then. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EventAnswer,
): Promise<FastifyReply> {
  reply.hijack();
  const { raw } = reply;
  // Who left before the answer began closes nothing any more, and what is opened for them would stay open.
  if (raw.destroyed || request.raw.socket.destroyed) return reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  // What is told between the end and the close has nowhere to go; written, it would be an error that nobody catches.
  const write = (line: string): void => {
    if (raw.writableEnded) return;
    if (raw.writableLength > unreadBytesMax) raw.destroy();
    else raw.write(`${line}\n`);
  };
  write('');
  openStreams.get(request.server.server)?.add(raw);
  const end = answer.subscribe(
    (event) => write(JSON.stringify(event)),
    () => raw.end(),
  );
  const heartbeat = setInterval(() => write(''), heartbeatMs);
  const limit = setTimeout(() => raw.end(), streamMsMax);
  request.raw.socket.setNoDelay(true);
  raw.on('close', () => {
    end();
    openStreams.get(request.server.server)?.delete(raw);
    clearInterval(heartbeat);
    clearTimeout(limit);
    // The connection goes with its stream: left open for further calls, it would hold up the server's stop.
    request.raw.socket.destroySoon();
  });
  return reply;
}
