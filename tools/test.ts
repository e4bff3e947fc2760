// `npm test`: every check and every runner in order, their counts added up on the last line. Goes on after a failure, so
// that one run tells all that is wrong.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, none, playwrightCounts, sum, vitestCounts } from './test/counts.ts';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');

/** Runs a program of Node with its output on the terminal; answers its exit code. */
function run(title: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  process.stdout.write(`\n── ${title}\n`);
  const ended = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (ended.error) process.stdout.write(`${ended.error.message}\n`);
  return ended.status ?? 1;
}

/** A check counts as one test. */
function check(title: string, args: readonly string[]): Counts {
  const hasPassed = run(title, args) === 0;
  return hasPassed ? { passed: 1, failed: 0, named: [] } : { passed: 0, failed: 1, named: [title] };
}

/** What a runner wrote of its results; a runner that failed without naming a test counts as one that failed. */
function counted(status: number, file: string, read: (report: unknown) => Counts): Counts {
  const counts = readReport(file, read);
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readReport(file: string, read: (report: unknown) => Counts): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${message}\n`);
    return { passed: 0, failed: 1, named: [message] };
  }
}

function vitest(reports: string): Counts {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = run('Unit and server tests', [join(modules, 'vitest/vitest.mjs'), 'run', ...reporters]);
  return counted(status, file, vitestCounts);
}

function playwright(reports: string): Counts {
  const file = join(reports, 'playwright.json');
  const args = [join(modules, '@playwright/test/cli.js'), 'test', '--reporter=list,json'];
  const status = run('Browser tests', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  showFailedPages();
  return counted(status, file, playwrightCounts);
}

/** What was on the pages of browser tests that failed: where the machine is gone afterwards, this is all that is left of them. */
function showFailedPages(): void {
  const results = join(root, 'test-results');
  const pages = existsSync(results) ? globSync('*/error-context.md', { cwd: results }) : [];
  for (const page of pages) {
    const [, snapshot] = readFileSync(join(results, page), 'utf8').split('# Page snapshot');
    if (snapshot === undefined) continue;
    process.stdout.write(
      `\n── The page of ${page}\n${snapshot.trim().split('\n').slice(0, pageLinesMax).join('\n')}\n`,
    );
  }
}

const pageLinesMax = 150;

/** A fixed sample of them; all take long (docs/mutations.md). */
const mutations = ['assurance/mutations/run.ts', '--in-process'] as const;

const reports = mkdtempSync(join(tmpdir(), 'dais-test-reports-'));
try {
  run('Programs that the tests need', [
    'tools/system-packages.ts',
    '--with',
    'office',
    'calendars',
    'objects',
    'proxy',
  ]);
  const results = [
    check('Types', [join(modules, 'typescript/bin/tsc'), '-p', 'tsconfig.json']),
    check('Style', [join(modules, '@biomejs/biome/bin/biome'), 'check', '.']),
    check('Structure', ['tools/structure-check.ts']),
    check('Unused code', [join(modules, 'knip/bin/knip.js'), '--no-progress']),
    check('Build of the pages', ['tools/ensure-build.ts']),
    check('Size of the first screen', ['tools/first-screen-size.ts']),
    check('Guards broken in turn: rows and endpoints', [...mutations, '--only', 'policy', '--only', 'endpoint']),
    check('Guards broken in turn: some predicates', [
      ...mutations,
      '--only',
      'predicate',
      '--sample',
      '20',
      '--seed',
      '8',
    ]),
    vitest(reports),
    playwright(reports),
  ];
  const { passed, failed, named } = results.reduce(sum, none);
  if (named.length > 0) process.stdout.write(`\n── Failed, or passed at the second try\n${named.join('\n')}\n`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
