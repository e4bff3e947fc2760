import { randomBytes } from 'node:crypto';
import { chmod, copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** SECRET_KEY, or the one made at the first start and kept in the data folder, readable by its owner alone. */
export async function readSecretKey(options: {
  readonly configured: string | null;
  readonly dataDir: string;
}): Promise<string> {
  if (options.configured !== null) return options.configured;
  const folder = join(options.dataDir, 'keys');
  const path = join(folder, 'secret-key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await readIfThere(path);
  if (known !== null) return known;
  // Written whole under another name first, so that a start cut off half-way leaves no half key.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

export const keyPath = (dataDir: string): string => join(dataDir, 'keys/secret-key');
const previousPath = (dataDir: string): string => `${keyPath(dataDir)}-previous`;
const nextPath = (dataDir: string): string => `${keyPath(dataDir)}-next`;

/** The key that was in the data folder before the present one; null when it was never changed, or is no longer to be taken. */
export const readPreviousKey = (dataDir: string): Promise<string | null> => readIfThere(previousPath(dataDir));

/** A key that is to take the place of the one in the data folder: the same one again after a change that was broken off. */
export async function nextKey(dataDir: string): Promise<string> {
  const known = await readIfThere(nextPath(dataDir));
  if (known !== null) return known;
  const made = randomBytes(48).toString('base64url');
  await writeFile(`${nextPath(dataDir)}.draft`, made, { mode: 0o600, flush: true });
  await rename(`${nextPath(dataDir)}.draft`, nextPath(dataDir));
  return made;
}

/** The present key becomes the previous one, and the next one the present. */
export async function takeNextKey(dataDir: string): Promise<void> {
  await copyFile(keyPath(dataDir), previousPath(dataDir));
  await chmod(previousPath(dataDir), 0o600);
  await rename(nextPath(dataDir), keyPath(dataDir));
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
