import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deadAlternatives } from './structure/dead-alternatives.ts';

const root = join(import.meta.dirname, '..');

function check(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly output: string } {
  const project = mkdtempSync(join(tmpdir(), 'dais-structure-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  for (const [path, content] of Object.entries({ ...installed, ...files })) {
    mkdirSync(join(project, dirname(path)), { recursive: true });
    writeFileSync(join(project, path), content);
  }
  const ended = spawnSync(process.execPath, [join(root, 'tools/structure-check.ts'), project], { encoding: 'utf8' });
  return { status: ended.status, output: `${ended.stdout}${ended.stderr}` };
}

const installed = {
  'package.json': JSON.stringify({ type: 'module', dependencies: { zod: '*' } }),
  'node_modules/zod/package.json': JSON.stringify({ name: 'zod', version: '1.0.0', type: 'module', main: 'index.js' }),
  'node_modules/zod/index.js': 'export const z = 1;\n',
};
const leaf = 'export const leaf = 1;\n';

test('the structure check passes files that follow its rules, and fails for a project without TypeScript', () => {
  const { status, output } = check({
    'domain/leaf.ts': leaf,
    'contract/leaf.ts':
      "import { z } from 'zod';\nimport { leaf } from '../domain/leaf.ts';\nexport const x = z + leaf;\n",
    'server/features/papers/polls/queries.ts': leaf,
    'server/features/homes/meetings/routes.ts':
      "import { leaf } from '../../papers/polls/queries.ts';\nexport const x = leaf;\n",
    'web/features/homes/meetings/agenda/editor.tsx':
      "import { leaf } from '../leaf.ts';\nimport { page } from './page.ts';\nexport const x = leaf + page;\n",
    'web/features/homes/meetings/agenda/page.ts': 'export const page = 1;\n',
    'web/features/homes/meetings/leaf.ts': leaf,
    'web/features/homes/library/upward.test.ts':
      "import { leaf } from '../meetings/leaf.ts';\nexport const x = leaf;\n",
    'server/features/jobs.ts': "import { x } from './homes/meetings/routes.ts';\nexport const all = [x];\n",
    'server/config.ts': 'export const port = process.env.PORT;\n',
  });
  expect(output).toContain('Structure: 10 files');
  expect(status).toBe(0);
  expect(check({ 'contract/meetings.js': leaf }).status).toBe(1);
});

const planted = `
contract-imports-zod-and-domain: contract/meetings.ts → server/leaf.ts
domain-is-pure: domain/rsvp.ts → contract/leaf.ts
server-imports-no-web: server/features/homes/meetings/present.ts → web/leaf.ts
server-platform-knows-no-feature: server/http/adapter.ts → server/features/homes/meetings/queries.ts
server-platform-knows-no-feature: server/jobs/queue.ts → server/features/homes/meetings/queries.ts
integrations-know-only-themselves: server/integrations/mail/smtp.ts → server/integrations/storage/leaf.ts
integrations-know-only-themselves: server/integrations/mail/smtp.ts → server/features/homes/meetings/queries.ts
file-system-imports-only-node: server/file-system.ts → server/leaf.ts
features-are-assembled-above: server/features/homes/meetings/routes.ts → server/app.ts
private-files-of-modules: server/features/homes/meetings/commands.ts → server/features/homes/library/routes.ts
private-files-of-modules: server/features/homes/meetings/commands.ts → server/features/papers/polls/jobs.ts
private-files-of-modules: server/features/homes/meetings/commands.ts → server/features/papers/polls/mail.ts
private-files-of-modules: server/features/homes/meetings/commands.ts → server/features/papers/polls/events.ts
private-files-of-modules: server/features/homes/meetings/commands.ts → server/features/papers/polls/a/mail.ts
private-files-of-modules: server/features/homes/meetings/commands.ts → server/features/homes/library/a/routes.ts
commands-see-no-request: server/features/papers/polls/commands.ts → server/http/request-context.ts
present-imports-no-commands: server/features/papers/polls/present.ts → server/features/papers/polls/a/commands.ts
db-and-jobs-know-no-http: server/db/board-scope.ts → server/http/request-context.ts
web-imports-contract-and-domain: web/features/homes/meetings/meeting-page.tsx → server/leaf.ts
kit-imports-nothing-above: web/ui/button.tsx → web/features/homes/meetings/leaf.ts
viewer-fetches-nothing: web/viewer/document-viewer.tsx → web/api/call.ts
nothing-imports-assurance: tests/support/world.ts → assurance/leaf.ts
nothing-imports-assurance: server/features/homes/meetings/routes.test.ts → assurance/leaf.ts
web-below-knows-no-feature: web/shell/sidebar.tsx → web/features/homes/meetings/leaf.ts
web-features-keep-their-pages: web/features/homes/meetings/list.tsx → web/features/homes/library/list-page.tsx
web-features-keep-their-pages: web/features/views/site/list.tsx → web/features/homes/meetings/page/a-page.tsx
web-features-are-assembled-above: web/features/homes/meetings/list.tsx → web/routes.ts
web-features-are-assembled-above: web/features/homes/meetings/list.tsx → web/pages/account.tsx
imports-go-down: server/features/papers/polls/policy.ts → server/features/homes/library/policy.ts
imports-go-down: server/features/homes/library/policy.ts → server/features/homes/meetings/a/policy.ts
imports-go-down: server/features/homes/library/policy.ts → server/features/jobs.ts
imports-go-down: web/features/core/boards/fields.tsx → web/features/views/audit-log/log.tsx
imports-go-down: web/features/homes/announcements/list.tsx → web/features/homes/meetings/a/list.tsx
nothing-imports-tests: server/features/homes/meetings/queries.ts → tests/support/leaf.ts
`
  .trim()
  .split('\n');

test('every forbidden import is found in TypeScript and TSX', () => {
  const files: Record<string, string> = {};
  for (const line of planted) {
    const [from = '', to = ''] = line.replace(/^.*: /, '').split(' → ');
    files[to] ??= leaf;
    const up = '../'.repeat(from.split('/').length - 1);
    const name = `from${to.replaceAll(/\W/g, '_')}`;
    files[from] =
      `${files[from] ?? ''}import { leaf as ${name} } from '${up}${to}';\nexport const of_${name} = ${name};\n`;
  }
  const { status, output } = check(files);
  for (const line of planted) expect.soft(output).toContain(`${line}\n`);
  expect(status).toBe(1);
});

test('a rule whose pattern matches no file is reported', () => {
  const rule = {
    name: 'assembled-above',
    from: { path: '^web/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
    to: { path: ['^web/pages/', '^web/(main|routes|renamed)\\.tsx?$'], pathNot: '^web/features/$1/' },
  };
  const files = ['web/main.tsx', 'web/routes.ts', 'web/features/library/list.test.ts'];
  expect(deadAlternatives([rule], files)).toEqual([
    'live-rules: ^web/pages/ of assembled-above matches no file',
    'live-rules: ^web/(renamed)\\.tsx?$ of assembled-above matches no file',
  ]);
});

test('forbidden type imports, dynamic imports, packages, cycles and environment reads are reported', () => {
  const { status, output } = check({
    'server/types.ts': 'export type Leaf = 1;\n',
    'contract/meetings.ts': "import type { Leaf } from '../server/types.ts';\nexport const x: Leaf = 1;\n",
    'web/features/homes/meetings/leaf.ts': leaf,
    'web/ui/button.tsx': "export const later = () => import('../features/homes/meetings/leaf.ts');\n",
    'domain/rsvp.ts': "import { z } from 'zod';\nexport const x = z;\n",
    'domain/a.ts': "import { b } from './b.ts';\nexport const a = () => b();\n",
    'domain/b.ts': "import { c } from './c.ts';\nexport const b = () => c();\n",
    'domain/c.ts': "import type { a } from './a.ts';\nexport const c = (): number | typeof a => 1;\n",
    'server/features/homes/meetings/queries.ts': 'export const zone = process.env.TZ;\n',
  });
  expect.soft(output).toContain('contract-imports-zod-and-domain: contract/meetings.ts → server/types.ts');
  expect.soft(output).toContain('kit-imports-nothing-above: web/ui/button.tsx → web/features/homes/meetings/leaf.ts');
  expect.soft(output).toContain('domain-is-pure: domain/rsvp.ts → node_modules/zod');
  expect.soft(output).toContain('no-cycles: domain/a.ts → domain/b.ts');
  expect.soft(output).toContain('server/features/homes/meetings/queries.ts:1 reads the environment');
  expect(status).toBe(1);
});

test('type imports and dynamic imports from a higher layer are rejected', () => {
  const { status, output } = check({
    'server/features/homes/meetings/policy.ts': 'export type Meeting = 1;\n',
    'server/features/members/people/policy.ts':
      "import type { Meeting } from '../../homes/meetings/policy.ts';\nexport const x: Meeting = 1;\n",
    'web/features/papers/reading/overlay.tsx': 'export interface Overlay {}\n',
    'web/features/papers/annotations/marks.ts':
      "export type { Overlay } from '../reading/overlay.tsx';\nexport const later = () => import('../../homes/library/list.tsx');\n",
    'web/features/homes/library/list.tsx': leaf,
  });
  const up = ['server/features/members/people/policy.ts → server/features/homes/meetings/policy.ts'];
  up.push('web/features/papers/annotations/marks.ts → web/features/papers/reading/overlay.tsx');
  up.push('web/features/papers/annotations/marks.ts → web/features/homes/library/list.tsx');
  for (const each of up) expect.soft(output).toContain(`imports-go-down: ${each}\n`);
  expect(output.split('imports-go-down').length - 1).toBe(up.length);
  expect(status).toBe(1);
});

test('files outside the known feature modules are reported', () => {
  const unknown = [
    'server/features/homes/parties/queries.ts',
    'server/features/basement/meetings/queries.ts',
    'server/features/homes/queries.ts',
    'web/features/meetings/list.tsx',
    'web/features/views/meetings/list.tsx',
  ];
  const { status, output } = check(Object.fromEntries(unknown.map((path) => [path, leaf])));
  for (const path of unknown) expect.soft(output).toContain(`known-modules: ${path} is in no folder`);
  expect(status).toBe(1);
});

test('import cycles between the folders of a module are reported, including type imports', () => {
  const { status, output } = check({
    'web/features/homes/library/a/one.ts': "export { leaf } from '../b/two.tsx';\n",
    'web/features/homes/library/b/two.tsx': leaf,
    'web/features/homes/library/b/three.ts': "export type { One } from '../a/four.ts';\n",
    'web/features/homes/library/a/four.ts': 'export type One = 1;\n',
    'server/features/homes/library/queries.ts': "export { leaf } from './items/queries.ts';\n",
    'server/features/homes/library/items/queries.ts': leaf,
    'server/features/homes/library/items/commands.ts': "export type { Item } from '../policy.ts';\n",
    'server/features/homes/library/policy.ts': 'export type Item = 1;\n',
  });
  const loops = output.split('\n').filter((line) => line.startsWith('no-folder-cycles'));
  expect(loops).toHaveLength(2);
  expect(output).toContain('no-folder-cycles: server/features/homes/library/');
  expect(loops.join()).toContain('web/features/homes/library/b/three.ts → web/features/homes/library/a/four.ts');
  expect(status).toBe(1);
});

test('generic file and folder names are rejected in server modules', () => {
  const { status, output } = check({
    'server/features/homes/library/base/queries.ts': leaf,
    'server/features/homes/library/items/utils.ts': leaf,
    'server/features/homes/library/record-download.ts': leaf,
    'server/features/homes/library/helpers.test.ts': leaf,
  });
  expect(output.match(/honest-names: \S+/g)).toEqual([
    'honest-names: server/features/homes/library/base/queries.ts',
    'honest-names: server/features/homes/library/items/utils.ts',
  ]);
  expect(status).toBe(1);
});

test('SQL is allowed only in query, command and visibility files, and writes only in command files', () => {
  const module = 'server/features/homes/library';
  const reads = "export const rows = (tx) => tx.selectFrom('folders');\n";
  const raw = 'export const rows = (tx) => sql<Row>`select 1`.execute(tx);\n';
  const writes = "export const save = (tx) => tx.updateTable('folders');\n";
  const { status, output } = check({
    [`${module}/routes.ts`]: reads,
    [`${module}/present.ts`]: raw,
    [`${module}/jobs.ts`]: writes,
    [`${module}/queries.ts`]: `${reads}${writes}`,
    [`${module}/visibility.ts`]: 'export const end = (tx) => sql`delete from folders`.execute(tx);\n',
    [`${module}/items/queries.ts`]: raw,
    [`${module}/items/commands.ts`]: `${raw}${writes}`,
  });
  for (const role of ['routes', 'present', 'jobs']) expect.soft(output).toContain(`${module}/${role}.ts contains SQL`);
  for (const role of ['queries', 'visibility']) expect.soft(output).toContain(`${module}/${role}.ts writes`);
  expect(output.split('sql-by-role').length - 1).toBe(5);
  expect(status).toBe(1);
});

test('banned words are found in names and comments, but not in string literals', () => {
  const { status, output } = check({
    'domain/a.ts': '/** All that is in sight. */\nexport const a = 1;\n',
    'server/b.ts': 'export const lastTold = 1;\n',
    'web/c.tsx': "export const c = 'Nobody was told.';\nexport const d = `in sight`;\n",
    'tests/d.test.ts': 'export const told = 1;\n',
    'server/db/migrations/0010-core.sql': '-- The upper storey.\ncreate table a ();\n',
  });
  expect.soft(output).toContain('tests/d.test.ts:1 says "told"');
  expect.soft(output).toContain('domain/a.ts:1 says "sight"');
  expect.soft(output).toContain('server/b.ts:1 says "told"');
  expect.soft(output).toContain('0010-core.sql:1 says "storey"');
  expect(output).not.toContain('web/c.tsx');
  expect(status).toBe(1);
});

test('comment fragments, overlong comment lines, section numbers in test titles and spread object literals are found', () => {
  const wide = `// ${'a '.repeat(60)}`;
  const { status, output } = check({
    'domain/a.ts': `/** Null if it is closed. */\n${wide}\n// biome-ignore ${wide}\nexport const a = { ...{ b: 1 } };\n`,
    'domain/b.ts': `/** Whether null is allowed. */\nexport const b = { ...(a ? { c: 1 } : {}) }; ${'//'} By hand.\n`,
    'tests/c.test.ts':
      "test('a UTF-8 file in A4', () => {});\ntest('D-12 closes', () => {});\ntest.each([1])('S4.18 opens', () => {});\n",
    'server/db/migrations/0010-core.sql': '-- Where the board is known.\ncreate table a ();\n',
  });
  expect(output.match(/plain-english: .*/g)).toEqual([
    'plain-english: domain/a.ts:1 begins a comment with a fragment',
    'plain-english: domain/a.ts:2 has a comment wider than 120',
    'plain-english: domain/a.ts:4 spreads an object literal',
    'plain-english: domain/b.ts:2 begins a comment with a fragment',
    'plain-english: tests/c.test.ts:2 has a key of a document in a test title',
    'plain-english: tests/c.test.ts:3 has a key of a document in a test title',
    'plain-english: server/db/migrations/0010-core.sql:1 begins a comment with a fragment',
  ]);
  expect(status).toBe(1);
});
