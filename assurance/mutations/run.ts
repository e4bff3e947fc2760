// Run with `npm run mutations`. Breaks the guards one by one, and expects a test to fail each time.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { keepTemporaryFilesInMemory } from '#tools/test/temporary-files.ts';
import { candidates, testsBeside } from './candidates.ts';
import { controlMutants } from './controls.ts';
import { gateMutants, policyMutants } from './database-mutants.ts';
import { type Engine, type Question, startEngine } from './engine.ts';
import { outdatedEquivalents, reasonOf } from './equivalents.ts';
import { type Kind, kinds, type Mutant } from './mutant.ts';
import { outletMutants } from './outlets.ts';
import { readSources } from './source-mutants.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'in-process': { type: 'boolean', default: false },
    /** The path of a file of killed mutants. A run skips these mutants and adds the ones that it kills. */
    again: { type: 'string' },
  },
});
const weaker: Partial<Record<Access, Access>> = { 'board-admin': 'member', 'site-admin': 'signed-in' };
const inProcess: readonly Kind[] = ['endpoint', 'policy', 'gate'];

keepTemporaryFilesInMemory();
const began = performance.now();
const { again } = values;
const kept = again !== undefined && existsSync(again) ? readFileSync(again, 'utf8').split('\n').filter(Boolean) : [];
const killers = new Map(kept.map((line) => JSON.parse(line) as [string, string]));
const { mutants: ofSources, code } = readSources(root);
const engine = await startEngine(root, code, keepKill);
try {
  const ofDatabase = await engine.onTemplate(async (client) => [
    ...(await policyMutants(client)),
    ...(await gateMutants(client)),
    ...(await controlMutants(root, client)),
  ]);
  const mutants = [
    ...ofSources.filter(({ kind }) => kind !== 'visibility'),
    ...outletMutants(ofSources.filter(({ kind }) => kind === 'visibility')),
    ...endpointMutants(routes.map(({ endpoint }) => endpoint)),
    ...ofDatabase,
  ];
  const chosen = choose(mutants);
  await killAll(engine, chosen);
  for (const name of outdatedEquivalents(mutants))
    process.stdout.write(`Listed as equivalent, but no longer a mutant: ${name}\n`);
  process.exitCode = printReport(chosen, killers) === 0 ? 0 : 1;
} finally {
  await engine.stop();
}

function endpointMutants(endpoints: readonly Endpoint[]): readonly Mutant[] {
  return endpoints.flatMap(({ name, ...endpoint }) => {
    const mutant = (what: string, set: Readonly<Record<string, unknown>>): Mutant => ({
      name: `${name}: ${what}`,
      kind: 'endpoint',
      where: name,
      change: { by: 'endpoint', endpoint: name, set },
    });
    const access = weaker[endpoint.access];
    const isWriting = endpoint.method !== 'GET' && endpoint.method !== 'HEAD';
    return [
      ...(access ? [mutant(`access ${endpoint.access} → ${access}`, { access })] : []),
      ...(endpoint.confirmed ? [mutant('confirmed dropped', { confirmed: undefined })] : []),
      ...(isWriting && endpoint.csrf === undefined ? [mutant('no forgery check', { csrf: 'exempt' })] : []),
    ];
  });
}

function choose(mutants: readonly Mutant[]): readonly Mutant[] {
  const { only = [...kinds] } = values;
  const empty = only.filter((kind) => !mutants.some((each) => each.kind === kind));
  if (empty.length > 0) throw new Error(`Nothing to break: ${empty.join(', ')}. The kinds are ${kinds.join(', ')}.`);
  const ofKinds = mutants.filter(({ kind }) => only.includes(kind));
  if (values.sample === undefined) return ofKinds;
  const next = seededNumbers(Number(values.seed));
  return ofKinds
    .map((mutant) => ({ mutant, lot: next() }))
    .toSorted((one, other) => one.lot - other.lot)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant);
}

async function killAll({ trace, ask, askInProcess }: Engine, chosen: readonly Mutant[]): Promise<void> {
  const open = (isMeant: (mutant: Mutant) => boolean) =>
    chosen.filter((mutant) => !killers.has(mutant.name) && reasonOf(mutant) === null && isMeant(mutant));

  const withTest = open(({ test }) => test !== undefined);
  const named = new Set(withTest.flatMap(({ test }) => test ?? []));
  const passing = new Set(named.size === 0 ? [] : (await trace([...named])).map(({ file }) => file));
  await askInTurn('Controls and outlets', withTest, (mutant) =>
    mutant.test !== undefined && passing.has(mutant.test) ? [{ mutant, file: mutant.test, tests: null }] : [],
  );
  const rules = open(({ kind }) => kind === 'predicate' || kind === 'guard');
  const isWide = values['in-process'];
  await askInTurn('Tests beside rules', rules, (mutant) => testsBeside(root, mutant, isWide));
  const quick = open(({ kind }) => inProcess.includes(kind));
  say('Checks in one process', quick.length);
  if (quick.length > 0) await askInProcess(quick);
  const left = open(({ kind, test }) => !inProcess.includes(kind) && test === undefined);
  if (isWide || left.length === 0) return;
  say('Trace of all tests for', left.length);
  const traced = await trace();
  await askInTurn('Tests that reach it', left, (mutant) => candidates(mutant, traced));

  async function askInTurn(
    title: string,
    mutants: readonly Mutant[],
    questionsOf: (mutant: Mutant) => readonly Question[],
  ): Promise<void> {
    let alive = mutants.map((mutant) => ({ mutant, questions: questionsOf(mutant) }));
    for (let from = 0, count = 1; ; from += count, count *= 2) {
      alive = alive.filter(({ mutant, questions }) => !killers.has(mutant.name) && questions.length > from);
      if (alive.length === 0) return;
      const questions = alive.flatMap((each) => each.questions.slice(from, from + count));
      say(title, questions.length);
      await ask(questions);
    }
  }
}

function keepKill(mutant: string, killer: string): void {
  if (killers.has(mutant)) return;
  killers.set(mutant, killer);
  if (again !== undefined) appendFileSync(again, `${JSON.stringify([mutant, killer])}\n`);
}

function say(title: string, count: number): void {
  process.stderr.write(`${Math.round((performance.now() - began) / 1_000)} s. ${title}: ${count}\n`);
}

function printReport(mutants: readonly Mutant[], killers: ReadonlyMap<string, string>): number {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const sums: string[] = [];
  let survived = 0;
  for (const kind of kinds) {
    const ofKind = mutants.filter((each) => each.kind === kind);
    if (ofKind.length === 0) continue;
    print(`\n## ${kind}`);
    const counts = { killed: 0, survived: 0, equivalent: 0 };
    for (const mutant of ofKind) {
      const [killer, reason] = [killers.get(mutant.name), reasonOf(mutant)];
      const verdict = killer ? 'killed' : reason === null ? 'survived' : 'equivalent';
      counts[verdict] += 1;
      print(`- ${mutant.name} (${mutant.where})\n  ${verdict.toUpperCase()} ${killer ?? reason ?? ''}`);
    }
    sums.push(`| ${[kind, ofKind.length, ...Object.values(counts)].join(' | ')} |`);
    survived += counts.survived;
  }
  print(`\n| kind | mutants | killed | survived | equivalent |\n|---|---|---|---|---|\n${sums.join('\n')}`);
  print(`\n${mutants.length} mutants, ${survived} survived`);
  return survived;
}
