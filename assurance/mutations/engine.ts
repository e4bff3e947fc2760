import { join, relative } from 'node:path';
import pg from 'pg';
import type { Plugin } from 'vite';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import setupDatabase from '#tests/support/database-setup.ts';
import { isKill } from './is-kill.ts';
import { fileOfJob, type Job, type Reached } from './jobs.ts';
import type { Kind, Mutant } from './mutant.ts';

/** One mutant and one test file that may notice it. */
export interface Question {
  readonly mutant: Mutant;
  /** Relative to the root. */
  readonly file: string;
  /** Positions of tests in the file; null means all. */
  readonly tests: readonly number[] | null;
  /** Whether everything is loaded anew, because SQL is compiled when a module is loaded or first used, and stays. */
  readonly isFresh: boolean;
}

export interface Trace {
  readonly files: readonly TracedFile[];
  /** Numbers of alternatives in the sources. */
  readonly reachedAtImport: ReadonlySet<number>;
  /** The test files that import a source directly or indirectly. */
  readonly importersOf: (file: string) => ReadonlySet<string>;
}

export interface Answer {
  /** The test that failed, or null. */
  readonly killer: string | null;
  readonly seconds: number;
}

/** What one test file reaches while nothing is broken. */
export interface TracedFile {
  readonly file: string;
  /** Everything but the tests: imports and hooks. */
  readonly seconds: number;
  readonly outsideOfTests: Reached;
  readonly tests: readonly { readonly seconds: number; readonly reached: Reached }[];
  /** Whether a test fails if others do not run before it. */
  readonly isOrdered: boolean;
}

/** Runs test files against mutants in two worker processes, which load the instrumented sources once. */
export interface Engine {
  /** The files whose tests pass while nothing is broken. Others are reported and left out. */
  readonly passing: (files: readonly string[]) => Promise<readonly string[]>;
  readonly trace: () => Promise<Trace>;
  readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  /** Asks the checks of the matrix and of the database, and reports each mutant when it is done. */
  readonly askInProcess: (mutants: readonly Mutant[], report: (name: string, answer: Answer) => void) => Promise<void>;
  /** Works on the template database, which every test file copies. */
  readonly onTemplate: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
  readonly stop: () => Promise<void>;
}

const inProcess = 'assurance/mutations/in-process.ts';
/** Tests of rules, features and guards. Tests that start other programs say nothing about who may do what. */
const traced = [
  'domain/*.test.ts',
  'server/{features,http}/**/*.test.ts',
  'assurance/{gate/gate,gate/gate-functions,matrix/forgery,matrix/held-bodies}.test.ts',
  'tests/{opening-links,http-headers,no-takeover,security-log,polls-model,find-a-date-model,rsvp-model,withheld-outlets}.test.ts',
];
/** Files that need other programs, that take minutes, or whose mocks would stay in the worker. */
const untraced = [
  '**/*.extended.test.ts',
  '**/other-programs.test.ts',
  '**/previews.test.ts',
  '**/board-book.test.ts',
  '**/same-work.test.ts',
  'node_modules/**',
];
const workers = 2;
/** Each worker keeps all test modules of a run. */
const questionsPerRun = 200;

