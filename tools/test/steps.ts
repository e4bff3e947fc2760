import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, none, playwrightCounts, sum, vitestCounts } from './counts.ts';
import { processorSecondsOfChildren, record } from './times.ts';

const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');

function run(title: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  process.stdout.write(`\n── ${title}\n`);
  const [began, cpuBefore] = [performance.now(), processorSecondsOfChildren()];
  const ended = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (ended.error) process.stdout.write(`${ended.error.message}\n`);
  const wall = (performance.now() - began) / 1_000;
  record({ kind: 'step', name: title, wall, cpu: processorSecondsOfChildren() - cpuBefore });
  return ended.status ?? 1;
}

export function installPrograms(groups: readonly string[]): void {
  run('Programs that the tests need', [
    'tools/system-packages.ts',
    ...(groups.length > 0 ? ['--with', ...groups] : []),
  ]);
}

export interface Check {
  readonly title: string;
  readonly programs: readonly (readonly string[])[];
}

/** Runs two checks at a time, because one check alone leaves a core idle most of the time. */
export async function runChecks(checks: readonly Check[]): Promise<Counts> {
  const waiting = [...checks];
  const [began, cpuBefore] = [performance.now(), processorSecondsOfChildren()];
  const work = async (): Promise<Counts> => {
    let counts = none;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      counts = sum(counts, await runCheck(next));
    return counts;
  };
  const counts = (await Promise.all([work(), work()])).reduce(sum, none);
  const wall = (performance.now() - began) / 1_000;
  record({ kind: 'step', name: 'Checks', wall, cpu: processorSecondsOfChildren() - cpuBefore });
  return counts;
}

/** The check's output is printed only when the check has ended, so that outputs do not mix. */
async function runCheck({ title, programs }: Check): Promise<Counts> {
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
  const collect = (chunk: Buffer): void => {
    printed.push(chunk);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code] = await once(child, 'close');
  return code === 0;
}

export function runVitest(
  title: string,
  args: readonly string[],
  reports: string,
  env: Readonly<Record<string, string>> = {},
): Counts {
  const file = join(reports, `vitest-${title.replaceAll(' ', '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = run(title, [join(modules, 'vitest/vitest.mjs'), 'run', ...args, ...reporters], env);
  return countsOf(status, file, vitestCounts);
}

export function runPlaywright(title: string, args: readonly string[], reports: string): Counts {
  const file = join(reports, 'playwright.json');
  const program = [join(modules, '@playwright/test/cli.js'), 'test', ...args, '--reporter=list,json'];
  const status = run(title, program, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  printFailedPages();
  return countsOf(status, file, playwrightCounts);
}

/** Counts one failure if a runner fails without naming a failed test. */
function countsOf(status: number, file: string, read: (report: unknown) => Counts): Counts {
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

const pageLinesMax = 150;

/** Prints the pages of failed browser tests, because a build machine keeps no files. */
function printFailedPages(): void {
  const results = join(root, 'test-results');
  const pages = existsSync(results) ? globSync('*/error-context.md', { cwd: results }) : [];
  for (const page of pages) {
    const [, snapshot] = readFileSync(join(results, page), 'utf8').split('# Page snapshot');
    if (snapshot === undefined) continue;
    const lines = snapshot.trim().split('\n').slice(0, pageLinesMax).join('\n');
    process.stdout.write(`\n── The page of ${page}\n${lines}\n`);
  }
}
