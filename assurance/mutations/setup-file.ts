import { inject } from 'vitest';
import { breakIt } from './breaking.ts';
import type { Change, Mutant } from './mutant.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What is broken while test files run. */
    readonly broken: Change | null;
    /** What `in-process.ts` breaks itself, one after the other. */
    readonly mutants: readonly Mutant[];
  }
  interface TaskMeta {
    /** The check that noticed a mutant. */
    killer?: string | null;
  }
}

// Runs before each test file. The database is broken from outside, since each file copies the template.
const change = inject('broken');
if (change !== null && change.by !== 'sql') await breakIt(change, () => Promise.resolve());
