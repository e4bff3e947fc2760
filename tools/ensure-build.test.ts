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

test('what was built from these sources is not built again, whatever the times of the files', () => {
  utimesSync(join(root, 'web/main.tsx'), new Date(), new Date(Date.now() + 60_000));
  expect(isBuilt(root)).toBe(true);
});

test.each([
  ['a page changed', () => write('web/main.tsx', 'two')],
  ['the contract changed', () => write('contract/meetings.ts', 'two')],
  ['a file came', () => write('domain/rsvp.ts', 'one')],
  ['a file went', () => rmSync(join(root, 'contract/meetings.ts'))],
  ['a package changed', () => write('package-lock.json', '{}')],
  ['a plugin of the build changed', () => write('tools/vite-brotli.ts', 'one')],
  ['the build went', () => rmSync(join(root, 'dist/web'), { recursive: true })],
])('%s: it is built again', (_what, change) => {
  change();
  expect(isBuilt(root)).toBe(false);
});

test('tests and tools that take no part do not count', () => {
  write('web/main.test.tsx', 'one');
  write('tools/test.ts', 'one');
  write('server/main.ts', 'one');
  expect(isBuilt(root)).toBe(true);
});
