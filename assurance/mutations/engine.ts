import { join, relative } from 'node:path';
import type pg from 'pg';
import { createVitest, type TestModule } from 'vitest/node';
import setupDatabase from '#tests/support/database-setup.ts';
import { withClient } from '#tests/support/with-client.ts';
import { isKill } from './is-kill.ts';
import { type Change, isInSql, type Mutant } from './mutant.ts';
import type { Job } from './worker.ts';

export interface Question {
  readonly mutant: Mutant;
  readonly file: string;
  /** The full names of the tests to run. Null runs all tests of the file. */
  readonly tests: readonly string[] | null;
}

export interface TracedFile {
  readonly file: string;
  readonly reachedByHooks: readonly number[];
  readonly milliseconds: number;
  readonly tests: readonly { readonly name: string; readonly reached: readonly number[] }[];
  readonly isOrdered: boolean;
}

const traced = [
  'domain/*.test.ts',
  'server/{features,http}/**/*.test.ts',
  'assurance/matrix/*.test.ts',
  'tests/{opening-links,http-headers,no-takeover,security-log,withheld-outlets}.test.ts',
];
const untraced = [
  '**/*.extended.test.ts',
  '**/{other-programs,previews,board-book,same-work}.test.ts',
  'node_modules/**',
];
const workers = 2;
const questionsPerRun = 200;

export type Engine = Awaited<ReturnType<typeof startEngine>>;

export async function startEngine(
  root: string,
  code: ReadonlyMap<string, string>,
  onKill: (mutant: string, killer: string) => void,
) {
  let changed: { readonly path: string; readonly text: string } | null = null;
  const vitest = await createVitest(
    'test',
    {
      root,
      config: false,
      pool: 'forks',
      // Tests share modules, because loading the server takes longer than most test files.
      isolate: false,
      maxWorkers: workers,
      testTimeout: 20_000,
      hookTimeout: 60_000,
      watch: false,
      // The cache would mix instrumented modules with modules from other runs.
      fsModuleCache: false,
      sequence: { seed: 1 },
      include: traced,
      exclude: untraced,
      setupFiles: [join(root, 'assurance/mutations/setup-file.ts')],
      reporters: [
        {
          onTestCaseResult(test) {
            const { killer } = test.meta();
            if (killer) onKill(test.name, killer);
          },
        },
      ],
    },
    {
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          load(id) {
            const path = id.split('?')[0] ?? '';
            return path === changed?.path ? changed.text : (code.get(path) ?? null);
          },
        },
      ],
    },
  );
  const project = vitest.getRootProject();
  // Starts the database before Vitest would, because the template database must be read and changed before the first
  // test.
  const stopDatabase = await setupDatabase(project);

  async function run(
    jobs: readonly (Partial<Job> & { readonly file: string })[],
    { isFresh = false, isShuffled = false } = {},
  ): Promise<readonly TestModule[]> {
    project.config.isolate = isFresh;
    project.config.sequence.shuffle = isShuffled;
    const given = jobs.map(({ mutant = null, tests = null, mutants = [] }) => ({ mutant, tests, mutants }));
    vitest.provide('jobs', given);
    const chosen = jobs.map(({ file }, index) => project.createSpecification(`${join(root, file)}?job=${index}`));
    // Without this call, Vitest would also report the results of earlier runs.
    vitest.state.filesMap.clear();
    const { testModules } = await vitest.runTestSpecifications(chosen);
    return chosen.map(({ moduleId }) => {
      const module = testModules.find((each) => each.moduleId === moduleId);
      if (!module) throw new Error(`${moduleId} did not run.`);
      return module;
    });
  }

  async function onTemplate<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const response = await fetch(project.getProvidedContext().testClusterDoor);
    const { superuserUrl } = (await response.json()) as { readonly superuserUrl: string };
    return withClient(new URL('/dais', superuserUrl).href, work);
  }

  async function askTogether(questions: readonly Question[], isFresh: boolean): Promise<void> {
    const modules = await run(questions, { isFresh });
    for (const [index, { mutant, file }] of questions.entries()) {
      const failed = [...(modules[index]?.children.allTests('failed') ?? [])];
      const killer = failed.find(({ id }) => isKill(vitest.state.idMap.get(id)?.result, mutant.kind));
      if (killer) onKill(mutant.name, `${file}: ${killer.fullName}`);
    }
  }

  async function whileChanged(change: Change, work: () => Promise<void>): Promise<void> {
    const path = change.by === 'text' ? join(root, change.file) : '';
    try {
      if (change.by === 'sql') await onTemplate((client) => client.query(change.apply));
      changed = change.by === 'text' ? { path, text: change.text } : null;
      vitest.invalidateFile(path);
      await work();
    } finally {
      if (change.by === 'sql') await onTemplate((client) => client.query(change.undo));
      changed = null;
      vitest.invalidateFile(path);
    }
  }

  return {
    async trace(wanted?: readonly string[]): Promise<readonly TracedFile[]> {
      const all = wanted ? [] : await vitest.globTestSpecifications();
      const files = wanted ?? all.map(({ moduleId }) => relative(root, moduleId));
      const jobs = files.map((file) => ({ file }));
      const shuffled = await run(jobs, { isShuffled: true });
      const failed = jobs.filter((_, index) => shuffled[index]?.state() !== 'passed');
      const ordered = failed.length === 0 ? [] : await run(failed);
      return jobs.flatMap((job, index) => {
        const again = ordered[failed.indexOf(job)];
        const module = again ?? shuffled[index];
        const { file } = job;
        if (module?.state() !== 'passed') {
          process.stderr.write(`Left out, because it fails while nothing is broken: ${file}\n`);
          return [];
        }
        const allTests = [...module.children.allTests()];
        const tests = allTests.map((test) => ({ name: test.fullName, reached: test.meta().reached ?? [] }));
        const milliseconds = module.diagnostic().duration;
        return [
          { file, tests, milliseconds, reachedByHooks: module.meta().reached ?? [], isOrdered: again !== undefined },
        ];
      });
    },
    async ask(questions: readonly Question[]): Promise<void> {
      const ofSources = questions.filter(({ mutant }) => mutant.change.by === 'source');
      for (const isFresh of [false, true]) {
        const alike = ofSources.filter(({ mutant }) => isInSql(mutant) === isFresh);
        for (let from = 0; from < alike.length; from += questionsPerRun)
          await askTogether(alike.slice(from, from + questionsPerRun), isFresh);
      }
      for (const question of questions.filter((each) => !ofSources.includes(each)))
        await whileChanged(question.mutant.change, () => askTogether([question], false));
    },
    async askInProcess(mutants: readonly Mutant[]): Promise<void> {
      const modules = await run(
        Array.from({ length: workers }, (_, worker) => ({
          file: 'assurance/mutations/in-process.ts',
          mutants: mutants.filter((_each, index) => index % workers === worker),
        })),
      );
      const errors = modules.flatMap((module) => [
        ...module.errors(),
        ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
      ]);
      if (errors[0]) throw new Error(`${errors.length} checks could not run: ${errors[0].stack ?? errors[0].message}`);
    },
    onTemplate,
    async stop(): Promise<void> {
      await vitest.close();
      await stopDatabase();
    },
  };
}
