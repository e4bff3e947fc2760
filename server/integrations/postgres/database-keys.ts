import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The passwords of the embedded database's three roles. */
export type DatabaseKeys = { readonly superuser: string; readonly owner: string; readonly app: string };

/** Reads the passwords from `dataDir/keys`, making those that are missing. Their owner alone may read them. */
export async function databaseKeys(dataDir: string): Promise<DatabaseKeys> {
  const folder = join(dataDir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    superuser: await keptPassword(join(folder, 'database-superuser')),
    owner: await keptPassword(join(folder, 'database-owner')),
    app: await keptPassword(join(folder, 'database-app')),
  };
}

async function keptPassword(file: string): Promise<string> {
  const kept = await readPassword(file);
  if (kept !== undefined) return kept;
  // Written beside and linked, so that a cut leaves either no file or a whole one, and two starts agree on one.
  const partial = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    await handle.writeFile(randomBytes(32).toString('base64url'));
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(partial, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    await rm(partial, { force: true });
  }
  return readFile(file, 'utf8');
}

async function readPassword(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}
