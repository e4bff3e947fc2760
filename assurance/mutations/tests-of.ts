import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Mutant } from './mutant.ts';

/** Which of the test files may notice a mutant. */
export interface TestsOf {
  /** The pure test of a predicate, beside it: nothing else says so quickly that it is broken. */
  readonly beside: (mutant: Mutant) => readonly string[];
  /** Tests of its feature and of those that call it, one group after another: the file's own first, since a run ends where everything breaks off. */
  readonly ofFeatures: (mutant: Mutant) => readonly (readonly string[])[];
}

/** What a guard of the platform is asked by, wherever it stands. */
const guardTests =
  /^(assurance\/matrix\/(forgery|held-bodies)|tests\/opening-links)\.test\.ts$|^server\/features\/\w+\/(session|start|site|two-factor)\//;

/** `files`: absolute paths of all test files. */
export function readTestsOf(root: string, files: readonly string[]): TestsOf {
  const tests = files.map((file) => relative(root, file)).toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const sources = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map((file) => ({
    folder: folderOf(file),
    text: readFileSync(join(root, file), 'utf8'),
  }));
  function sizeOf(file: string): number {
    return readFileSync(join(root, file)).length;
  }

  function importersOf(file: string): readonly string[] {
    const own = folderOf(file);
    const importing = (text: string) =>
      sources.filter((each) => each.folder !== own && each.text.includes(text)).map(({ folder }) => folder);
    const direct = importing(`#${file}'`);
    // What only its own feature imports is asked by whoever imports anything of that.
    return direct.length > 0 ? direct : importing(`#${own}`);
  }

  /** Paths that tests of a group begin with. */
  function placesOf({ where, change }: Mutant): readonly (readonly string[])[] {
    const [file = ''] = where.split(':');
    const own = [testOf(file)];
    if (change.by === 'source') return [own, file.startsWith('server/') ? [folderOf(file)] : [], importersOf(file)];
    const called = new RegExp(`${where.replace('.', '\\.')}\\b`);
    return [['assurance/gate/'], sources.filter(({ text }) => called.test(text)).map(({ folder }) => folder)];
  }

  const chosen = (isMeant: (file: string) => boolean) => tests.filter(isMeant).map((file) => join(root, file));
  return {
    beside({ where }) {
      const [file = ''] = where.split(':');
      const beside = [join(dirname(file), 'policy.test.ts'), testOf(file)];
      return chosen((test) => beside.includes(test));
    },
    ofFeatures(mutant) {
      if (mutant.kind === 'guard') {
        const own = testOf(mutant.where.split(':')[0] ?? '');
        return [chosen((test) => test === own), chosen((test) => test !== own && guardTests.test(test))];
      }
      const asked = new Set<string>();
      return placesOf(mutant).map((places) => {
        const group = chosen((test) => places.some((place) => test.startsWith(place))).filter(
          (test) => !asked.has(test),
        );
        for (const test of group) asked.add(test);
        return group;
      });
    },
  };
}

const testOf = (file: string): string => file.replace(/\.ts$/, '.test.ts');

/** `server/features/<storey>/<noun>/`, or the folder itself. */
const folderOf = (file: string): string => `${/^server\/features\/\w+\/[^/]+(?=\/)/.exec(file)?.[0] ?? dirname(file)}/`;
