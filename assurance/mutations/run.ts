// `npm run mutations`: breaks the guards one after the other. Each time a test must fail.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { routes } from '#server/app.ts';
import { keepTemporaryFilesInMemory } from '#tools/test/temporary-files.ts';
import { candidates, isFreshIn, isInSql, testsBeside } from './candidates.ts';
import { controlMutants } from './controls.ts';
import { gateMutants, policyMutants } from './database-mutants.ts';
import { endpointMutants } from './endpoint-mutants.ts';
import { type Engine, type Question, startEngine } from './engine.ts';
import { outdatedEquivalents, reasonOf } from './equivalents.ts';
import { keepKills } from './kept-kills.ts';
import { type Choice, choose, type Kind, kinds, type Mutant } from './mutant.ts';
import { outletMutants } from './outlets.ts';
import { type Judged, printReport } from './report.ts';
import { readSources } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    match: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'in-process': { type: 'boolean', default: false },
    /** A file of kills: an interrupted run, or one whose survivors now have tests, continues from there. */
    again: { type: 'string' },
  },
});
const wrong = (values.only ?? []).filter((kind) => !kinds.some((each) => each === kind));
if (wrong.length > 0) throw new Error(`No such kind: ${wrong.join(', ')}. The kinds are ${kinds.join(', ')}.`);
const choice: Choice = {
  only: values.only ? (values.only as Kind[]) : null,
  match: values.match ?? null,
  sample: values.sample === undefined ? null : Number(values.sample),
  seed: Number(values.seed),
};

/** The checks in one process notice nearly every mutant of these kinds, and others only after many calls. */
const quickInProcess: readonly Kind[] = ['endpoint', 'policy', 'gate', 'guard'];
/** Checked completely in process. */
const onlyInProcess: readonly Kind[] = ['endpoint', 'policy'];

keepTemporaryFilesInMemory();
const began = performance.now();
const { mutants: ofSources, code } = readSources(root);
const kept = keepKills(values.again ?? null);
const seconds = new Map<Kind, number>();
const engine = await startEngine(root, code);
try {
  const ofDatabase = await engine.onTemplate(async (client) => [
    ...(await policyMutants(client)),
    ...(await gateMutants(client)),
    ...(await controlMutants(root, client)),
  ]);
  const ofEndpoints = endpointMutants(routes.map(({ endpoint }) => endpoint));
  const ofVisibility = outletMutants(ofSources.filter(({ kind }) => kind === 'visibility'));
  const ofOthers = ofSources.filter(({ kind }) => kind !== 'visibility');
  const chosen = choose([...ofOthers, ...ofVisibility, ...ofEndpoints, ...ofDatabase], choice);
  await killAll(engine, chosen);
  const judged = chosen.map(judge);
  printReport(judged, { choice, seconds, unknown: outdatedEquivalents(chosen, choice), began });
  process.exitCode = judged.some(({ verdict }) => verdict === 'survived') ? 1 : 0;
} finally {
  await engine.stop();
}

/** Asks the likeliest and quickest tests first. */
async function killAll(given: Engine, chosen: readonly Mutant[]): Promise<void> {
  const open = () => chosen.filter((mutant) => kept.killerOf(mutant.name) === null && reasonOf(mutant) === null);
  const isOpen = (mutant: Mutant) => mutant.test === undefined && kept.killerOf(mutant.name) === null;
  const files = new Set(open().flatMap(({ test }) => test ?? []));
  const missing = [...files].filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) throw new Error(`There are no such tests: ${missing.join(', ')}`);
  const passing = files.size === 0 ? [] : await given.passing([...files]);
  await ask(
    'Controls and outlets',
    open().flatMap((mutant) =>
      passing
        .filter((file) => file === mutant.test)
        .map((file) => ({ mutant, file, tests: null, isFresh: isInSql(mutant) })),
    ),
  );
  const rules = open().filter(({ kind }) => kind === 'predicate');
  await askInTurn('Tests beside rules', rules, (mutant) =>
    testsBeside(root, mutant).map((file) => ({ mutant, file, tests: null, isFresh: isInSql(mutant) })),
  );
  await askInProcess(open().filter((mutant) => isOpen(mutant) && quickInProcess.includes(mutant.kind)));
  const reached = open().filter((mutant) => isOpen(mutant) && !onlyInProcess.includes(mutant.kind));
  let isCompiled = isInSql;
  if (!values['in-process'] && reached.length > 0) {
    say('Trace of all tests for', reached.length);
    const trace = await given.trace();
    isCompiled = (mutant) => isFreshIn(trace, mutant);
    await askInTurn('Tests that reach it', reached, (mutant) => candidates(mutant, trace));
  }
  const left = open().filter((mutant) => isOpen(mutant) && !quickInProcess.includes(mutant.kind));
  await askInProcess(left.filter((mutant) => !isCompiled(mutant)));

  async function askInProcess(mutants: readonly Mutant[]): Promise<void> {
    if (mutants.length === 0) return;
    say('Checks in one process', mutants.length);
    await given.askInProcess(mutants, (name, { killer, seconds: spent }) => {
      const mutant = mutants.find((each) => each.name === name);
      if (mutant) spend(mutant, spent);
      if (killer !== null) kept.add(name, killer);
    });
  }

  /** In each round asks twice as many files for each mutant that is still alive. */
  async function askInTurn(
    title: string,
    mutants: readonly Mutant[],
    questionsOf: (mutant: Mutant) => readonly Question[],
  ): Promise<void> {
    let alive = mutants.map((mutant) => ({ mutant, questions: questionsOf(mutant) }));
    for (let from = 0, count = 1; alive.length > 0; from += count, count *= 2) {
      alive = alive.filter(({ mutant, questions }) => kept.killerOf(mutant.name) === null && questions.length > from);
      await ask(
        title,
        alive.flatMap(({ questions }) => questions.slice(from, from + count)),
      );
    }
  }

  async function ask(title: string, questions: readonly Question[]): Promise<void> {
    if (questions.length === 0) return;
    say(title, questions.length);
    const answers = await given.ask(questions);
    for (const [index, { mutant }] of questions.entries()) {
      const { killer = null, seconds: spent = 0 } = answers[index] ?? {};
      spend(mutant, spent);
      if (killer !== null && kept.killerOf(mutant.name) === null) kept.add(mutant.name, killer);
    }
  }
}

function say(title: string, count: number): void {
  process.stderr.write(`${Math.round((performance.now() - began) / 1_000)} s. ${title}: ${count}\n`);
}

function spend({ kind }: Mutant, spent: number): void {
  seconds.set(kind, (seconds.get(kind) ?? 0) + spent);
}

function judge(mutant: Mutant): Judged {
  const by = kept.killerOf(mutant.name);
  if (by !== null) return { ...mutant, verdict: 'killed', by };
  const reason = reasonOf(mutant);
  return reason === null ? { ...mutant, verdict: 'survived' } : { ...mutant, verdict: 'equivalent', reason };
}
