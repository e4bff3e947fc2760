import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const gigabyte = 1024 ** 3;
/** Bytes that must be free: several times what a test run with one worker per core stores at once. */
const bytesMin = (2 + 2 * availableParallelism()) * gigabyte;
const prefix = 'dais-tests-run-';

/**
 * Copying hundreds of databases is faster in memory. Does nothing if TMPDIR is set, memory is short, or programs cannot
 * run from a folder in memory.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined) return;
  const folder = makeRunFolder({ parent: memory, bytesMin });
  if (folder === null) return;
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Returns null if the folder cannot be used. */
export function makeRunFolder(given: { readonly parent: string; readonly bytesMin: number }): string | null {
  if (!existsSync(given.parent)) return null;
  try {
    removeAbandoned(given.parent);
    const { bavail, bsize } = statfsSync(given.parent);
    if (Math.min(bavail * bsize, process.availableMemory()) < given.bytesMin) return null;
    const folder = mkdtempSync(join(given.parent, `${prefix}${process.pid}-`));
    // PostgreSQL does not run as root, so its own user needs access.
    chmodSync(folder, 0o1777);
    if (canRunPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
    return null;
  } catch (error) {
    // Continues, because the tests can use the disk instead.
    process.stderr.write(`No temporary files in ${given.parent}: ${error}\n`);
    return null;
  }
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (!isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Some tests run native packages and scripts from the folder. */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
