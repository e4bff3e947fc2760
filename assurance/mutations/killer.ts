import { relative } from 'node:path';
import type { TestCase, TestModule, Vitest } from 'vitest/node';
import { saysNo } from './says-no.ts';

/** A test that failed by what it expected: not by its file, a hook of it, its time, or a server that broke off. */
export function killerIn(modules: readonly TestModule[], vitest: Vitest, root: string): string | null {
  for (const module of modules) {
    for (const test of module.children.allTests('failed')) {
      if (isKill(test, vitest)) return `${relative(root, module.moduleId)}: ${test.fullName}`;
    }
  }
  return null;
}

export function isKill(test: TestCase, { state }: Vitest): boolean {
  const { state: outcome, errors = [] } = test.result();
  // A hook that threw never came to its end.
  const hooks = Object.values(state.idMap.get(test.id)?.result?.hooks ?? {});
  return outcome === 'failed' && !hooks.includes('run') && errors.some(saysNo);
}
