import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingFromChangelog, releasesOf } from './changelog.ts';

const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

test('the changelog starts with the current version and lists versions in descending order', () => {
  const releases = releasesOf(changelog);
  expect(releases[0]).toBe(version);
  const parts = releases.map((name) => name.split('.').map(Number));
  const falling = parts.toSorted((one, other) => {
    const at = one.findIndex((part, index) => part !== other[index]);
    return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
  });
  expect(parts).toEqual(falling);
  expect(missingFromChangelog(changelog, version)).toBeNull();
});

test('a version without a changelog heading is reported', () => {
  expect(missingFromChangelog('# Changes\n\n## Unreleased\n\n## 0.1.0\n', '0.2.0')).toBe(
    'CHANGELOG.md has no heading "## 0.2.0": what is Unreleased becomes it.',
  );
});
