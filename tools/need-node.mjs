// Written in JavaScript, because an older Node cannot read TypeScript.
const [major = 0] = process.versions.node.split('.').map(Number);
const machine = `${process.platform}-${process.arch}`;
/** The report contains glibc's version only if Node uses glibc. */
const isMusl = process.platform === 'linux' && process.report?.getReport().header.glibcVersionRuntime === undefined;
if (!['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].includes(machine) || isMusl) {
  const here = isMusl ? `${machine} with musl` : machine;
  process.stderr.write(
    `This runs on Linux with glibc (x64, arm64) and on macOS, and on Windows in WSL 2; this machine is ${here}.\n`,
  );
  process.exitCode = 1;
} else if (major < 24) {
  process.stderr.write(
    `This needs Node 24 or newer and was started by ${process.version}. Run npm ci to get it, or install it from nodejs.org.\n`,
  );
  process.exitCode = 1;
}
