import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { killerIn } from './killer.ts';
import type { Mutant } from './mutant.ts';
import { startRunner } from './runner.ts';

const include = [
  'server/features/**/{policy,*-policy,closing,to-come}.test.ts',
  'domain/{polls,documents,edit-window}.test.ts',
];

/** The pure tests of predicates, each beside its own: nothing else says so quickly that one is broken. */
export async function startTestsBeside(
  root: string,
  code: ReadonlyMap<string, string>,
): Promise<{ readonly judge: (mutant: Mutant) => Promise<string | null>; readonly stop: () => Promise<void> }> {
  const runner = await startRunner(root, { code, include });
  return {
    async judge({ where, change }) {
      const [file = ''] = where.split(':');
      const beside = [join(dirname(file), 'policy.test.ts'), file.replace(/\.ts$/, '.test.ts')];
      const known = await runner.files();
      const tests = beside.map((test) => join(root, test)).filter((test) => known.includes(test) && existsSync(test));
      return tests.length === 0 ? null : killerIn(await runner.run(tests, change), runner.vitest, root);
    },
    stop: () => runner.vitest.close(),
  };
}
