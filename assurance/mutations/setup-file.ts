// Runs before each test file: applies the job's mutant, runs only the job's tests, and records the code that each test
// reaches.
import { afterAll, afterEach, beforeAll, beforeEach, type TestContext } from 'vitest';
import { isKill } from './is-kill.ts';
import { activate, currentJob, takeReached } from './worker.ts';

const mostTimeouts = 2;
const { mutant, tests } = currentJob();
const reachedByHooks = new Set<number>();
let last: TestContext['task'] | undefined;
let timeouts = 0;
let isOver = false;

activate(mutant?.change.by === 'source' ? mutant.change.index : null);

beforeAll(() => void takeReached());
beforeEach(({ task, skip }) => {
  for (const index of takeReached()) reachedByHooks.add(index);
  // A test's result is complete only when the next test begins.
  if (mutant !== null && last?.result?.errors?.some(({ message }) => message.includes('timed out'))) timeouts += 1;
  // Stops after several timeouts, because a mutant that slows down one test slows down most tests of the file.
  isOver ||= mutant !== null && (isKill(last?.result, mutant.kind) || timeouts >= mostTimeouts);
  skip(isOver || (tests !== null && !tests.includes(task.fullTestName)));
  last = task;
});

afterEach(({ task }) => {
  task.meta.reached = takeReached();
  task.file.meta.reached = [...reachedByHooks];
});

afterAll(() => activate(null));
