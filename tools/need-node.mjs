// JavaScript, because an older Node cannot read the rest. The scripts of package.json run with `node_modules/.bin` first
// on PATH, where `npm ci` has put Node 24 on the platforms that have a package of it.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `This needs Node 24 or newer and was started by ${process.version}. Run npm ci to get it, or install it from nodejs.org.\n`,
  );
  process.exitCode = 1;
}
