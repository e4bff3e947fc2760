import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface LittleSpace {
  /** Takes what is left but so many bytes. */
  fill(bytesLeft: number): Promise<void>;
  /** Gives it back. */
  empty(): Promise<void>;
  end(): Promise<void>;
}

/** Puts a small file system of its own in the place of a folder, so that writing to it fails as on a full disk. Root only. */
export async function giveLittleSpace(folder: string, bytes: number): Promise<LittleSpace> {
  await mkdir(folder, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    async fill(bytesLeft) {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)));
    },
    empty: () => rm(filler, { force: true }),
    async end() {
      await run('umount', [folder]);
    },
  };
}
