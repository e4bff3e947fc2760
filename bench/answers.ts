// 1,300 answers to one meeting from 50 clients at once: none may be lost. Prints the time of the whole.
// `npm run bench:answers`; the test is the same that CI runs with a small sample.
import { spawnSync } from 'node:child_process';

const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
const { status } = spawnSync(process.execPath, [vitest, 'run', 'tests/many-answers.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, ANSWERS: '1300' },
});
process.exitCode = status ?? 1;
