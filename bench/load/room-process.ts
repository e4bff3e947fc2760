// Opens a room's event streams as pages do, and reports when each stream received a line.
import { type ClientRequest, request } from 'node:http';
import { roomRetryMs } from '#domain/room.ts';
import type { RoomOrder } from './room-messages.ts';

interface Stream {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The time of the newest line, or null while the stream is not connected. */
  heardAt: number | null;
  lastLine: string;
  failures: number;
  hadAt: number | null;
}

/** Returns fractional milliseconds since 1970, which are comparable across processes. */
const now = (): number => performance.timeOrigin + performance.now();

const streams: Stream[] = [];
const open = new Set<ClientRequest>();
/**
 * Checks a single stream, because checking all streams after each change would take processor time from the server.
 */
let look: ((stream: Stream) => void) | null = null;

process.on('message', (order: RoomOrder) => {
  carryOut(order).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ failure: error.message }),
  );
});

async function carryOut(order: RoomOrder): Promise<readonly number[]> {
  switch (order.do) {
    case 'open':
      for (const headers of order.headers) {
        const stream: Stream = { url: order.url, headers, heardAt: null, lastLine: '', failures: 0, hadAt: null };
        streams.push(stream);
        connect(stream);
      }
      return untilAll(({ heardAt }) => heardAt !== null);
    case 'hear':
      return untilAll(({ lastLine }) => order.parts.every((part) => lastLine.includes(part)));
    case 'lose':
      return untilAll(({ heardAt }) => heardAt === null);
    case 'back':
      return untilAll(({ heardAt }) => heardAt !== null);
    case 'close':
      streams.length = 0;
      for (const each of open) each.destroy();
      return [];
  }
}

function untilAll(fits: (stream: Stream) => boolean): Promise<readonly number[]> {
  return new Promise((resolve) => {
    for (const stream of streams) stream.hadAt = null;
    let missing = streams.length;
    look = (stream) => {
      if (stream.hadAt !== null || !fits(stream)) return;
      stream.hadAt = stream.heardAt ?? now();
      missing -= 1;
      if (missing > 0) return;
      look = null;
      resolve(streams.map(({ hadAt }) => hadAt ?? now()));
    };
    for (const stream of [...streams]) look?.(stream);
  });
}

function connect(stream: Stream): void {
  const sending = request(stream.url, { headers: stream.headers, agent: false }, (response) => {
    let rest = '';
    if (response.statusCode !== 200) sending.destroy(new Error(`The stream was answered with ${response.statusCode}.`));
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      const line = lines.findLast((each) => each !== '');
      if (line === undefined) return;
      Object.assign(stream, { lastLine: line, heardAt: now(), failures: 0 });
      look?.(stream);
    });
    response.once('error', () => undefined); // The `close` handler below reconnects.
  });
  open.add(sending);
  sending.once('error', () => undefined); // The `close` handler below reconnects.
  sending.once('close', () => {
    open.delete(sending);
    if (!streams.includes(stream)) return;
    stream.heardAt = null;
    stream.failures += 1;
    look?.(stream);
    setTimeout(() => connect(stream), roomRetryMs(stream.failures, Math.random()));
  });
  sending.end();
}
