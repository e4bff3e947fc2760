// Adds up what a signed-in reader's browser must have fetched before the dashboard can be used, as the server sends it
// (brotli). Fails over the bar. Reads dist/web, so a build must have been made.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** Bytes of script. */
const scriptBytesMax = 200_000;
const firstScreen = ['index.html', 'features/views/dashboard/dashboard-page.tsx'];

const built = join(import.meta.dirname, '../dist/web');
const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Built>;

/** Files that the parts name, and what these import at once. */
function filesOf(parts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...parts];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const part = manifest[name];
    if (part === undefined) throw new Error(`The build has no ${name}.`);
    if (seen.has(part.file)) continue;
    seen.add(part.file);
    waiting.push(...(part.imports ?? []));
  }
  return seen;
}

function sentBytes(file: string): number {
  const path = join(built, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

const files = [...filesOf(firstScreen)];
const bytes = files.reduce((sum, file) => sum + sentBytes(file), 0);
process.stdout.write(`First screen: ${bytes} bytes of script in ${files.length} files, at most ${scriptBytesMax}.\n`);
process.exitCode = bytes <= scriptBytesMax ? 0 : 1;
