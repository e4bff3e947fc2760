import { expect, inject } from 'vitest';
import type { Mutant } from './mutant.ts';

export interface Job {
  readonly mutant: Mutant | null;
  /** The full names of the tests that run; null means all. */
  readonly tests: readonly string[] | null;
  /** The mutants that `in-process.ts` makes itself, one after the other. */
  readonly mutants: readonly Mutant[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly jobs: readonly Job[];
  }
  interface TaskMeta {
    killer?: string | null;
    /** The numbers of the places in the source that a test, or the hooks of a file, run through. */
    reached?: readonly number[];
  }
}

/** The job of the test file that runs now. One file can run many times in one process, named `policy.test.ts?job=3`. */
export function currentJob(): Job {
  const [, number] = /\?job=(\d+)$/.exec(expect.getState().testPath ?? '') ?? [];
  const job = inject('jobs')[Number(number)];
  if (!job) throw new Error('This file is run by the mutation engine only.');
  return job;
}

const shared = globalThis as unknown as {
  __mutantSwitch?: { active: number | null; readonly reached: Set<number> };
  __mutant?: (index: number) => boolean;
};

/** The active mutant and the places reached. The process has one switch even if this module is loaded twice. */
shared.__mutantSwitch ??= { active: null, reached: new Set() };
const { __mutantSwitch: mutantSwitch } = shared;

// The instrumented sources call it.
shared.__mutant = (index) => mutantSwitch.reached.add(index) && index === mutantSwitch.active;

export function activate(index: number | null): void {
  mutantSwitch.active = index;
}

export function takeReached(): readonly number[] {
  const reached = [...mutantSwitch.reached];
  mutantSwitch.reached.clear();
  return reached;
}
