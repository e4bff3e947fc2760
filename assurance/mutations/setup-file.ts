// Runs before each test file: applies the job's mutant, runs only the job's tests, and records what each reaches.
import { afterAll, afterEach, beforeAll, beforeEach, type TestContext } from 'vitest';
import { isKill } from './is-kill.ts';
import { activate, currentJob, takeReached } from './worker.ts';

const { mutant, tests } = currentJob();
const reachedByHooks = new Set<number>();
let last: TestContext['task'] | undefined;
let isOver = false;

activate(mutant?.change.by === 'source' ? mutant.change.index : null);

beforeAll(() => void takeReached());
beforeEach(({ task, skip }) => {
  for (const index of takeReached()) reachedByHooks.add(index);
  // The result of a test is complete only when the next one begins.
  isOver ||= mutant !== null && isKill(last?.result, mutant.kind);
  skip(isOver || (tests !== null && !tests.includes(task.fullTestName)));
  last = task;
});

afterEach(({ task }) => {
  task.meta.reached = takeReached();
  task.file.meta.reached = [...reachedByHooks];
});

afterAll(() => activate(null));
