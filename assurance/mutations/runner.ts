import { join } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type Reporter, type TestModule, type Vitest } from 'vitest/node';
import { isKill } from './killer.ts';
import type { Change } from './mutant.ts';

export interface Runner {
  readonly vitest: Vitest;
  /** Absolute paths of the files that `include` names. */
  readonly files: () => Promise<readonly string[]>;
  /** Runs some of them; `change` is broken meanwhile, where it is no SQL. */
  readonly run: (files: readonly string[], change: Change | null) => Promise<readonly TestModule[]>;
}

/** The project's own vitest, with every source instrumented, one process at a time. */
export async function startRunner(
  root: string,
  options: {
    readonly code: ReadonlyMap<string, string>;
    readonly include: readonly string[];
    readonly exclude?: readonly string[];
    readonly provide?: Readonly<Record<string, unknown>>;
  },
): Promise<Runner> {
  const instrumented: Plugin = {
    name: 'mutants',
    enforce: 'pre',
    load: (id) => options.code.get(id.split('?')[0] ?? '') ?? null,
  };
  // The first kill is enough; a test that broke off for another reason is none, and the next is asked.
  let cancel: (() => unknown) | null = null;
  const reporter: Reporter = {
    onTestCaseResult: (test) => {
      if (isKill(test, vitest)) cancel?.();
    },
  };
  const vitest: Vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      // What is instrumented is no module of anybody else's run, and another's is none of ours.
      fsModuleCache: false,
      include: [...options.include],
      exclude: [...(options.exclude ?? []), 'node_modules/**'],
      setupFiles: [join(root, 'assurance/mutations/setup-file.ts')],
      maxWorkers: 1,
      bail: brokenOffMax,
      reporters: [reporter],
      provide: { mutation: { change: null }, ...options.provide } as never,
    },
    { plugins: [instrumented] },
  );
  cancel = () => vitest.cancelCurrentRun('test-failure');
  const specifications = await vitest.globTestSpecifications();
  return {
    vitest,
    files: async () => specifications.map(({ moduleId }) => moduleId),
    async run(files, change) {
      vitest.provide('mutation' as never, { change } as never);
      const chosen = specifications.filter(({ moduleId }) => files.includes(moduleId));
      const { testModules } = await vitest.runTestSpecifications(chosen);
      // What an earlier run left behind is told along with it.
      return testModules.filter(({ moduleId }) => files.includes(moduleId));
    },
  };
}

/** A mutant that makes everything break off is asked no further. */
const brokenOffMax = 12;
