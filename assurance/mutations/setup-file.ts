import { inject } from 'vitest';
import type { Choice } from './choose.ts';
import type { Change, Mutant } from './mutant.ts';
import { mutantSwitch } from './switch.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly mutationPlan: {
      readonly choice: Choice;
      readonly sources: readonly Mutant[];
      readonly file: string;
      /** Names of mutants that are known to be killed, and so not tried. */
      readonly known: readonly string[];
      /** Where kills are kept, if anywhere: absolute, or from where the run was started. */
      readonly again: string | null;
    };
    readonly mutation: { readonly change: Change | null };
  }
}

// Runs before each test file: breaks what is to be broken.
const { change } = inject('mutation');
if (change?.by === 'source') mutantSwitch.active = change.index;
if (change?.by === 'endpoint') {
  const { routes } = await import('#server/app.ts');
  const route = routes.find(({ endpoint }) => endpoint.name === change.endpoint);
  if (!route) throw new Error(`There is no endpoint ${change.endpoint}.`);
  Object.assign(route.endpoint, change.set);
}
