/** Bytes. LibreOffice maps a good deal more than it uses. */
const addressSpaceBytesMax = 4 * 1024 ** 3;
/** Bytes of one written file: a PDF larger than this is no preview. */
const writtenBytesMax = 512 * 1024 ** 2;
/** Bytes that each of the two private folders may hold; they stand in memory. */
const scratchBytesMax = 256 * 1024 ** 2;
const openFilesMax = 1_024;

/** A program, and what it may see beside the system's own read-only files. */
interface Contained {
  readonly program: string;
  readonly args: readonly string[];
  /** Folders and files of this machine under the name that they have inside. */
  readonly readable?: Readonly<Record<string, string>>;
  readonly writable?: Readonly<Record<string, string>>;
  /** Of processor time. */
  readonly secondsMax: number;
}

/**
 * The command that runs a program in a bubblewrap of its own (product.md, section 8): no network, no processes but its own, a
 * home that is gone with it, no rights, and bounds on memory, time and what it writes. Of this machine it sees /usr, fonts
 * and what is named, so that a file which asks for file:///etc/passwd finds nothing.
 */
export function containedCommand(given: Contained): readonly [string, ...string[]] {
  const binds = [
    ...Object.entries(given.readable ?? {}).flatMap(([inside, outside]) => ['--ro-bind', outside, inside]),
    ...Object.entries(given.writable ?? {}).flatMap(([inside, outside]) => ['--bind', outside, inside]),
  ];
  return [
    'prlimit',
    `--as=${addressSpaceBytesMax}`,
    `--cpu=${given.secondsMax}`,
    `--fsize=${writtenBytesMax}`,
    `--nofile=${openFilesMax}`,
    '--core=0',
    'bwrap',
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...['--uid', '65534', '--gid', '65534'],
    ...['--setenv', 'HOME', '/home', '--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'LANG', 'C.UTF-8'],
    ...['--ro-bind', '/usr', '/usr'],
    ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64', '--symlink', 'usr/bin', '/bin'],
    ...systemSettings.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(scratchBytesMax), '--tmpfs', '/tmp', '--size', String(scratchBytesMax), '--tmpfs', '/home'],
    ...binds,
    '--',
    given.program,
    ...given.args,
  ];
}

/** What programs of /usr read outside of it. */
const systemSettings = ['/etc/fonts', '/etc/libreoffice', '/etc/alternatives', '/etc/ld.so.cache', '/opt/libreoffice'];
