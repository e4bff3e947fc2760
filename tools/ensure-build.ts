// Builds the pages if their sources have changed. Runs before `npm start` and `npm run demo`.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';

const sources = ['web', 'contract', 'domain', 'tools', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'] as const;
const isTest = /\.test\.tsx?$/;
const isBuildTool = /^tools\/vite-[^/]+\.ts$/;

export function sourceHash(root: string): string {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => filesOf(root, source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

export function isBuilt(root: string): boolean {
  const mark = join(root, 'dist/web.sha256');
  if (!existsSync(join(root, 'dist/web/index.html')) || !existsSync(mark)) return false;
  return readFileSync(mark, 'utf8') === sourceHash(root);
}

function filesOf(root: string, source: string): readonly string[] {
  if (!existsSync(join(root, source))) return [];
  if (/\.\w+$/.test(source)) return [source];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isTest.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => source !== 'tools' || isBuildTool.test(path))
    .sort();
}

const dotEveryMs = 2_000;

/** Throws an error with a one-sentence message if the build fails. */
async function build(root: string): Promise<void> {
  const began = performance.now();
  // Computed before the build, so that sources that change during it are built at the next start.
  const hash = sourceHash(root);
  process.stdout.write('Building the pages, once for this version ');
  const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Prints dots, because half a minute without output looks like a hang.
  const dots = setInterval(() => process.stdout.write('.'), dotEveryMs);
  const [out, err, [code]] = await Promise.all([text(vite.stdout), text(vite.stderr), once(vite, 'exit')]).finally(() =>
    clearInterval(dots),
  );
  if (code !== 0) {
    process.stderr.write(`\n${out}${err}`);
    throw new Error('The pages could not be built.');
  }
  writeFileSync(join(root, 'dist/web.sha256'), hash);
  process.stdout.write(` done in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
}

if (import.meta.main) {
  try {
    const root = join(import.meta.dirname, '..');
    if (!isBuilt(root)) await build(root);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
