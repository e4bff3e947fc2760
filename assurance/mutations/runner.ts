import { inject, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest';
import { isKill } from './is-kill.ts';
import { type Job, numberOfJob, type Reached } from './jobs.ts';
import { mutantSwitch } from './switch.ts';

/** After so many failures that are no kills, the mutant has broken everything, and no other test will say more. */
const failuresMax = 12;

/** Runs only the tests of a job, stops at the first kill, and records what each test reaches. */
export default class MutantRunner extends TestRunner {
  #job: Job | undefined;
  #wanted: ReadonlySet<unknown> = new Set();
  #failures = 0;
  #isOver = false;
  #outsideOfTests: Reached = { sources: [], gates: [] };

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if ('filepath' in suite) this.#begin(suite as RunnerTestFile);
    if (this.#isOver || !testsIn(suite).some((test) => this.#wanted.has(test))) suite.mode = 'skip';
    if (this.#job?.isShuffled) suite.shuffle = true;
    await super.onBeforeRunSuite(suite);
  }

  #begin(file: RunnerTestFile): void {
    this.#job = inject('jobs')[numberOfJob(file.filepath) ?? -1];
    if (this.#job?.isTraced) file.meta.imported = takeReached();
    const tests = this.#job?.tests ?? null;
    this.#wanted = new Set(testsIn(file).filter((_, index) => tests === null || tests.includes(index)));
    this.#failures = 0;
    this.#isOver = false;
    this.#outsideOfTests = { sources: [], gates: [] };
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.#isOver || !this.#wanted.has(test)) test.mode = 'skip';
    this.#keepOutside();
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    if (this.#job?.isTraced) test.meta.reached = takeReached();
    if (test.result?.state === 'fail') this.#failures += 1;
    const kind = this.#job?.kind ?? null;
    if (kind !== null && (isKill(test.result, kind) || this.#failures >= failuresMax)) this.#isOver = true;
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    this.#keepOutside();
    if ('filepath' in suite && this.#job?.isTraced) suite.meta.reached = this.#outsideOfTests;
    await super.onAfterRunSuite(suite);
  }

  /** Hooks of suites reach something for all of their tests. */
  #keepOutside(): void {
    if (!this.#job?.isTraced) return;
    const { sources, gates } = takeReached();
    const kept = this.#outsideOfTests;
    this.#outsideOfTests = {
      sources: [...new Set([...kept.sources, ...sources])],
      gates: [...new Set([...kept.gates, ...gates])],
    };
  }
}

function testsIn(suite: RunnerTestSuite): readonly RunnerTestCase[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]));
}

function takeReached(): Reached {
  const reached = { sources: [...mutantSwitch.sources], gates: [...mutantSwitch.gates] };
  mutantSwitch.sources.clear();
  mutantSwitch.gates.clear();
  return reached;
}
