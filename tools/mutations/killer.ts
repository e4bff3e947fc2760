import { relative } from 'node:path';
import type { TestModule } from 'vitest/node';

const crashes = new Set(['TypeError', 'ReferenceError', 'SyntaxError', 'RangeError']);

/** A test that failed by itself: neither its file nor what it asks for broke off. */
export function killerIn(modules: readonly TestModule[], root: string): string | null {
  for (const module of modules) {
    for (const test of module.children.allTests('failed')) {
      const { errors = [] } = test.result();
      if (errors.every(({ name }) => crashes.has(name ?? ''))) continue;
      return `${relative(root, module.moduleId)}: ${test.fullName}`;
    }
  }
  return null;
}
