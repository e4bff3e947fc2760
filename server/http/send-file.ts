import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mimeTypeByExtension } from '#domain/documents.ts';
import { downloadFileName } from '#domain/file-name.ts';
import type { FileAnswer } from './implement.ts';

/** Follows RFC 6266, and RFC 8187 for non-ASCII names. `plainName` is the ASCII fallback without an extension. */
export function contentDisposition(
  as: 'inline' | 'attachment',
  file: { readonly title: string; readonly extension: string; readonly plainName: string },
): string {
  const name = encodeURIComponent(downloadFileName(file.title, file.extension)).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${as}; filename="${file.plainName}.${file.extension}"; filename*=UTF-8''${name}`;
}

/** Content security policy for uploaded files that are opened directly. */
export const filePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** `plainName` is the ASCII fallback without an extension. */
export const madeDownload = (
  bytes: Buffer,
  { format = 'pdf', ...name }: { readonly title: string; readonly plainName: string; readonly format?: 'pdf' | 'docx' },
  etag?: string,
): Extract<FileAnswer, { kind: 'bytes' }> => ({
  kind: 'bytes',
  etag,
  byteSize: bytes.length,
  headers: {
    'content-type': mimeTypeByExtension[format],
    'content-disposition': contentDisposition('attachment', { ...name, extension: format }),
    'x-content-type-options': 'nosniff',
    'cache-control': etag === undefined ? 'no-store' : 'private, no-cache',
  },
  open: async (range) => Readable.from([range === null ? bytes : bytes.subarray(range.start, range.end + 1)]),
});

export async function sendFile(request: FastifyRequest, reply: FastifyReply, answer: FileAnswer): Promise<unknown> {
  switch (answer.kind) {
    case 'redirect':
      return reply.header('cache-control', 'no-store').redirect(answer.url, 303);
    case 'text':
      reply.headers({ 'cache-control': 'no-store', ...answer.headers });
      return isKnown(request, reply, answer) ? reply.code(304).send() : reply.send(answer.text);
    case 'raw':
      // Copy headers that the framework drops for hijacked replies.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      await answer.run(request.raw, reply.raw, request);
      return reply;
    case 'bytes':
      return sendBytes(request, reply, answer);
  }
}

async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Extract<FileAnswer, { kind: 'bytes' }>,
): Promise<unknown> {
  if (isKnown(request, reply, answer)) {
    await answer.discard?.();
    return reply.header('cache-control', answer.headers['cache-control']).code(304).send();
  }
  const range = readRange(request.headers.range, answer.byteSize);
  // Open before setting headers, so that an error response does not get the file's headers.
  const bytes =
    range === 'unsatisfiable' || request.method === 'HEAD' ? await answer.discard?.() : await answer.open(range);
  reply.headers({ 'cache-control': 'private, no-store', 'accept-ranges': 'bytes', ...answer.headers });
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${answer.byteSize}`).send();
  }
  if (range === null) {
    reply.header('content-length', answer.byteSize);
  } else {
    reply.code(206);
    reply.header('content-range', `bytes ${range.start}-${range.end}/${answer.byteSize}`);
    reply.header('content-length', range.end - range.start + 1);
  }
  // Fastify would send a content length of 0 for an empty body that is not a stream.
  return reply.send(bytes ?? Readable.from([]));
}

function isKnown(request: FastifyRequest, reply: FastifyReply, { etag }: { readonly etag?: string | undefined }) {
  if (etag === undefined) return false;
  reply.header('etag', etag);
  return hasVersion(request.headers['if-none-match'], etag);
}

/** Compares weakly, as If-None-Match requires (RFC 9110). */
export function hasVersion(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

/** Returns null for a missing range or several ranges, which a server may ignore. */
export function readRange(
  header: string | undefined,
  byteSize: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), byteSize);
    return length === 0 ? 'unsatisfiable' : { start: byteSize - length, end: byteSize - 1 };
  }
  const start = Number(first);
  const end = last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  if (start >= byteSize) return 'unsatisfiable';
  return end < start ? null : { start, end };
}
