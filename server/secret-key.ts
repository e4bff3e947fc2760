import { randomBytes } from 'node:crypto';
import { chmod, copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Place {
  readonly configured: string | null;
  readonly dataDir: string;
}

/** SECRET_KEY, or the one that is kept in the data folder. Throws a sentence when there is none. */
export async function readSecretKey({ configured, dataDir }: Place): Promise<string> {
  const key = configured ?? (await readIfThere(keyPath(dataDir)));
  if (key !== null) return key;
  throw new Error(
    `There is no key: SECRET_KEY is not set, and ${keyPath(dataDir)} is not there. Give this command the settings that the server has, DATA_DIR too.`,
  );
}

/** The same; where there is none, as at the first start, it is made and kept in the data folder, readable by its owner alone. */
export async function readOrMakeSecretKey({ configured, dataDir }: Place): Promise<string> {
  const known = configured ?? (await readIfThere(keyPath(dataDir)));
  return known ?? layKey(keyPath(dataDir), randomBytes(48).toString('base64url'));
}

/** Writes a key that outlives a crash once this returns, unless one is there. @returns the one that is there then */
export async function layKey(path: string, key: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Written whole under another name first, so that one cut off half-way leaves no half key.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, key, { mode: 0o600, flush: true });
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
export const previousKeyPath = (dataDir: string): string => `${keyPath(dataDir)}-previous`;
const nextPath = (dataDir: string): string => `${keyPath(dataDir)}-next`;

/** The key that was in the data folder before the present one; null when it was never changed, or is no longer to be taken. */
export const readPreviousKey = (dataDir: string): Promise<string | null> => readIfThere(previousKeyPath(dataDir));

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
  await copyFile(keyPath(dataDir), previousKeyPath(dataDir));
  await chmod(previousKeyPath(dataDir), 0o600);
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
