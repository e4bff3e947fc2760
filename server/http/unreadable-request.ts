import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { filePolicy } from './file-policy.ts';
import { isNavigation } from './navigation.ts';
import { refusalPage, refusalPagePolicy } from './refusal-page.ts';

/** Of an answer to what no route has seen; it repeats nothing of what was asked. */
const unreadableHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': filePolicy,
  'referrer-policy': 'no-referrer',
} as const;

const unreadableAnswer = { status: 'error', msg: '' } as const;

/** An address that cannot be read is not there; no route and no hook has seen it. */
export function answerUnreadable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.code(404).headers(unreadableHeaders);
  if (!isNavigation(request)) {
    reply.send(unreadableAnswer);
    return;
  }
  reply
    .header('content-security-policy', refusalPagePolicy)
    .type('text/html; charset=utf-8')
    .send(refusalPage({ status: 404 }));
}

type ParserError = Error & { readonly code?: string };

/** By the code that Node's parser gives; anything else is a request that cannot be read. */
const statusByCode: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** The answer, line by line, to bytes that Node's parser could not read as a request; then the connection ends. */
export function answerUnparsed(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(unparsedAnswer(statusByCode[error.code ?? ''] ?? '400 Bad Request'));
  socket.destroy(error);
}

function unparsedAnswer(status: string): string {
  const body = JSON.stringify(unreadableAnswer);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...unreadableHeaders,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n');
}
