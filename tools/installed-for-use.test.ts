import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

const used = ['{contract,domain,server,web}/**/*.{ts,tsx}', 'tools/{ensure-build,vite-*}.ts', 'vite.config.ts'];
/** Ignores type imports, which do not exist at run time. */
const imported = /^(?:import|export)\s(?!type\b)(?:[^;'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

test('packages needed at startup are production dependencies', () => {
  const files = globSync(used, { cwd: root }).filter((name) => !/\.test\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(500);
  const missing = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(imported)]
      .map(([, still, dynamic]) => still ?? dynamic ?? '')
      .filter((name) => !/^[.#/]|^node:|^virtual:/.test(name) && !builtinModules.includes(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => !(name in manifest.dependencies))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the optional dependencies provide Node for exactly the supported platforms', () => {
  const platforms = Object.keys(manifest.optionalDependencies).map((name) => name.replace(/^node-(bin-)?/, ''));
  expect(platforms.toSorted()).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']);
});

test.each([
  ['win32', 'x64', 1],
  ['linux', 'ia32', 1],
  ['darwin', 'arm64', 0],
  ['linux', process.arch, 0],
])('the platform check on %s-%s exits with code %i', (platform, arch, code) => {
  const as = `Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } })`;
  const script = join(import.meta.dirname, 'need-node.mjs');
  const ended = spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(as)}`, script], {
    encoding: 'utf8',
  });
  expect(ended.status).toBe(code);
  expect(ended.stderr).toBe(
    code === 0
      ? ''
      : `This runs on Linux with glibc (x64, arm64) and on macOS, and on Windows in WSL 2; this machine is ${platform}-${arch}.\n`,
  );
});
