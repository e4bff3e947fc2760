import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { hasVersion } from './send-file.ts';

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

type Coding = 'br' | 'gzip' | 'identity';

interface Document {
  readonly hash: string;
  readonly bytes: Readonly<Record<Coding, Buffer>>;
}

/** Made and compressed on the first request. */
export function addOpenApi(app: FastifyInstance): void {
  let made: Promise<Document> | null = null;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    made ??= makeDocument(app).catch((error: unknown) => {
      made = null;
      throw error;
    });
    const { hash, bytes } = await made;
    const coding = codingFor(String(request.headers['accept-encoding'] ?? ''));
    const etag = `"${hash}-${coding}"`;
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
    if (hasVersion(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply.type('application/json; charset=utf-8').send(bytes[coding]);
  });
}

async function makeDocument(app: FastifyInstance): Promise<Document> {
  const identity = Buffer.from(JSON.stringify(app.swagger()));
  const [br, zipped] = await Promise.all([compressBrotli(identity), compressGzip(identity)]);
  return {
    hash: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bytes: { br, gzip: zipped, identity },
  };
}

/** The smallest accepted one; weights other than 0 are ignored. */
function codingFor(acceptEncoding: string): Coding {
  const taken = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? 'identity';
}
