import { globSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const isBrowserTest = (path: string): boolean => path.startsWith('tests/e2e/');

/** Throws for a missing path. */
export function testsOf(paths: readonly string[]): {
  readonly unit: readonly string[];
  readonly browser: readonly string[];
} {
  const found = paths.flatMap((path) => {
    if (isTest(path)) return [path];
    if (statSync(path).isDirectory()) return globSync(`${path}/**/*.test.{ts,tsx}`);
    return globSync(`${dirname(path)}/*.test.{ts,tsx}`);
  });
  const files = [...new Set(found)].toSorted();
  return { unit: files.filter((file) => !isBrowserTest(file)), browser: files.filter(isBrowserTest) };
}