/** `code`: instrumented sources by absolute path. */
export async function startEngine(root: string, code: ReadonlyMap<string, string>): Promise<Engine> {
  let onResult: (name: string, answer: Answer) => void = () => undefined;
  /** The file that is served with other text. */
  let changed: { readonly path: string; readonly text: string } | null = null;
  const served: Plugin = {
    name: 'mutants',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0] ?? '';
      return path === changed?.path ? changed.text : (code.get(path) ?? null);
    },
  };
  const vitest: Vitest = await createVitest(
    'test',
    {
      root,
      config: false,
      pool: 'forks',
      // Loading the server takes longer than most test files.
      isolate: false,
      maxWorkers: workers,
      testTimeout: 20_000,
      hookTimeout: 60_000,
      watch: false,
      // The cache would mix instrumented modules with those of other runs.
      fsModuleCache: false,
      sequence: { seed: 1 },
      include: traced,
      exclude: untraced,
      runner: join(root, 'assurance/mutations/runner.ts'),
      setupFiles: [join(root, 'assurance/mutations/setup-file.ts')],
      reporters: [
        {
          onTestCaseResult(test) {
            const { killer } = test.meta();
            if (killer !== undefined)
              onResult(test.name, { killer, seconds: (test.diagnostic()?.duration ?? 0) / 1_000 });
          },
        },
      ],
    },
    { plugins: [served] },
  );
  const project = vitest.getRootProject();
  // Vitest would start it with the first test file, but the template is read and broken before that.
  const stopDatabase = await setupDatabase(project);
  const files = (await vitest.globTestSpecifications()).map(({ moduleId }) => relative(root, moduleId));

  async function run(
    jobs: readonly (Partial<Job> & { readonly file: string })[],
    { isFresh = false }: { readonly isFresh?: boolean } = {},
  ): Promise<readonly TestModule[]> {
    project.config.isolate = isFresh;
    const nothing: Job = {
      change: null,
      kind: null,
      template: null,
      tests: null,
      isShuffled: false,
      isTraced: false,
      mutants: [],
    };
    vitest.provide(
      'jobs',
      jobs.map(({ file: _, ...job }) => ({ ...nothing, ...job })),
    );
    const chosen = jobs.map(({ file }, index) => project.createSpecification(fileOfJob(join(root, file), index)));
    // Vitest would report the results of earlier runs too.
    vitest.state.filesMap.clear();
    const { testModules } = await vitest.runTestSpecifications(chosen);
    return chosen.map(({ moduleId }) => {
      const module = testModules.find((each) => each.moduleId === moduleId);
      if (!module) throw new Error(`${moduleId} did not run.`);
      return module;
    });
  }

  async function connect<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const response = await fetch(project.getProvidedContext().testClusterDoor);
    const { superuserUrl } = (await response.json()) as { readonly superuserUrl: string };
    const url = new URL(superuserUrl);
    url.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Copies of the template in which one thing is broken, by the position of the question. */
  async function withTemplates<T>(questions: readonly Question[], work: () => Promise<T>): Promise<T> {
    const made: string[] = [];
    try {
      for (const [index, { mutant }] of questions.entries()) {
        const { change } = mutant;
        if (change.by !== 'sql') continue;
        const name = templateOf(index);
        await connect('postgres', (client) => client.query(`create database "${name}" template "dais"`));
        made.push(name);
        await connect(name, (client) => client.query(change.apply));
      }
      return await work();
    } finally {
      for (const name of made)
        await connect('postgres', (client) => client.query(`drop database "${name}" with (force)`));
    }
  }

  async function askSome(
    questions: readonly Question[],
    given: { readonly isFresh?: boolean },
  ): Promise<readonly Answer[]> {
    const jobs = questions.map(({ mutant: { change, kind }, file, tests }, index) => ({
      file,
      kind,
      tests,
      change,
      template: change.by === 'sql' ? templateOf(index) : null,
    }));
    const modules = await withTemplates(questions, () => run(jobs, given));
    return modules.map((module, index) => {
      const kind = questions[index]?.mutant.kind ?? 'control';
      return { killer: killerIn(module, kind, vitest), seconds: secondsOf(module) };
    });
  }

  /** The changed file and all of its importers are loaded anew, so each such question has a run of its own. */
  async function askAnew(question: Question, { file, text }: { readonly file: string; readonly text: string }) {
    const path = join(root, file);
    changed = { path, text };
    vitest.invalidateFile(path);
    try {
      return await askSome([question], {});
    } finally {
      changed = null;
      vitest.invalidateFile(path);
    }
  }

  function importersOf(file: string): ReadonlySet<string> {
    const graph = project.vite.environments.ssr.moduleGraph;
    const found = new Set(graph.getModulesByFile(join(root, file)));
    for (const module of found) for (const importer of module.importers) found.add(importer);
    return new Set([...found].map((module) => relative(root, module.file ?? '')));
  }

  return {
    async passing(wanted) {
      const modules = await run(wanted.map((file) => ({ file })));
      const passing: string[] = [];
      for (const [index, file] of wanted.entries()) {
        // Tests that measure memory fail after others in the same process.
        const isFine = modules[index]?.state() === 'passed' || passes(file, (await run([{ file }]))[0]);
        if (isFine) passing.push(file);
      }
      return passing;
    },
    /** Files with a test that needs the ones before it fail when they are shuffled, and are traced again in order. */
    async trace() {
      const shuffled = await run(files.map((file) => ({ file, isTraced: true, isShuffled: true })));
      const ordered = files.filter((_, index) => shuffled[index]?.state() === 'failed');
      const again = ordered.length === 0 ? [] : await run(ordered.map((file) => ({ file, isTraced: true })));
      const reachedAtImport = new Set(shuffled.flatMap((module) => module.meta().imported?.sources ?? []));
      const ofFiles = files.flatMap((file, index) => {
        const nth = ordered.indexOf(file);
        const module = nth < 0 ? shuffled[index] : again[nth];
        return module !== undefined && passes(file, module) ? [tracedFile(file, module, nth >= 0)] : [];
      });
      return { files: ofFiles, reachedAtImport, importersOf };
    },
    async ask(questions) {
      const answers = new Map<Question, Answer>();
      const keep = (some: readonly Question[], given: readonly Answer[]) => {
        for (const [index, question] of some.entries()) answers.set(question, given[index] ?? noAnswer);
      };
      for (const isFresh of [false, true]) {
        const alike = questions.filter((each) => each.isFresh === isFresh && each.mutant.change.by !== 'text');
        for (let from = 0; from < alike.length; from += questionsPerRun) {
          const some = alike.slice(from, from + questionsPerRun);
          keep(some, await askSome(some, { isFresh }));
        }
      }
      for (const question of questions) {
        const { change } = question.mutant;
        if (change.by === 'text') keep([question], await askAnew(question, change));
      }
      return questions.map((question) => answers.get(question) ?? noAnswer);
    },
    async askInProcess(mutants, report) {
      const reported = new Set<string>();
      onResult = (name, answer) => {
        if (reported.has(name)) return;
        reported.add(name);
        report(name, answer);
      };
      const modules = await run(
        Array.from({ length: workers }, (_, worker) => ({
          file: inProcess,
          mutants: mutants.filter((_each, index) => index % workers === worker),
        })),
      );
      const errors = modules.flatMap((module) => [
        ...module.errors(),
        ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
      ]);
      if (errors.length === 0 && reported.size === mutants.length) return;
      const sentences = errors.map(({ message, stack }) => stack ?? message).join('\n');
      throw new Error(sentences || `${reported.size} of ${mutants.length} mutants were asked.`);
    },
    onTemplate: (work) => connect('dais', work),
    async stop() {
      await vitest.close();
      await stopDatabase();
    },
  };
}

