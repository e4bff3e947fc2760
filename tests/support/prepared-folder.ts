import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startRunningServer } from './running-server.ts';

interface PreparedFolder {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Tests copy this folder, because creating and migrating a database takes seconds. */
export async function prepareFolder(): Promise<PreparedFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-tests-prepared-'));
  const server = await startRunningServer();
  await server.terminate();
  await copyFolder(server.dataDir, folder);
  await server.stop();
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Uses the system's copy command, which keeps owners and permissions. Node's copy took four times as long for the 2,000
 * files.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

const setting = 'DAIS_TESTS_PREPARED_FOLDER';
/** The machine does not lose power during these tests, so nothing needs to be synced to disk. */
const withoutSyncing = "fsync = 'off'\nsynchronous_commit = 'off'\nfull_page_writes = 'off'\n";

export default async function setup(): Promise<() => Promise<void>> {
  const { folder, remove } = await prepareFolder();
  await appendFile(join(folder, 'postgres/postgresql.auto.conf'), withoutSyncing);
  process.env[setting] = folder;
  return remove;
}

export async function copyPreparedFolder(dataDir: string): Promise<void> {
  const folder = process.env[setting];
  if (folder === undefined) throw new Error('No folder was prepared: the global setup has not run.');
  await copyFolder(folder, dataDir);
}
