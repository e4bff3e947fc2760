// Run this after `npm install`: npm may omit packages of other platforms from package-lock.json, and `npm ci` then
// rejects the lock file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockEntry {
  readonly version?: string;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}
export type LockPackages = Readonly<Record<string, LockEntry>>;

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Throws if a package's name contains no platform. */
export function missingEntries(packages: LockPackages): LockPackages {
  const missing: Record<string, LockEntry> = {};
  for (const [place, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isLocked(packages, place, name)) missing[`node_modules/${name}`] = entryOf(name, version);
    }
  }
  return missing;
}

function isLocked(packages: LockPackages, place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}

function entryOf(name: string, version: string): LockEntry {
  const words = (name.split('/').at(-1) ?? '').split('-');
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (os.length !== 1 || cpu.length !== 1 || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
    throw new Error(`The lock lacks ${name} ${version}, whose platform its name does not tell.`);
  }
  const isMusl = words.some((word) => word.startsWith('musl'));
  const isGlibc = words.some((word) => word.startsWith('gnu'));
  return { version, cpu, ...(isMusl ? { libc: ['musl'] } : isGlibc ? { libc: ['glibc'] } : {}), optional: true, os };
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: LockPackages };
  const missing = missingEntries(lock.packages);
  const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
  process.stdout.write(`Named ${Object.keys(missing).length} packages of other platforms.\n`);
}
