import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRunningServer } from './running-server.ts';

/** The folder of an installation that was started once and is empty; set for the workers of a run. */
const setting = 'DAIS_TESTS_PREPARED_FOLDER';

/** Playwright's global setup: makes the folder, and returns what removes it. */
export default async function prepareFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-tests-prepared-'));
  const server = await startRunningServer();
  await server.terminate();
  await cp(server.dataDir, folder, { recursive: true });
  await server.stop();
  process.env[setting] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Begins a data folder as a copy of it: making and migrating a database takes seconds. */
export async function copyPreparedFolder(dataDir: string): Promise<void> {
  const folder = process.env[setting];
  if (folder === undefined) throw new Error('No folder was prepared: the global setup has not run.');
  await cp(folder, dataDir, { recursive: true });
}
