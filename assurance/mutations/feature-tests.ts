import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';
import { killerIn } from './killer.ts';
import type { Change, Mutant } from './mutant.ts';
import { type Runner, startRunner } from './runner.ts';

/** Tests that know a noun or the platform's guards; what starts programs of the machine says nothing of who may do what. */
const include = [
  'server/{features,http}/**/*.test.ts',
  'tests/{gate,gate-functions,opening-links,forgery,http-headers,no-takeover,security-log,polls-model,find-a-date-model,rsvp-model,held-bodies}.test.ts',
];
const exclude = [
  'server/features/views/calendar/other-programs.test.ts',
  'server/features/papers/documents/previews.test.ts',
  'server/features/views/board-book/board-book.test.ts',
];
/** What a guard of the platform is asked by, wherever it stands. */
const guardTests = [
  ...['assurance/matrix/forgery.test.ts', 'tests/opening-links.test.ts', 'assurance/matrix/held-bodies.test.ts'],
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
  // The cluster of the run stands once some file has run; the first mutant may be one of the database.
  await runner.run(files.slice(0, 1), null);
  const sources = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map((file) => ({
    folder: featureOf(file),
    text: readFileSync(join(root, file), 'utf8'),
  }));
  const importersOf = (file: string): readonly string[] => {
    const own = featureOf(file);
    const importing = (text: string) =>
      sources.filter((each) => each.folder !== own && each.text.includes(text)).map(({ folder }) => `${folder}/`);
    const direct = importing(`/${relative('server/features', file)}'`);
    // What only its own feature imports is asked by whoever imports anything of that.
    return direct.length > 0 ? direct : importing(`/${relative('server/features', own)}/`);
  };
  /** Where tests stand that may notice, one group after another: the file's own first, since a run ends where everything breaks off. */
  const placesOf = ({ kind, where, change }: Mutant): readonly (readonly string[])[] => {
    const [file = ''] = where.split(':');
    const own = file.replace(/\.ts$/, '.test.ts');
    if (kind === 'guard') return [[own], guardTests];
    if (change.by === 'source') return [[own], [`${featureOf(file)}/`], importersOf(file)];
    const called = new RegExp(`${where.replace('.', '\\.')}\\b`);
    return [['tests/gate'], sources.filter(({ text }) => called.test(text)).map(({ folder }) => `${folder}/`)];
  };
  return {
    async judge(mutant) {
      const asked = new Set<string>();
      const whole = await breakTemplate(runner, mutant.change);
      try {
        for (const places of placesOf(mutant)) {
          const run = files.filter(
            (file) => !asked.has(file) && places.some((place) => file.startsWith(join(root, place))),
          );
          for (const file of run) asked.add(file);
          const killer = run.length === 0 ? null : killerIn(await runner.run(run, mutant.change), runner.vitest, root);
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
