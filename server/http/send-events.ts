import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventAnswer } from './implement.ts';

const heartbeatMs = 20_000;
/** A browser asks again; the session and the membership are then looked at anew. */
const streamMsMax = 10 * 60_000;

/** Keeps the answer open and writes one JSON line per event, an empty line now and then. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EventAnswer,
): Promise<FastifyReply> {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  raw.write('\n');
  const end = answer.subscribe((event) => raw.write(`${JSON.stringify(event)}\n`));
  const heartbeat = setInterval(() => raw.write('\n'), heartbeatMs);
  const limit = setTimeout(() => raw.end(), streamMsMax);
  request.raw.socket.setNoDelay(true);
  raw.on('close', () => {
    end();
    clearInterval(heartbeat);
    clearTimeout(limit);
  });
  return reply;
}
