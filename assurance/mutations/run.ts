// `npm run mutations`: breaks what decides who may do what, in one place after another; each time a test must fail.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Choice, choose } from './choose.ts';
import { readEquivalents } from './equivalents.ts';
import { type FeatureTests, startFeatureTests } from './feature-tests.ts';
import { type KeptKills, keepKills } from './kept-kills.ts';
import { listPage } from './list-file.ts';
import { type Judged, type Kind, kinds, type Mutant } from './mutant.ts';
import { printList } from './report.ts';
import { startRunner } from './runner.ts';
import { readSources } from './source-files.ts';
import { startTestsBeside } from './tests-beside.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    match: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'in-process': { type: 'boolean', default: false },
    /** A file that keeps who killed what: a run that is cut off, or whose survivors now have tests, goes on from there. */
    again: { type: 'string' },
    /** A file for the list, as a page of the docs. */
    table: { type: 'string' },
  },
});
const wrong = (values.only ?? []).filter((kind) => !kinds.some((each) => each === kind));
if (wrong.length > 0) throw new Error(`No such kind: ${wrong.join(', ')}. There are ${kinds.join(', ')}.`);
const choice: Choice = {
  only: values.only ? (values.only as Kind[]) : null,
  match: values.match ?? null,
  sample: values.sample === undefined ? null : Number(values.sample),
  seed: Number(values.seed),
};

const folder = mkdtempSync(join(tmpdir(), 'dais-mutations-'));
try {
  const { mutants, code } = readSources(root);
  const equivalents = readEquivalents();
  const kept = keepKills(values.again ?? null);
  await askBeside(mutants, code, kept);
  const listed = mutants.filter((mutant) => equivalents.reasonOf(mutant) !== null).map(({ name }) => name);
  const asked = await askInProcess(mutants, code, [...kept.killers.keys(), ...listed]);
  const judged: Judged[] = [];
  let features: FeatureTests | undefined;
  for (const { mutant, by: failed } of asked) {
    const by = failed ?? kept.killers.get(mutant.name) ?? null;
    const reason = equivalents.reasonOf(mutant);
    if (by !== null) {
      judged.push({ ...mutant, verdict: 'killed', by });
    } else if (reason !== null) {
      judged.push({ ...mutant, verdict: 'equivalent', reason });
    } else if (values['in-process'] || mutant.kind === 'policy' || mutant.kind === 'endpoint') {
      // The tests beside the features know nothing of these.
      judged.push({ ...mutant, verdict: 'survived' });
    } else {
      features ??= await startFeatureTests(root, code);
      const killer = await features.judge(mutant);
      if (killer !== null) kept.add(mutant.name, killer);
      process.stderr.write(`${killer === null ? 'SURVIVED' : 'killed'}: ${mutant.name}\n`);
      judged.push(killer === null ? { ...mutant, verdict: 'survived' } : { ...mutant, verdict: 'killed', by: killer });
    }
  }
  await features?.stop();
  printList(judged, {
    choice,
    unknown: equivalents.withoutMutant(
      asked.map(({ mutant }) => mutant),
      choice,
    ),
  });
  if (values.table !== undefined) writeFileSync(values.table, listPage(judged));
  process.exitCode = judged.some(({ verdict }) => verdict === 'survived') ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Predicates, asked of the tests beside them. */
async function askBeside(
  sources: readonly Mutant[],
  code: ReadonlyMap<string, string>,
  kept: KeptKills,
): Promise<void> {
  const predicates = choose(sources, choice).filter(
    ({ kind, name }) => kind === 'predicate' && !kept.killers.has(name),
  );
  if (predicates.length === 0) return;
  const beside = await startTestsBeside(root, code);
  for (const mutant of predicates) {
    const killer = await beside.judge(mutant);
    if (killer !== null) kept.add(mutant.name, killer);
  }
  await beside.stop();
}

/** All chosen mutants, with the check of the matrix, of forgery, of rows or of the gate that failed. */
async function askInProcess(
  sources: readonly Mutant[],
  code: ReadonlyMap<string, string>,
  known: readonly string[],
): Promise<readonly { readonly mutant: Mutant; readonly by: string | null }[]> {
  const file = join(folder, 'in-process');
  const mutationPlan = { choice, sources, file, known, again: values.again ?? null };
  const runner = await startRunner(root, {
    code,
    include: ['assurance/mutations/in-process.ts'],
    provide: { mutationPlan },
  });
  const modules = await runner.run(await runner.files(), null);
  await runner.vitest.close();
  const errors = modules.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
  ]);
  if (errors.length > 0 || modules.length === 0)
    throw new Error(errors.map(({ stack }) => stack).join('\n') || 'Nothing was run.');
  const [, ...lines] = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { readonly mutant: Mutant; readonly by: string | null });
}
