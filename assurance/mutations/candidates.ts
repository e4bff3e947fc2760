import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Question, Trace } from './engine.ts';
import type { Reached } from './jobs.ts';
import type { Mutant } from './mutant.ts';

/** A mutant is given up after this many files, or more of them if they are quick. */
const filesMin = 8;
/** The time that these tests took while nothing was broken. */
const secondsMax = 60;

/** The pure tests beside a rule: the quickest to notice that it is broken. */
export function testsBeside(root: string, { where }: Mutant): readonly string[] {
  const file = fileOf(where);
  const beside = [testOf(file), join(dirname(file), 'policy.test.ts')];
  const besideRule = file.startsWith('domain/') ? globSync(file.replace(/\.ts$/, '*.test.ts'), { cwd: root }) : [];
  return [...new Set([...beside, ...besideRule])].filter((each) => existsSync(join(root, each)));
}

/** The test files that reach a mutant, the likeliest to notice it first: beside it, of the same module, then any other. */
export function candidates(mutant: Mutant, trace: Trace): readonly Question[] {
  const { files, importersOf } = trace;
  const reaches = reachesMutant(mutant);
  const isFresh = isFreshIn(trace, mutant);
  const importers = isFresh ? importersOf(fileOf(mutant.where)) : new Set<string>();
  const ranked = files
    .flatMap((each) => {
      const reaching = each.tests.flatMap(({ reached }, index) => (reaches(reached) ? [index] : []));
      const isOutside = reaches(each.outsideOfTests) || importers.has(each.file);
      if (reaching.length === 0 && !isOutside) return [];
      // What is reached by a hook may be noticed by any test of the file.
      const isWhole = isFresh || each.isOrdered || reaching.length === 0;
      const chosen = isWhole ? each.tests : reaching.flatMap((index) => each.tests[index] ?? []);
      const seconds = each.seconds + chosen.reduce((sum, test) => sum + test.seconds, 0);
      const rank = rankOf(mutant, each.file) + (reaching.length === 0 ? 1 : 0);
      return [{ question: { mutant, file: each.file, tests: isWhole ? null : reaching, isFresh }, seconds, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank || one.seconds - other.seconds);
  let left = secondsMax;
  return ranked.flatMap(({ question, seconds }, index) => {
    left -= seconds;
    return left > 0 || index < filesMin ? [question] : [];
  });
}

/** Conditions of visibility become SQL, which is compiled once. */
export const isInSql = ({ where }: Mutant): boolean => fileOf(where).endsWith('/visibility.ts');

/** Whether a mutant has to be switched on before the modules are loaded. */
export const isFreshIn = ({ reachedAtImport }: Trace, mutant: Mutant): boolean =>
  isInSql(mutant) || (mutant.change.by === 'source' && reachedAtImport.has(mutant.change.index));

function reachesMutant({ change }: Mutant): (reached: Reached) => boolean {
  switch (change.by) {
    case 'source':
      return ({ sources }) => sources.includes(change.index);
    case 'sql':
      return ({ gates }) => gates.includes(change.touches);
    case 'endpoint':
    case 'text':
      return () => false;
  }
}

/** Tests that ask the guards of the platform, which every call passes. */
const guardTests =
  /^(assurance\/matrix\/(forgery|held-bodies)|tests\/opening-links)\.test\.ts$|^server\/features\/\w+\/(session|start|site|two-factor)\//;

function rankOf({ kind, where }: Mutant, test: string): number {
  const file = fileOf(where);
  if (test === testOf(file)) return 0;
  if (kind === 'gate') return test.startsWith('assurance/gate/') ? 2 : 4;
  if (kind === 'guard') return guardTests.test(test) ? 2 : 4;
  return file.startsWith('server/') && test.startsWith(moduleOf(file)) ? 2 : 4;
}

const fileOf = (where: string): string => where.split(':')[0] ?? '';
const testOf = (file: string): string => file.replace(/\.ts$/, '.test.ts');

/** `server/features/<layer>/<module>/`, or the folder of the file. */
const moduleOf = (file: string): string => `${/^server\/features\/\w+\/[^/]+(?=\/)/.exec(file)?.[0] ?? dirname(file)}/`;
