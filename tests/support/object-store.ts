import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '#server/integrations/postgres/postmaster.ts';

const startMsMax = 30_000;
// OpenStack Swift is installed only for Debian's Python.
const python = '/usr/bin/python3';

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;

/**
 * `partBytesMin` is the minimum size of every part of an upload except the last. The default is S3's minimum, 5 MiB.
 */
export async function startObjectStore({ partBytesMin = 5 * 1024 * 1024 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'dais-object-store-'));
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const program = join(import.meta.dirname, 'object-store.py');
  const child = spawn(python, [program, folder, ...ports.map(String), String(partBytesMin)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer): void => {
    printed += chunk.toString('utf8');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${ports[0]}`;
  const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
  const client = new S3Client({ endpoint, credentials, forcePathStyle: true, region: 'us-east-1', maxAttempts: 1 });
  const begun = Date.now();
  for (;;) {
    const isUp = await client.send(new CreateBucketCommand({ Bucket: 'is-it-up' })).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null || Date.now() - begun > startMsMax) {
      await stop();
      throw new Error(`The object store did not start. It printed:\n${printed}`);
    }
    await pause(100);
  }
  return {
    client,
    /** Returns the settings for a server that stores its files in the bucket. */
    async bucket() {
      const name = `bucket-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket: name }));
      return {
        STORAGE_URL: `s3://${name}/of/tests?endpoint=${encodeURIComponent(endpoint)}`,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      };
    },
    async stop() {
      client.destroy();
      await stop();
    },
  };
}
