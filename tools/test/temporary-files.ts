import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory; Linux has it. */
const memory = '/dev/shm';
/** What a run leaves there at once is a quarter of it. */
const bytesMin = 6 * 1024 ** 3;

/**
 * Tests copy databases and throw them away by the hundred: in memory that takes a tenth of the time of a disk. Sets TMPDIR for this process and
 * its children, unless it is set, memory is short, or no program can be run from there.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoom() && canRunPrograms()) process.env.TMPDIR = memory;
}

function hasRoom(): boolean {
  if (!existsSync(memory) || process.availableMemory() < bytesMin) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= bytesMin;
}

/** Native packages and scripts are, by tests of installing. */
function canRunPrograms(): boolean {
  const folder = mkdtempSync(join(memory, 'dais-tests-program-'));
  try {
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
