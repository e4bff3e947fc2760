import { expect, inject } from 'vitest';
import type { Change, Kind, Mutant } from './mutant.ts';

/** What a worker does with one test file. */
export interface Job {
  /** What is broken while the file runs. */
  readonly change: Change | null;
  /** Null if nothing is broken. */
  readonly kind: Kind | null;
  /** A broken copy of the template database. */
  readonly template: string | null;
  /** The tests that run, by their position in the file; null means all. */
  readonly tests: readonly number[] | null;
  readonly isShuffled: boolean;
  /** Whether to record what each test reaches. */
  readonly isTraced: boolean;
  /** What `in-process.ts` breaks itself, one after the other. */
  readonly mutants: readonly Mutant[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly jobs: readonly Job[];
  }
  interface TaskMeta {
    /** The check that noticed a mutant. */
    killer?: string | null;
    reached?: Reached;
    /** Places that were reached while a test file and its imports were loaded. */
    imported?: Reached;
  }
}

/** The places of the source and the functions of the gate that a test, or the set-up of a file, runs through. */
export interface Reached {
  readonly sources: readonly number[];
  readonly gates: readonly string[];
}

/** One test file can run many times in one process, under names that differ by their number: `policy.test.ts?job=3`. */
export const fileOfJob = (file: string, job: number): string => `${file}?job=${job}`;
export const numberOfJob = (path: string): number | null => {
  const [, number] = /\?job=(\d+)$/.exec(path) ?? [];
  return number === undefined ? null : Number(number);
};

/** The job of the test file that runs now. */
export function currentJob(): Job {
  const job = inject('jobs')[numberOfJob(expect.getState().testPath ?? '') ?? -1];
  if (!job) throw new Error('This file is run by the mutation engine only.');
  return job;
}
