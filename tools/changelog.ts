// Fails unless CHANGELOG.md has a heading for the new release. `npm version` runs this before it commits and tags.
import { readFileSync } from 'node:fs';

export const releasesOf = (changelog: string): readonly string[] =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version);

export function missingFromChangelog(changelog: string, version: string): string | null {
  if (releasesOf(changelog)[0] === version) return null;
  return `CHANGELOG.md has no heading "## ${version}": what is Unreleased becomes it.`;
}

if (import.meta.main) {
  const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const sentence = missingFromChangelog(read('CHANGELOG.md'), version);
  if (sentence !== null) {
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}
