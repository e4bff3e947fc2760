import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { sendTemporaryFilesTo } from './config.ts';
import { FolderInUse, lockFolder } from './integrations/postgres/folder-lock.ts';

const lockEnding = '.lock';

/** Child processes use this folder, too. The next start removes the folder of a killed process. */
export async function ownTemporaryFolder(dataDir: string, log: Logger) {
  const all = join(dataDir, 'temporary');
  await mkdir(all, { recursive: true, mode: 0o700 });
  const name = randomUUID();
  // Lock before creating the folder, so that no folder exists without a lock.
  const lock = await lockFolder(all, log, { file: `${name}${lockEnding}` });
  const path = join(all, name);
  await mkdir(path, { mode: 0o700 });
  const sendBack = sendTemporaryFilesTo(path);
  const swept = sweep(all, name, log).catch((error: unknown) =>
    log.error({ err: error }, 'old temporary files could not be removed'),
  );
  return {
    path,
    /** Resolves when the folders of dead processes have been removed. */
    swept,
    async remove(): Promise<void> {
      await swept;
      sendBack();
      await rm(path, { recursive: true, force: true });
      await lock.release();
    },
  };
}

async function sweep(folder: string, own: string, log: Logger): Promise<void> {
  const names = new Set((await readdir(folder)).map((found) => found.split('.')[0] ?? ''));
  names.delete(own);
  await Promise.all([...names].map((each) => sweepOne(folder, each, log)));
}

async function sweepOne(folder: string, each: string, log: Logger): Promise<void> {
  try {
    const theirs = await lockFolder(folder, log, { file: `${each}${lockEnding}` });
    try {
      await rm(join(folder, each), { recursive: true, force: true });
    } finally {
      await theirs.release();
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
  }
}
