import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `cut` ends the connection before the proxy forwards the request, `cut-within` in the middle of the request, and
 * `lose-answer` after the server has responded.
 */
export type Fate = 'pass' | 'refuse' | 'cut' | 'cut-within' | 'lose-answer';

export type FailingProxy = Awaited<ReturnType<typeof failingProxy>>;

export async function failingProxy(target: string) {
  const { hostname, port } = new URL(target);
  let fateOf: (asked: IncomingMessage) => Fate = () => 'pass';
  let bytesMax = Number.POSITIVE_INFINITY;
  const server = createServer((asked, answer) => {
    const fate = fateOf(asked);
    if (fate === 'refuse') {
      asked.resume();
      asked.once('end', () => answer.writeHead(403).end());
      return;
    }
    if (fate === 'cut') {
      asked.socket.destroy();
      return;
    }
    const { method, url: path, headers } = asked;
    const onward = request({ hostname, port, method, path, headers, agent: false }, (answered) => {
      if (fate === 'lose-answer') {
        answered.resume();
        answered.once('end', () => asked.socket.destroy());
        return;
      }
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
      let bytes = 0;
      answered.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > bytesMax) answer.destroy();
      });
      answered.pipe(answer);
    });
    onward.once('error', () => answer.destroy());
    if (fate === 'cut-within') {
      asked.once('data', (chunk: Buffer) => {
        onward.write(chunk.subarray(0, chunk.length >> 1), () => onward.destroy());
        asked.socket.destroy();
      });
      asked.once('end', () => onward.end());
      return;
    }
    asked.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    judge(given: typeof fateOf) {
      fateOf = given;
    },
    /** From now on, the proxy cuts a connection when the response's body exceeds this many bytes. */
    breakOff(given: number) {
      bytesMax = given;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
