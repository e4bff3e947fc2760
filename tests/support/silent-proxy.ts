import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** `url` with this proxy for its host and port. */
  through(url: string): string;
  /** From now on nothing comes through in either direction, without a word: as where a machine has vanished. */
  fallSilent(): void;
  stop(): Promise<void>;
}

/** Stands before a server, and hands on what comes. */
export async function silentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isSilent) to.write(bytes);
      });
      from.once('error', () => to.destroy());
      from.once('close', () => {
        sockets.delete(from);
        if (!isSilent) to.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    through(url) {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String((server.address() as AddressInfo).port);
      return changed.href;
    },
    fallSilent() {
      isSilent = true;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
