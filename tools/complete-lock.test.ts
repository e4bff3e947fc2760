import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type LockPackages, missingEntries } from './complete-lock.ts';

test('the lock file contains the packages of every platform', () => {
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: LockPackages };
  expect(missingEntries(packages), 'run node tools/complete-lock.ts').toEqual({});
});

test('an entry missing from the lock file is reported with its platform', () => {
  const optionalDependencies = { '@sketch/pen-linux-x64-musl': '1.2.3', '@sketch/pen-darwin-arm64': '1.2.3' };
  const missing = missingEntries({
    '': {},
    'node_modules/pen': { optionalDependencies },
    'node_modules/@sketch/pen-darwin-arm64': { version: '1.2.3' },
  });
  const musl = { version: '1.2.3', cpu: ['x64'], libc: ['musl'], optional: true, os: ['linux'] };
  expect(missing).toEqual({ 'node_modules/@sketch/pen-linux-x64-musl': musl });
});

test('a nested or hoisted package does not count as missing', () => {
  const asks = { optionalDependencies: { 'pen-win32-x64': '1.0.0' } };
  expect(
    missingEntries({ 'node_modules/a/node_modules/b': asks, 'node_modules/a/node_modules/pen-win32-x64': {} }),
  ).toEqual({});
  expect(missingEntries({ 'node_modules/a': asks, 'node_modules/a/node_modules/pen-win32-x64': {} })).toEqual({});
});

test('a missing package whose name contains no platform is an error', () => {
  expect(() => missingEntries({ 'node_modules/a': { optionalDependencies: { fsevents: '~2.3.0' } } })).toThrow(
    /fsevents/,
  );
});
