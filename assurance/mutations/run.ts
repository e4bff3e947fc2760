// `npm run mutations`: breaks what decides who may do what, in one place after another; each time a test must fail.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { routes } from '#server/app.ts';
import { gateMutants, policyMutants } from './database-mutants.ts';
import { endpointMutants } from './endpoint-mutants.ts';
import { type Engine, startEngine } from './engine.ts';
import { readEquivalents } from './equivalents.ts';
import { keepKills } from './kept-kills.ts';
import { type Choice, choose, type Kind, kinds, type Mutant } from './mutant.ts';
import { isOutletMutant, outletMutants, testOfOutlet } from './outlets.ts';
import { type Judged, printReport } from './report.ts';
import { readSources } from './source-files.ts';
import { readTestsOf } from './tests-of.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    match: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'in-process': { type: 'boolean', default: false },
    /** A file that keeps who killed what: a run that is cut off, or whose survivors now have tests, goes on from there. */
    again: { type: 'string' },
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

const { mutants: ofSources, code } = readSources(root);
const equivalents = readEquivalents();
const kept = keepKills(values.again ?? null);
const engine = await startEngine(root, code);
try {
  const ofDatabase = await engine.onTemplate(async (client) => [
    ...(await policyMutants(client)),
    ...(await gateMutants(client)),
  ]);
  const ofEndpoints = endpointMutants(routes.map(({ endpoint }) => endpoint));
  const ofVisibility = outletMutants(ofSources.filter(({ kind }) => kind === 'visibility'));
  const ofOthers = ofSources.filter(({ kind }) => kind !== 'visibility');
  const chosen = choose([...ofOthers, ...ofVisibility, ...ofEndpoints, ...ofDatabase], choice);
  await kill(engine, chosen);
  const judged = chosen.map(judge);
  printReport(judged, { choice, unknown: equivalents.withoutMutant(chosen, choice) });
  process.exitCode = judged.some(({ verdict }) => verdict === 'survived') ? 1 : 0;
} finally {
  await engine.stop();
}

/** Asks what is quick before what is slow: tests beside predicates, checks in one process, tests of features. */
async function kill(given: Engine, chosen: readonly Mutant[]): Promise<void> {
  const tests = readTestsOf(root, given.files);
  const open = () => chosen.filter(({ name }) => kept.killerOf(name) === null);
  const toAsk = () => open().filter((mutant) => equivalents.reasonOf(mutant) === null);
  for (const mutant of open().filter(({ kind }) => kind === 'predicate')) await ask(mutant, [tests.beside(mutant)]);
  for (const mutant of toAsk().filter(isOutletMutant)) {
    await ask(mutant, [[testOfOutlet(root, mutant)]]);
    process.stderr.write(`${kept.killerOf(mutant.name) === null ? 'SURVIVED' : 'killed'}: ${mutant.name}\n`);
  }
  const inProcess = toAsk().filter((mutant) => !isOutletMutant(mutant));
  if (inProcess.length > 0) {
    await given.askInProcess(inProcess, (name, killer) => {
      if (killer !== null) kept.add(name, killer);
    });
  }
  if (values['in-process']) return;
  // The tests beside the features know nothing of policies of the database and of declarations.
  for (const mutant of toAsk().filter(({ kind }) => !['policy', 'endpoint', 'visibility'].includes(kind))) {
    await ask(mutant, tests.ofFeatures(mutant));
    process.stderr.write(`${kept.killerOf(mutant.name) === null ? 'SURVIVED' : 'killed'}: ${mutant.name}\n`);
  }

  async function ask(mutant: Mutant, groups: readonly (readonly string[])[]): Promise<void> {
    for (const files of groups) {
      const killer = files.length === 0 ? null : await given.ask(mutant, files);
      if (killer === null) continue;
      kept.add(mutant.name, killer);
      return;
    }
  }
}

function judge(mutant: Mutant): Judged {
  const by = kept.killerOf(mutant.name);
  if (by !== null) return { ...mutant, verdict: 'killed', by };
  const reason = equivalents.reasonOf(mutant);
  return reason === null ? { ...mutant, verdict: 'survived' } : { ...mutant, verdict: 'equivalent', reason };
}
