import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FailingProxy {
  readonly address: string;
  /** From now on, requests like these are refused. */
  refuse(isRefused: (asked: IncomingMessage) => boolean): void;
  /** From now on, connections are cut where the body of an answer goes beyond so many bytes. */
  breakOff(bytesMax: number): void;
  stop(): Promise<void>;
}

/** Stands before an HTTP server and hands everything on as it came, signatures and all, but for what it is told to refuse or to break off. */
export async function failingProxy(target: string): Promise<FailingProxy> {
  const { hostname, port } = new URL(target);
  let isRefused: (asked: IncomingMessage) => boolean = () => false;
  let bytesMax = Number.POSITIVE_INFINITY;
  const server = createServer((asked, answer) => {
    if (isRefused(asked)) {
      asked.resume();
      asked.once('end', () => answer.writeHead(403).end());
      return;
    }
    const { method, url: path, headers } = asked;
    const onward = request({ hostname, port, method, path, headers, agent: false }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.rawHeaders);
      let bytes = 0;
      told.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > bytesMax) answer.destroy();
      });
      told.pipe(answer);
    });
    onward.once('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse(which) {
      isRefused = which;
    },
    breakOff(given) {
      bytesMax = given;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
