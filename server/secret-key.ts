import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
