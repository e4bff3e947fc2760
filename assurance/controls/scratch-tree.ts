import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NamedTest } from './named-tests.ts';
import { patternOf } from './named-tests.ts';
import type { Removal } from './removal.ts';

const run = promisify(execFile);
const testMsMax = 300_000;

/** What became of the tests that were asked for. */
export type Outcome =
  | { readonly kind: 'passed'; readonly count: number }
  /** `message`: the first line of what the first of them said. */
  | { readonly kind: 'failed'; readonly message: string }
  /** None of them ran: the name is wrong, or the tree does not load. */
  | { readonly kind: 'not-run'; readonly message: string };

/** A copy of the tracked files, where controls are taken out; the tree that one works in stays as it is. */
export interface ScratchTree {
  run(test: NamedTest): Promise<Outcome>;
  /** Runs what is done while the control is out. */
  without<T>(removal: Removal, work: () => Promise<T>): Promise<T>;
  dispose(): Promise<void>;
}

export async function copyTree(root: string): Promise<ScratchTree> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-controls-'));
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of stdout.split('\0').filter(Boolean)) await cp(join(root, file), join(folder, file));
  for (const shared of ['node_modules', 'dist']) await symlink(join(root, shared), join(folder, shared));
  return {
    run: (test) => runTest(folder, test),
    async without(removal, work) {
      const path = join(folder, removal.file);
      const whole = await readFile(path, 'utf8');
      await writeFile(path, withoutControl(whole, removal));
      try {
        return await work();
      } finally {
        await writeFile(path, whole);
      }
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Throws where the text does not stand in the file exactly once: the product was changed, and the removal has to follow. */
export function withoutControl(text: string, removal: Removal): string {
  const places = text.split(removal.search).length - 1;
  if (places !== 1) {
    throw new Error(`${removal.requirement}: the text to replace stands ${places} times in ${removal.file}.`);
  }
  return text.replace(removal.search, () => removal.replacement);
}

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

async function runTest(folder: string, { file, title }: NamedTest): Promise<Outcome> {
  const report = join(folder, 'report.json');
  await rm(report, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', file, '--testNamePattern', patternOf(title)];
  const printed = await run(process.execPath, [...args, '--reporter=json', `--outputFile=${report}`], {
    cwd: folder,
    timeout: testMsMax,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { readonly stderr?: string }) => ({ stderr: error.stderr ?? '' }));
  const text = await readFile(report, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (text === null) return { kind: 'not-run', message: firstLine(printed.stderr) };
  const { testResults } = JSON.parse(text) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.find(({ status }) => status === 'failed');
  if (failed) return { kind: 'failed', message: firstLine(failed.failureMessages[0] ?? '') };
  const count = results.filter(({ status }) => status === 'passed').length;
  if (count > 0) return { kind: 'passed', count };
  return { kind: 'not-run', message: firstLine(testResults[0]?.message ?? '') };
}

/** Without colours, and short enough for a table. */
function firstLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
  const plain = text.replaceAll(/\u001b\[[\d;]*m/g, '').trim();
  return (plain.split('\n')[0] ?? '').replaceAll('|', '¦').slice(0, 160);
}
