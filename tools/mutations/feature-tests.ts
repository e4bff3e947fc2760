import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';
import { killerIn } from './killer.ts';
import type { Change, Mutant } from './mutant.ts';
import { type Runner, startRunner } from './runner.ts';

/** Tests that know a noun or the platform's guards; what starts programs of the machine says nothing of who may do what. */
const include = [
  'server/{features,http}/**/*.test.ts',
  'tests/{gate,gate-functions,opening-links,forgery,http-headers,no-takeover,security-log,polls-model,find-a-date-model,rsvp-model}.test.ts',
];
const exclude = [
  'server/features/calendar/other-programs.test.ts',
  'server/features/documents/previews.test.ts',
  'server/features/board-book/board-book.test.ts',
];
/** What a guard of the platform is asked by, wherever it stands. */
const guardTests = [
  ...['tests/forgery.test.ts', 'tests/opening-links.test.ts', 'server/http/rate-limits.test.ts'],
  'server/http/csrf.test.ts',
  ...['server/features/session', 'server/features/start', 'server/features/site', 'server/features/two-factor'],
];

export interface FeatureTests {
  /** The failing test, or null. */
  readonly judge: (mutant: Mutant) => Promise<string | null>;
  readonly stop: () => Promise<void>;
}

/** The tests beside what is broken, and beside whoever calls it, run for one mutant after another until one fails. */
export async function startFeatureTests(root: string, code: ReadonlyMap<string, string>): Promise<FeatureTests> {
  const runner = await startRunner(root, { code, include, exclude });
  const files = (await runner.files()).toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const sources = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map((file) => ({
    folder: featureOf(file),
    text: readFileSync(join(root, file), 'utf8'),
  }));
  /** The folders of features that import a file; where it stands beside no tests at all, of those that import anything beside it. */
  const importersOf = (file: string): readonly string[] => {
    const isTested = files.some((test) => test.startsWith(join(root, `${featureOf(file)}/`)));
    const imported = `/${relative('server/features', isTested ? file : featureOf(file))}${isTested ? "'" : '/'}`;
    return sources.filter(({ text }) => text.includes(imported)).map(({ folder }) => folder);
  };
  const places = ({ kind, where, change }: Mutant): readonly string[] => {
    if (kind === 'guard') return guardTests;
    if (change.by === 'source') {
      const [file = ''] = where.split(':');
      return [...new Set([`${featureOf(file)}/`, ...importersOf(file)])];
    }
    const called = new RegExp(`${where.replace('.', '\\.')}\\b`);
    return ['tests/gate', ...new Set(sources.filter(({ text }) => called.test(text)).map(({ folder }) => folder))];
  };
  return {
    async judge(mutant) {
      const beside = places(mutant);
      const asked = files.filter((file) => beside.some((place) => file.startsWith(join(root, place))));
      // The file's own test alone, before tests that do nothing but break off end the run.
      const own = join(root, (mutant.where.split(':')[0] ?? '').replace(/\.ts$/, '.test.ts'));
      const runs = [asked.filter((file) => file === own), asked.filter((file) => file !== own)];
      const whole = await breakTemplate(runner, mutant.change);
      try {
        for (const run of runs.filter(({ length }) => length > 0)) {
          const killer = killerIn(await runner.run(run, mutant.change), runner.vitest, root);
          if (killer !== null) return killer;
        }
        return null;
      } finally {
        await whole();
      }
    },
    stop: () => runner.vitest.close(),
  };
}

const sizeOf = (file: string): number => readFileSync(file).length;

/** `server/features/<noun>`, or the folder itself. */
const featureOf = (file: string): string => /^server\/features\/[^/]+/.exec(file)?.[0] ?? dirname(file);

/** Each test file copies the template of its run's cluster. Answers what makes it whole again. */
async function breakTemplate({ vitest }: Runner, change: Change): Promise<() => Promise<void>> {
  if (change.by !== 'sql') return async () => undefined;
  const { testClusterDoor } = vitest.getRootProject().getProvidedContext();
  const run = async (sql: string): Promise<void> => {
    const cluster = (await (await fetch(testClusterDoor)).json()) as { readonly superuserUrl: string };
    const url = new URL(cluster.superuserUrl);
    url.pathname = '/dais';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(change.apply);
  return () => run(change.undo);
}
