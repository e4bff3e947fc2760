import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A project of these files, and what the structure check says of it. */
function check(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly said: string } {
  const project = mkdtempSync(join(tmpdir(), 'dais-structure-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  for (const [path, content] of Object.entries({ ...installed, ...files })) {
    mkdirSync(join(project, dirname(path)), { recursive: true });
    writeFileSync(join(project, path), content);
  }
  const ended = spawnSync(process.execPath, [join(root, 'tools/structure-check.ts'), project], { encoding: 'utf8' });
  return { status: ended.status, said: `${ended.stdout}${ended.stderr}` };
}

const installed = {
  'package.json': JSON.stringify({ type: 'module', dependencies: { zod: '*' } }),
  'node_modules/zod/package.json': JSON.stringify({ name: 'zod', version: '1.0.0', type: 'module', main: 'index.js' }),
  'node_modules/zod/index.js': 'export const z = 1;\n',
};
const leaf = 'export const leaf = 1;\n';

test('what keeps to the rules passes', () => {
  const { status, said } = check({
    'domain/leaf.ts': leaf,
    'contract/leaf.ts':
      "import { z } from 'zod';\nimport { leaf } from '../domain/leaf.ts';\nexport const x = z + leaf;\n",
    'server/features/papers/polls/queries.ts': leaf,
    'server/features/homes/meetings/routes.ts':
      "import { leaf } from '../../papers/polls/queries.ts';\nexport const x = leaf;\n",
    'server/config.ts': 'export const port = process.env.PORT;\n',
  });
  expect(said).toContain('Structure: 5 files');
  expect(status).toBe(0);
});

const planted: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['contract-imports-zod-and-domain', 'contract/meetings.ts', 'server/leaf.ts'],
  ['domain-is-pure', 'domain/rsvp.ts', 'contract/leaf.ts'],
  ['server-imports-no-web', 'server/features/homes/meetings/present.ts', 'web/leaf.ts'],
  ['server-platform-knows-no-feature', 'server/http/adapter.ts', 'server/features/homes/meetings/queries.ts'],
  ['server-platform-knows-no-feature', 'server/jobs/queue.ts', 'server/features/homes/meetings/queries.ts'],
  ['integrations-know-only-themselves', 'server/integrations/mail/smtp.ts', 'server/integrations/storage/leaf.ts'],
  [
    'integrations-know-only-themselves',
    'server/integrations/mail/smtp.ts',
    'server/features/homes/meetings/queries.ts',
  ],
  ['features-are-assembled-above', 'server/features/homes/meetings/routes.ts', 'server/app.ts'],
  ['no-other-nouns-affairs', 'server/features/papers/polls/commands.ts', 'server/features/homes/meetings/routes.ts'],
  ['no-other-nouns-affairs', 'server/features/papers/polls/commands.ts', 'server/features/meetings/jobs.ts'],
  ['no-other-nouns-affairs', 'server/features/papers/polls/commands.ts', 'server/features/meetings/mail.ts'],
  ['no-other-nouns-affairs', 'server/features/papers/polls/commands.ts', 'server/features/meetings/notice-mail.ts'],
  ['no-other-nouns-affairs', 'server/features/papers/polls/commands.ts', 'server/features/meetings/act-routes.ts'],
  ['commands-see-no-request', 'server/features/papers/polls/commands.ts', 'server/http/visit.ts'],
  ['db-and-jobs-know-no-http', 'server/db/board-scope.ts', 'server/http/visit.ts'],
  ['web-imports-contract-and-domain', 'web/features/meetings/meeting-page.tsx', 'server/leaf.ts'],
  ['kit-imports-nothing-above', 'web/ui/button.tsx', 'web/features/meetings/leaf.ts'],
  ['viewer-fetches-nothing', 'web/viewer/document-viewer.tsx', 'web/api/call.ts'],
  ['web-below-knows-no-feature', 'web/shell/sidebar.tsx', 'web/features/meetings/leaf.ts'],
  ['web-features-keep-their-pages', 'web/features/home/list.tsx', 'web/features/meetings/meeting-page.tsx'],
  ['assurance-is-a-guest', 'tests/support/world.ts', 'assurance/leaf.ts'],
  ['assurance-is-a-guest', 'server/features/homes/meetings/meetings.test.ts', 'assurance/leaf.ts'],
  ['nothing-imports-tests', 'server/features/homes/meetings/queries.ts', 'tests/support/leaf.ts'],
];

test('each forbidden import that was planted is found, in TypeScript and in TSX', () => {
  const files: Record<string, string> = {};
  for (const [, from, to] of planted) {
    files[to] ??= leaf;
    const up = '../'.repeat(from.split('/').length - 1);
    const name = `from${to.replaceAll(/\W/g, '_')}`;
    files[from] =
      `${files[from] ?? ''}import { leaf as ${name} } from '${up}${to}';\nexport const of_${name} = ${name};\n`;
  }
  const { status, said } = check(files);
  for (const [rule, from, to] of planted) expect.soft(said).toContain(`${rule}: ${from} → ${to}\n`);
  expect(status).toBe(1);
});

test('imports of types, imports made when needed, packages, cycles and readers of the environment count', () => {
  const { status, said } = check({
    'server/types.ts': 'export type Leaf = 1;\n',
    'contract/meetings.ts': "import type { Leaf } from '../server/types.ts';\nexport const x: Leaf = 1;\n",
    'web/features/meetings/leaf.ts': leaf,
    'web/ui/button.tsx': "export const later = () => import('../features/meetings/leaf.ts');\n",
    'domain/rsvp.ts': "import { z } from 'zod';\nexport const x = z;\n",
    'domain/a.ts': "import { b } from './b.ts';\nexport const a = () => b();\n",
    'domain/b.ts': "import { c } from './c.ts';\nexport const b = () => c();\n",
    'domain/c.ts': "import { a } from './a.ts';\nexport const c = (): number => a();\n",
    'server/features/homes/meetings/queries.ts': 'export const zone = process.env.TZ;\n',
  });
  expect.soft(said).toContain('contract-imports-zod-and-domain: contract/meetings.ts → server/types.ts');
  expect.soft(said).toContain('kit-imports-nothing-above: web/ui/button.tsx → web/features/meetings/leaf.ts');
  expect.soft(said).toContain('domain-is-pure: domain/rsvp.ts → node_modules/zod');
  expect.soft(said).toContain('no-cycles: domain/a.ts → domain/b.ts');
  expect.soft(said).toContain('server/features/homes/meetings/queries.ts:1 reads the environment');
  expect(status).toBe(1);
});

test('a check that reads no TypeScript does not pass', () => {
  expect(check({ 'contract/meetings.js': leaf }).status).toBe(1);
});
