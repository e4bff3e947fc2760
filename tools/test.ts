// `npm test`: every check, two at a time, then every runner; their counts are added up on the last line. Goes on after a
// failure, so that one run tells all that is wrong.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, none, playwrightCounts, sum, vitestCounts } from './test/counts.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');

/** Runs a program of Node with its output on the terminal; answers its exit code. */
function run(title: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  process.stdout.write(`\n── ${title}\n`);
  const ended = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (ended.error) process.stdout.write(`${ended.error.message}\n`);
  return ended.status ?? 1;
}

interface Check {
  readonly title: string;
  /** Programs of Node, one after the other. */
  readonly programs: readonly (readonly string[])[];
}

/** Checks two at a time, in this order: each alone would leave a core idle for most of its time. */
async function checkAll(checks: readonly Check[]): Promise<Counts> {
  const waiting = [...checks];
  const work = async (): Promise<Counts> => {
    let counts = none;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      counts = sum(counts, await check(next));
    return counts;
  };
  return (await Promise.all([work(), work()])).reduce(sum, none);
}

/** Counts as one test. What its programs print stands together, when they have ended. */
async function check({ title, programs }: Check): Promise<Counts> {
  const began = performance.now();
  const printed: Buffer[] = [];
  let hasPassed = true;
  for (const args of programs) hasPassed &&= await runSilently(args, printed);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  process.stdout.write(`\n── ${title} (${seconds} s)\n${Buffer.concat(printed).toString('utf8')}`);
  return hasPassed ? { passed: 1, failed: 0, named: [] } : { passed: 0, failed: 1, named: [title] };
}

async function runSilently(args: readonly string[], printed: Buffer[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const keep = (chunk: Buffer): void => {
    printed.push(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = await once(child, 'close');
  return code === 0;
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

const build: Check = {
  title: 'Build of the pages, and the size of the first screen',
  programs: [['tools/ensure-build.ts'], ['tools/first-screen-size.ts']],
};

/** What takes longest is first, so that the last ones end together. */
const checks: readonly Check[] = [
  {
    title: 'Guards broken in turn: rows and endpoints',
    programs: [[...mutations, '--only', 'policy', '--only', 'endpoint']],
  },
  {
    title: 'Guards broken in turn: some predicates',
    programs: [[...mutations, '--only', 'predicate', '--sample', '20', '--seed', '8']],
  },
  // By default four checkers would work out the same types, each for itself.
  { title: 'Types', programs: [[join(modules, 'typescript/bin/tsc'), '-p', 'tsconfig.json', '--checkers', '1']] },
  { title: 'Structure', programs: [['tools/structure-check.ts']] },
  { title: 'Style', programs: [[join(modules, '@biomejs/biome/bin/biome'), 'check', '.']] },
  { title: 'Unused code', programs: [[join(modules, 'knip/bin/knip.js'), '--no-progress']] },
];

keepTemporaryFilesInMemory();
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
  // Whoever serves the pages must not find them half built.
  const results = [await check(build), await checkAll(checks), vitest(reports), playwright(reports)];
  const { passed, failed, named } = results.reduce(sum, none);
  if (named.length > 0) process.stdout.write(`\n── Failed, or passed at the second try\n${named.join('\n')}\n`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
