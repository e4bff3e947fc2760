import { expect, inject } from 'vitest';
import type { Mutant } from './mutant.ts';

export interface Job {
  readonly mutant: Mutant | null;
  readonly tests: readonly string[] | null;
  readonly mutants: readonly Mutant[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly jobs: readonly Job[];
  }
  interface TaskMeta {
    killer?: string | null;
    reached?: readonly number[];
  }
}

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

shared.__mutantSwitch ??= { active: null, reached: new Set() };
const { __mutantSwitch: mutantSwitch } = shared;

shared.__mutant = (index) => mutantSwitch.reached.add(index) && index === mutantSwitch.active;

export function activate(index: number | null): void {
  mutantSwitch.active = index;
}

export function takeReached(): readonly number[] {
  const reached = [...mutantSwitch.reached];
  mutantSwitch.reached.clear();
  return reached;
}
