import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { processBeginning } from '#server/integrations/postgres/folder-lock.ts';
import { startEmbeddedPostgres } from '#server/integrations/postgres/start-embedded-postgres.ts';
import { clusterFolderPrefix, removeAbandonedClusters } from './abandoned-clusters.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const start = new URL('../../server/integrations/postgres/start-embedded-postgres.ts', import.meta.url).href;
const runScript = `
import { startEmbeddedPostgres } from ${JSON.stringify(start)};
const log = { debug() {}, info() {}, warn() {}, error() {} };
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], log, durability: 'none' });
console.log(postgres.postmasterPid());
setInterval(() => {}, 1000);
`;

test('the cluster of a killed run is ended and removed, that of a live run stays', async () => {
  const abandoned = await mkdtemp(join(tmpdir(), clusterFolderPrefix));
  const alive = await mkdtemp(join(tmpdir(), clusterFolderPrefix));
  const run = spawn(process.execPath, ['--input-type=module', '-e', runScript, abandoned], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: run.stdout }), 'line')) as [string];
  run.kill('SIGKILL');
  await once(run, 'exit');
  const postgres = await startEmbeddedPostgres({ dataDir: alive, log: quiet, durability: 'none' });
  try {
    expect(await processBeginning(Number(line))).toBeDefined();
    await removeAbandonedClusters(quiet);
    expect(await processBeginning(Number(line))).toBeUndefined();
    await expect(access(abandoned)).rejects.toThrow('ENOENT');
    expect(await processBeginning(postgres.postmasterPid())).toBeDefined();
  } finally {
    await postgres.stop();
    await rm(alive, { recursive: true, force: true });
  }
}, 60_000);
