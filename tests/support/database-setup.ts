import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { prepareFolder } from './prepared-folder.ts';
import { startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly testClusterDoor: string;
    readonly preparedFolderDoor: string;
  }
}

/** The cluster is created on the first request, so that tests without a database need not wait for one. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: ReturnType<typeof startTestCluster> | undefined;
  let prepared: ReturnType<typeof prepareFolder> | undefined;
  const [path, folderPath] = [`/${randomUUID()}`, `/${randomUUID()}`];
  const server = createServer(async (request, response) => {
    try {
      if (request.url === folderPath) {
        prepared ??= prepareFolder();
        return response.end(JSON.stringify((await prepared).folder));
      }
      if (request.url !== path) return response.writeHead(404).end();
      cluster ??= startTestCluster();
      const { ownerUrl, servingUrl, superuserUrl } = await cluster;
      return response.end(JSON.stringify({ ownerUrl, servingUrl, superuserUrl }));
    } catch (cause) {
      return response.writeHead(500).end(sentences(cause));
    }
  });
  const teardown = async () => {
    server.close();
    server.closeAllConnections();
    // The test that requested the cluster reports the failure.
    const [started, folder] = await Promise.all([cluster?.catch(() => undefined), prepared?.catch(() => undefined)]);
    await started?.stop();
    await folder?.remove();
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      project.provide('testClusterDoor', address + path);
      project.provide('preparedFolderDoor', address + folderPath);
      resolve(teardown);
    });
  });
}

function sentences(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause === undefined ? cause.message : `${cause.message} ${sentences(cause.cause)}`;
}
