import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { nullIfMissing } from '#server/file-system.ts';

const run = promisify(execFile);

/** Bytes. LibreOffice reserves far more address space than it uses. */
const addressSpaceBytesMax = 4 * 1024 ** 3;
const writtenBytesMax = 512 * 1024 ** 2;
/** Bytes for each private folder (/tmp and /home), which is kept in memory. */
const scratchBytesMax = 256 * 1024 ** 2;
const openFilesMax = 1_024;

interface Contained {
  readonly program: string;
  readonly args: readonly string[];
  readonly readable?: Readonly<Record<string, string>>;
  readonly writable?: Readonly<Record<string, string>>;
  /** Milliseconds of real time and of processor time. */
  readonly msMax: number;
  readonly outputBytesMax?: number;
}

const probeMsMax = 20_000;

/** Throws if the program cannot be run in the sandbox. */
export const probe = (program: string, argument = '--version'): Promise<string> =>
  runContained({ program, args: [argument], msMax: probeMsMax });

/** Returns what the program printed. Throws if it cannot be started, fails or takes too long. */
export async function runContained(given: Contained): Promise<string> {
  const [file, ...args] = containedCommand(given);
  const maxBuffer = given.outputBytesMax ?? 1024 * 1024;
  const { stdout } = await run(file, args, { timeout: given.msMax, killSignal: 'SIGKILL', maxBuffer });
  return stdout;
}

/** The sandbox contains only /usr, fonts and the given paths, so that links such as file:///etc/passwd lead nowhere. */
function containedCommand(given: Contained): readonly [string, ...string[]] {
  const binds = [
    ...Object.entries(given.readable ?? {}).flatMap(([inside, outside]) => ['--ro-bind', outside, inside]),
    ...Object.entries(given.writable ?? {}).flatMap(([inside, outside]) => ['--bind', outside, inside]),
  ];
  return [
    'prlimit',
    `--as=${addressSpaceBytesMax}`,
    `--cpu=${Math.ceil(given.msMax / 1_000)}`,
    `--fsize=${writtenBytesMax}`,
    `--nofile=${openFilesMax}`,
    '--core=0',
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--clearenv',
    '--uid',
    '65534',
    '--gid',
    '65534',
    '--setenv',
    'HOME',
    '/home',
    '--setenv',
    'PATH',
    '/usr/bin:/bin',
    '--setenv',
    'LANG',
    'C.UTF-8',
    '--ro-bind',
    '/usr',
    '/usr',
    '--symlink',
    'usr/lib',
    '/lib',
    '--symlink',
    'usr/lib64',
    '/lib64',
    '--symlink',
    'usr/bin',
    '/bin',
    ...systemSettings.flatMap((path) => ['--ro-bind-try', path, path]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--size',
    String(scratchBytesMax),
    '--tmpfs',
    '/tmp',
    '--size',
    String(scratchBytesMax),
    '--tmpfs',
    '/home',
    ...binds,
    '--',
    given.program,
    ...given.args,
  ];
}

const systemSettings = ['/etc/fonts', '/etc/libreoffice', '/etc/alternatives', '/etc/ld.so.cache', '/opt/libreoffice'];

/** Returns null if the file is missing or is a link, which the server would otherwise follow with its own rights. */
export async function writtenBytes(path: string): Promise<number | null> {
  const found = await lstat(path).catch(nullIfMissing);
  return found?.isFile() && found.nlink === 1 ? found.size : null;
}
