import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file so that a reader sees the whole of it or none, and that it outlives a crash of the machine once this returns. Both paths are in
 * folders of one file system.
 */
export async function writeWhole(
  { unfinished, finished }: { readonly unfinished: string; readonly finished: string },
  write: (path: string) => Promise<void>,
): Promise<void> {
  try {
    await write(unfinished);
    await using file = await open(unfinished, 'r+');
    await file.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await rename(unfinished, finished);
  await syncFolder(dirname(finished));
}

/** What was made, renamed or removed in a folder is on the disk only after this. */
export async function syncFolder(folder: string): Promise<void> {
  await using directory = await open(folder, 'r');
  await directory.sync();
}
