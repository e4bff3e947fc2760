import { join, relative } from 'node:path';
import pg from 'pg';
import type { Plugin } from 'vite';
import { createVitest, type Reporter, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import setupDatabase from '#tests/support/database-setup.ts';
import type { Change, Mutant } from './mutant.ts';
import { saysNo } from './says-no.ts';

/** Runs tests against mutants: the project's own vitest, one process at a time, every instrumented source in it. */
export interface Engine {
  /** Absolute paths of the test files that may be asked. */
  readonly files: readonly string[];
  /** The first test of some files that fails while one thing is broken; null where none does. */
  readonly ask: (mutant: Mutant, files: readonly string[]) => Promise<string | null>;
  /** Asks the checks of the matrix and of the database, in one process; tells the killer of each mutant as it comes. */
  readonly askInProcess: (
    mutants: readonly Mutant[],
    tell: (name: string, killer: string | null) => void,
  ) => Promise<void>;
  /** Works on the template of the database, which every test file copies. */
  readonly onTemplate: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
  readonly stop: () => Promise<void>;
}

const inProcess = 'assurance/mutations/in-process.ts';
/** Tests that know a noun or the platform's guards; what starts programs of the machine says nothing of who may do what. */
const include = [
  inProcess,
  'domain/*.test.ts',
  'server/{features,http}/**/*.test.ts',
  'assurance/{gate/gate,gate/gate-functions,matrix/forgery,matrix/held-bodies}.test.ts',
  'tests/{opening-links,http-headers,no-takeover,security-log,polls-model,find-a-date-model,rsvp-model,withheld-outlets}.test.ts',
];
const exclude = ['**/other-programs.test.ts', '**/previews.test.ts', 'node_modules/**'];
/** Asked by name alone: it takes long. */
const asked = [inProcess, 'server/features/views/board-book/board-book.extended.test.ts'];
/** A mutant that makes everything break off is asked no further. */
const brokenOffMax = 12;

/** `code`: instrumented sources by absolute path. */
export async function startEngine(root: string, code: ReadonlyMap<string, string>): Promise<Engine> {
  let onResult: (test: TestCase) => void = () => undefined;
  const reporter: Reporter = { onTestCaseResult: (test) => onResult(test) };
  const instrumented: Plugin = {
    name: 'mutants',
    enforce: 'pre',
    load: (id) => code.get(id.split('?')[0] ?? '') ?? null,
  };
  const vitest: Vitest = await createVitest(
    'test',
    {
      root,
      // Each run imports anew, so the repository's projects, some of which share modules between files, are of no use here.
      config: false,
      pool: 'forks',
      testTimeout: 20_000,
      hookTimeout: 60_000,
      watch: false,
      // What is instrumented is no module of anybody else's run, and another's is none of ours.
      fsModuleCache: false,
      include,
      exclude,
      setupFiles: [join(root, 'assurance/mutations/setup-file.ts')],
      maxWorkers: 1,
      bail: brokenOffMax,
      reporters: [reporter],
    },
    { plugins: [instrumented] },
  );
  const project = vitest.getRootProject();
  // Here rather than by vitest: the template is broken, and read, before the first test file runs.
  const stopDatabase = await setupDatabase(project);
  const specifications = await vitest.globTestSpecifications();

  async function run(
    files: readonly string[],
    given: { readonly broken: Change | null; readonly mutants: readonly Mutant[] },
  ): Promise<readonly TestModule[]> {
    vitest.provide('broken', given.broken);
    vitest.provide('mutants', given.mutants);
    const chosen = specifications.filter(({ moduleId }) => files.includes(moduleId));
    const { testModules } = await vitest.runTestSpecifications(chosen);
    // What an earlier run left behind is reported along with it.
    return testModules.filter(({ moduleId }) => files.includes(moduleId));
  }

  async function onTemplate<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const response = await fetch(project.getProvidedContext().testClusterDoor);
    const { superuserUrl } = (await response.json()) as { readonly superuserUrl: string };
    const url = new URL(superuserUrl);
    url.pathname = '/dais';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  return {
    files: specifications.map(({ moduleId }) => moduleId).filter((file) => !asked.includes(relative(root, file))),
    async ask({ change }, files) {
      // The first kill is enough; a test that broke off for another reason is none, and the next is asked.
      onResult = (test) => {
        if (isKill(test, vitest)) vitest.cancelCurrentRun('test-failure');
      };
      if (change.by === 'sql') await onTemplate((client) => client.query(change.apply));
      try {
        return killerIn(await run(files, { broken: change, mutants: [] }), vitest, root);
      } finally {
        if (change.by === 'sql') await onTemplate((client) => client.query(change.undo));
      }
    },
    async askInProcess(mutants, tell) {
      const reported = new Set<string>();
      onResult = (test) => {
        const { killer } = test.meta();
        if (killer === undefined || reported.has(test.name)) return;
        reported.add(test.name);
        tell(test.name, killer);
      };
      const modules = await run([join(root, inProcess)], { broken: null, mutants });
      const errors = modules.flatMap((module) => [
        ...module.errors(),
        ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
      ]);
      if (errors.length === 0 && reported.size === mutants.length) return;
      const sentences = errors.map(({ message, stack }) => stack ?? message).join('\n');
      throw new Error(sentences || `Of ${mutants.length} mutants ${reported.size} were asked.`);
    },
    onTemplate,
    async stop() {
      await vitest.close();
      await stopDatabase();
    },
  };
}

/** A test that failed by what it expected: not by its file, a hook of it, its time, or a server that broke off. */
function killerIn(modules: readonly TestModule[], vitest: Vitest, root: string): string | null {
  for (const module of modules) {
    for (const test of module.children.allTests('failed')) {
      if (isKill(test, vitest)) return `${relative(root, module.moduleId)}: ${test.fullName}`;
    }
  }
  return null;
}

function isKill(test: TestCase, { state }: Vitest): boolean {
  const { state: outcome, errors = [] } = test.result();
  // A hook that threw never came to its end.
  const hooks = Object.values(state.idMap.get(test.id)?.result?.hooks ?? {});
  return outcome === 'failed' && !hooks.includes('run') && errors.some(saysNo);
}
