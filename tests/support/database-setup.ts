import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly testClusterDoor: string;
  }
}

/**
 * Vitest's global setup: one cluster for the whole run, started when the first test file knocks, so that a run of
 * pure tests starts none. Test files live in processes of their own, hence a door over HTTP.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: ReturnType<typeof startTestCluster> | undefined;
  const path = `/${randomUUID()}`;
  const server = createServer(async (request, response) => {
    try {
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
    const started = await cluster?.catch(() => undefined); // A start that failed is reported to the tests that asked.
    await started?.stop();
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      project.provide('testClusterDoor', `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
      resolve(teardown);
    });
  });
}

function sentences(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause === undefined ? cause.message : `${cause.message} ${sentences(cause.cause)}`;
}
