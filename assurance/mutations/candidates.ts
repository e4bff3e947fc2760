import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Question, TracedFile } from './engine.ts';
import { fileOf, isInSql, type Mutant } from './mutant.ts';

const filesMax = 15;

export function testsBeside(root: string, mutant: Mutant, isWide: boolean): readonly Question[] {
  const file = fileOf(mutant);
  const tests = globSync('{domain,server}/**/*.test.ts', { cwd: root, exclude: ['**/*.extended.test.ts'] }).toSorted();
  const own = tests.filter((test) => test === testOf(file));
  // Many tests import a guard's exports without testing the guard, so only the guard's own tests are chosen.
  if (mutant.kind === 'guard') return own.map((test) => ({ mutant, file: test, tests: null }));
  const beside = tests.filter(
    (test) =>
      own.includes(test) ||
      test === join(dirname(file), 'policy.test.ts') ||
      (file.startsWith('domain/') && test.startsWith(file.replace('.ts', ''))) ||
      readFileSync(join(root, test), 'utf8').includes(`'#${file}'`),
  );
  const wide = isWide && file.startsWith('server/') ? tests.filter((test) => test.startsWith(moduleOf(file))) : [];
  return [...new Set([...beside, ...wide])].map((test) => ({ mutant, file: test, tests: null }));
}

export function candidates(mutant: Mutant, files: readonly TracedFile[]): readonly Question[] {
  const { change } = mutant;
  if (change.by !== 'source') return [];
  const ranked = files.flatMap(({ file, tests, reachedByHooks, isOrdered, milliseconds }) => {
    const reaching = tests.filter(({ reached }) => reached.includes(change.index)).map(({ name }) => name);
    // Visibility conditions are compiled to SQL only once, so the recorded coverage misses tests that run the SQL
    // later.
    const isOutside = reachedByHooks.includes(change.index) || (isInSql(mutant) && file.startsWith('server/features/'));
    if (reaching.length === 0 && !isOutside) return [];
    const isWhole = isInSql(mutant) || isOrdered || reaching.length === 0;
    const rank = rankOf(mutant, file) + (reaching.length === 0 ? 1 : 0);
    return [{ question: { mutant, file, tests: isWhole ? null : reaching }, milliseconds, rank }];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank || one.milliseconds - other.milliseconds)
    .slice(0, filesMax)
    .map(({ question }) => question);
}

const guardTests =
  /^(assurance\/matrix\/(forgery|held-bodies)|tests\/opening-links)\.test\.ts$|^server\/(http|features\/\w+\/(session|start|site|two-factor))\//;

function rankOf(mutant: Mutant, test: string): number {
  const file = fileOf(mutant);
  if (test === testOf(file)) return 0;
  if (test === 'assurance/matrix/matrix.test.ts') return 3;
  const isLikely = mutant.kind === 'guard' ? guardTests.test(test) : test.startsWith(moduleOf(file));
  return isLikely ? 2 : 4;
}

const testOf = (file: string): string => file.replace(/\.ts$/, '.test.ts');

const moduleOf = (file: string): string => `${/^server\/features\/\w+\/[^/]+(?=\/)/.exec(file)?.[0] ?? dirname(file)}/`;
