import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Collected {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 2: an error. */
  readonly status: number;
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface TraceCollector {
  readonly url: string;
  readonly port: number;
  readonly spans: readonly Collected[];
  bytes(): Buffer;
  stop(): Promise<void>;
}

/** Receives spans by OTLP over HTTP, as protobuf. */
export async function startTraceCollector(port = 0): Promise<TraceCollector> {
  const spans: Collected[] = [];
  const received: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    received.push(Buffer.from(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`), body);
    const isWanted = request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf';
    if (isWanted) spans.push(...spansOf(body));
    response.writeHead(isWanted ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    spans,
    bytes: () => Buffer.concat(received),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Field numbers: opentelemetry-proto, collector/trace/v1, trace/v1, common/v1.
function spansOf(request: Buffer): readonly Collected[] {
  return messages(request, 1).flatMap((ofResource) => {
    const resource = attributesOf(messages(ofResource, 1)[0] ?? Buffer.alloc(0), 1);
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span) => ({
        traceId: (messages(span, 1)[0] ?? Buffer.alloc(0)).toString('hex'),
        spanId: (messages(span, 2)[0] ?? Buffer.alloc(0)).toString('hex'),
        parentId: (messages(span, 4)[0] ?? Buffer.alloc(0)).toString('hex'),
        name: textOf(messages(span, 5)[0]),
        attributes: attributesOf(span, 9),
        status: Number(fieldsOf(messages(span, 15)[0] ?? Buffer.alloc(0)).find(({ field }) => field === 3)?.value ?? 0),
        resource,
      })),
    );
  });
}

const attributesOf = (message: Buffer, field: number): Record<string, unknown> =>
  Object.fromEntries(
    messages(message, field).map((pair) => [
      textOf(messages(pair, 1)[0]),
      readAny(messages(pair, 2)[0] ?? Buffer.alloc(0)),
    ]),
  );

function readAny(any: Buffer): unknown {
  const [found] = fieldsOf(any);
  switch (found?.field) {
    case 1:
      return textOf(found.value as Buffer);
    case 2:
      return found.value === 1n;
    case 3:
      return Number(found.value);
    case 5:
      return messages(found.value as Buffer, 1).map(readAny);
    default:
      return found?.value;
  }
}

const textOf = (bytes: Buffer | undefined): string => bytes?.toString('utf8') ?? '';

const messages = (bytes: Buffer, wanted: number): readonly Buffer[] =>
  fieldsOf(bytes).flatMap(({ field, value }) => (field === wanted && Buffer.isBuffer(value) ? [value] : []));

/** Returns the fields of one message: numbers, and bytes with a length. */
function fieldsOf(bytes: Buffer): readonly { readonly field: number; readonly value: bigint | Buffer }[] {
  const found: { field: number; value: bigint | Buffer }[] = [];
  let at = 0;
  const number = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(number());
    const [field, wire] = [tag >> 3, tag & 7];
    if (wire === 0) found.push({ field, value: number() });
    else if (wire === 1) found.push({ field, value: take(8) });
    else if (wire === 5) found.push({ field, value: take(4) });
    else if (wire === 2) found.push({ field, value: take(Number(number())) });
    else throw new Error(`Protobuf has no wire type ${wire}.`);
  }
  return found;
}
