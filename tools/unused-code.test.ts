import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'dais-unused-'));
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  for (const folder of ['domain', 'server', 'tools']) mkdirSync(join(project, folder));
  cpSync(join(root, 'knip.json'), join(project, 'knip.json'));
  cpSync(join(root, 'tsconfig.json'), join(project, 'tsconfig.json'));
  const { name, type } = { name: 'planted', type: 'module' };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name, type, dependencies: { zod: '*', pg: '*' } }));
  writeFileSync(
    join(project, 'tools/start.ts'),
    "import { z } from 'zod';\nimport { used } from '../domain/rules.ts';\nz.literal(used);\n",
  );
  writeFileSync(join(project, 'domain/rules.ts'), 'export const used = 1;\nexport const forgotten = 2;\n');
  writeFileSync(join(project, 'domain/orphan.ts'), 'export const orphan = 3;\n');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

test('unused exports, files and packages are found with this project’s settings', () => {
  const knip = join(root, 'node_modules/knip/bin/knip.js');
  const ended = spawnSync(process.execPath, [knip, '--no-progress', '--reporter', 'json'], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(ended.status).toBe(1);
  expect(ended.stdout).toContain('"forgotten"');
  expect(ended.stdout).toContain('domain/orphan.ts');
  expect(ended.stdout).toContain('"pg"');
  expect(ended.stdout).not.toContain('"used"');
  expect(ended.stdout).not.toContain('"zod"');
});
