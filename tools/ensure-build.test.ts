import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuilt, sourceHash } from './ensure-build.ts';

let root: string;
const write = (path: string, content: string) => {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), content);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dais-build-'));
  write('web/main.tsx', 'one');
  write('contract/meetings.ts', 'one');
  write('dist/web/index.html', 'built');
  write('dist/web.sha256', sourceHash(root));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('unchanged sources do not trigger a build, even if their modification times differ', () => {
  utimesSync(join(root, 'web/main.tsx'), new Date(), new Date(Date.now() + 60_000));
  expect(isBuilt(root)).toBe(true);
});

test.each([
  ['a page changed', () => write('web/main.tsx', 'two')],
  ['the contract changed', () => write('contract/meetings.ts', 'two')],
  ['a file was added', () => write('domain/rsvp.ts', 'one')],
  ['a file was removed', () => rmSync(join(root, 'contract/meetings.ts'))],
  ['a package changed', () => write('package-lock.json', '{}')],
  ['a plugin of the build changed', () => write('tools/vite-brotli.ts', 'one')],
  ['the build was removed', () => rmSync(join(root, 'dist/web'), { recursive: true })],
])('the pages are rebuilt if %s', (_what, change) => {
  change();
  expect(isBuilt(root)).toBe(false);
});

test('changes to tests, other tools and the server do not trigger a build', () => {
  write('web/main.test.tsx', 'one');
  write('tools/test.ts', 'one');
  write('server/main.ts', 'one');
  expect(isBuilt(root)).toBe(true);
});
