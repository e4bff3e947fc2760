import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binariesIn, type PostgresBinaries } from './postgres-binaries.ts';

/**
 * A copy of PostgreSQL's programs where every user may enter, made once for an installation; undefined when no place
 * takes it. Root only: the copy belongs to root, and one that does not is never used.
 */
export async function reachableCopy(binaries: PostgresBinaries): Promise<PostgresBinaries | undefined> {
  const { mtimeMs, size } = await stat(binaries.postgres);
  const version = createHash('sha256').update(`${binaries.folder} ${mtimeMs} ${size}`).digest('hex').slice(0, 16);
  for (const place of ['/var/cache', '/var/tmp', tmpdir()]) {
    const folder = join(place, `dais-postgres-${version}`);
    if ((await belongsToRoot(folder)) || (await copyTo(place, folder, binaries))) return binariesIn(folder);
  }
  return undefined;
}

async function belongsToRoot(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0;
}

async function copyTo(place: string, folder: string, binaries: PostgresBinaries): Promise<boolean> {
  let partial: string | undefined;
  try {
    partial = await mkdtemp(join(place, 'dais-postgres-'));
    await cp(binaries.folder, partial, { recursive: true, verbatimSymlinks: true });
    await chmod(partial, 0o755);
    await rename(partial, folder);
    return true;
  } catch {
    // The place is missing, full or read-only: the next one is tried, and the trial of the launch says what is wrong.
    if (partial !== undefined) await rm(partial, { recursive: true, force: true });
    return false;
  }
}
