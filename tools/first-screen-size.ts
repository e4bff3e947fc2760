// Fails if a page's scripts and styles, compressed with Brotli, exceed the limits. Needs a build in dist/web.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Files {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

interface Pages {
  readonly inEvery: Files;
  readonly afterwards: Files;
  readonly routes: readonly (Files & { readonly path: string })[];
}

const bars = [
  { path: '/login', bytesMax: 240_000 },
  { path: '/home', bytesMax: 240_000 },
  { path: '/meetings/$id', bytesMax: 265_000 },
] as const;

const built = join(import.meta.dirname, '../dist/web');
const { inEvery, afterwards, routes } = JSON.parse(readFileSync(join(built, '.vite/pages.json'), 'utf8')) as Pages;

function sentBytes(file: string): number {
  const path = join(built, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

for (const { path, bytesMax } of bars) {
  const page = routes.find((route) => route.path === path);
  if (page === undefined) throw new Error(`The build has no page ${path}.`);
  const files = new Set([inEvery, page, afterwards].flatMap(({ scripts, styles }) => [...scripts, ...styles]));
  const bytes = [...files].reduce((sum, file) => sum + sentBytes(file), 0);
  process.stdout.write(`${path}: ${bytes} bytes of script and styles in ${files.size} files, at most ${bytesMax}.\n`);
  if (bytes > bytesMax) process.exitCode = 1;
}
