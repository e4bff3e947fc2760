import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/** A Debian package. It counts as installed if any of the files exists. */
type SystemPackage = { readonly name: string; readonly files: readonly string[] };

const programFolders = ['/usr/bin', '/usr/local/bin', '/bin', '/usr/sbin', '/snap/bin'] as const;
const program = (name: string) => programFolders.map((folder) => `${folder}/${name}`);
const officeLibrary = (name: string) =>
  ['/usr/lib/libreoffice', '/opt/libreoffice'].map((folder) => `${folder}/program/lib${name}lo.so`);

const groups = {
  // Chromium without a window system, because the window system would take a quarter of the tests' time.
  browser: [{ name: 'chromium-headless-shell', files: program('chromium-headless-shell') }],
  office: [
    { name: 'libreoffice-writer-nogui', files: officeLibrary('sw') },
    { name: 'libreoffice-calc-nogui', files: officeLibrary('sc') },
    { name: 'libreoffice-impress-nogui', files: officeLibrary('sd') },
    { name: 'bubblewrap', files: program('bwrap') },
    { name: 'poppler-utils', files: program('pdftotext') },
    { name: 'qpdf', files: program('qpdf') },
    { name: 'tesseract-ocr', files: program('tesseract') },
    { name: 'libheif-examples', files: program('heif-convert') },
  ],
  calendars: [
    { name: 'khal', files: program('khal') },
    { name: 'calcurse', files: program('calcurse') },
  ],
  objects: [{ name: 'python3-swift', files: ['/usr/lib/python3/dist-packages/swift/__init__.py'] }],
  proxy: [{ name: 'nginx-light', files: program('nginx') }],
} as const satisfies Record<string, readonly SystemPackage[]>;

export type PackageGroup = keyof typeof groups;

export type Machine = {
  hasFile(path: string): boolean;
  readonly isRoot: boolean;
  run(program: string, args: readonly string[]): boolean;
};

/** Returns a sentence to print, or undefined if nothing is missing. */
export function ensureSystemPackages(wanted: readonly PackageGroup[], machine: Machine): string | undefined {
  const missing = missingPackages(wanted, machine);
  if (missing.length === 0) return undefined;
  const hasApt = machine.hasFile('/usr/bin/apt-get');
  if (!machine.isRoot || !hasApt) {
    const how = hasApt ? `sudo apt-get install --no-install-recommends ${missing.join(' ')}` : missing.join(', ');
    return `Some programs are missing on this machine. Install them, then try again: ${how}`;
  }
  const apt = (...args: readonly string[]) =>
    machine.run('env', [
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-q',
      '-y',
      '-o',
      'DPkg::Lock::Timeout=300',
      ...args,
    ]);
  // Continues after a failure, because the existing list of packages may suffice.
  if (!apt('update')) process.stderr.write('The list of packages could not be renewed; trying with the one at hand.\n');
  const installed = apt('install', '--no-install-recommends', ...missing);
  const still = missingPackages(wanted, machine);
  if (installed && still.length === 0) return undefined;
  return `apt-get could not install ${(still.length > 0 ? still : missing).join(', ')}; its output above says why.`;
}

/** Returns `browser` and the groups after `--with`. Throws a usage error for other arguments. */
export function wantedGroups(args: readonly string[]): readonly PackageGroup[] {
  if (args.length === 0) return ['browser'];
  const [first, ...added] = args;
  const isGroup = (name: string): name is PackageGroup => Object.hasOwn(groups, name);
  if (first === '--with' && added.length > 0 && added.every(isGroup)) return ['browser', ...added];
  throw new Error(
    `Usage: node tools/system-packages.ts [--with office calendars objects proxy] (not: ${args.join(' ')})`,
  );
}

function missingPackages(wanted: readonly PackageGroup[], machine: Machine): readonly string[] {
  const packages: readonly SystemPackage[] = wanted.flatMap((group) => [...groups[group]]);
  return packages.filter(({ files }) => !files.some((file) => machine.hasFile(file))).map(({ name }) => name);
}

const thisMachine: Machine = {
  hasFile(path) {
    try {
      accessSync(path, constants.R_OK);
      return true;
    } catch {
      return false; // The program is missing or not readable.
    }
  },
  isRoot: process.getuid?.() === 0,
  run: (file, args) => spawnSync(file, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0,
};

if (import.meta.main) {
  try {
    const sentence = ensureSystemPackages(wantedGroups(process.argv.slice(2)), thisMachine);
    if (sentence !== undefined) throw new Error(sentence);
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 1;
  }
}