const noAnswer: Answer = { killer: null, seconds: 0 };
const templateOf = (index: number): string => `mutant_${index}`;
const secondsOf = (module: TestModule): number => {
  const { collectDuration, duration } = module.diagnostic();
  return (collectDuration + duration) / 1_000;
};

function killerIn(module: TestModule, kind: Kind, { state }: Vitest): string | null {
  for (const test of module.children.allTests('failed')) {
    if (isKill(state.idMap.get(test.id)?.result, kind))
      return `${module.relativeModuleId.split('?')[0]}: ${test.fullName}`;
  }
  return null;
}

const nowhere: Reached = { sources: [], gates: [] };

function passes(file: string, module: TestModule | undefined): boolean {
  if (module?.state() === 'passed') return true;
  process.stderr.write(`Left out, because it fails while nothing is broken: ${file}\n`);
  return false;
}

function tracedFile(file: string, module: TestModule, isOrdered: boolean): TracedFile {
  const tests = [...module.children.allTests()].map((test) => ({
    seconds: (test.diagnostic()?.duration ?? 0) / 1_000,
    reached: test.meta().reached ?? nowhere,
  }));
  const ofTests = tests.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    file,
    tests,
    seconds: Math.max(0, secondsOf(module) - ofTests),
    outsideOfTests: module.meta().reached ?? nowhere,
    isOrdered,
  };
}
