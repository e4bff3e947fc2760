import { readFileSync, rmSync } from 'node:fs';
import pg from 'pg';
import { killerIn } from './killer.ts';
import type { Change, Mutant } from './mutant.ts';
import { type Runner, startRunner } from './runner.ts';

/** Tests that know a noun or the platform's guards; what starts programs of the machine says nothing of who may do what. */
const include = [
  'server/**/*.test.ts',
  'domain/**/*.test.ts',
  'tests/{opening-links,no-takeover,polls-model,find-a-date-model,rsvp-model}.test.ts',
];
const exclude = ['server/integrations/**', 'server/demo/**', 'server/features/calendar/other-programs.test.ts'];
/** Of the files that reach a mutant. */
const filesMax = 8;

interface Reached {
  readonly file: string;
  readonly test: string;
  readonly milliseconds: number;
  readonly sources: readonly number[];
  readonly gates: readonly string[];
}

export interface FeatureTests {
  /** The failing test, or null. */
  readonly judge: (mutant: Mutant) => Promise<string | null>;
  readonly stop: () => Promise<void>;
}

/** The tests beside the features, run once to see what each of them reaches, and then for one mutant after another. */
export async function startFeatureTests(
  root: string,
  code: ReadonlyMap<string, string>,
  reachedFile: string,
): Promise<FeatureTests> {
  rmSync(reachedFile, { force: true });
  const dry = await startRunner(root, { code, include, exclude, bail: 0 });
  const modules = await dry.run(await dry.files(), null, reachedFile);
  await dry.vitest.close();
  const broken = modules.filter((module) => !module.ok());
  if (broken.length > 0)
    throw new Error(`Fails with nothing broken: ${broken.map(({ moduleId }) => moduleId).join(', ')}`);
  const reached = readFileSync(reachedFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Reached);
  const runner = await startRunner(root, { code, include, exclude, bail: 1 });
  return {
    async judge({ change }) {
      const files = filesReaching(reached, change);
      const whole = await breakTemplate(runner, change);
      try {
        for (const file of files.slice(0, filesMax)) {
          const killer = killerIn(await runner.run([file], change), root);
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

/** Those with the most tests for their time first. */
function filesReaching(reached: readonly Reached[], change: Change): readonly string[] {
  const reaches = ({ sources, gates }: Reached): boolean =>
    change.by === 'source' ? sources.includes(change.index) : change.by === 'sql' && gates.includes(change.touches);
  const files = new Map<string, { tests: number; milliseconds: number }>();
  for (const each of reached) {
    const so = files.get(each.file) ?? { tests: 0, milliseconds: 1_000 };
    files.set(each.file, {
      tests: so.tests + (reaches(each) ? 1 : 0),
      milliseconds: so.milliseconds + each.milliseconds,
    });
  }
  return [...files]
    .filter(([, { tests }]) => tests > 0)
    .toSorted(
      ([, one], [, other]) => one.milliseconds / Math.sqrt(one.tests) - other.milliseconds / Math.sqrt(other.tests),
    )
    .map(([file]) => file);
}

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
