// Run with `npm run fuzz -- --seed 8 --requests 50000` (docs/testing.md).
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    requests: { type: 'string', default: '10000' },
  },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const vitest = new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--disableConsoleIntercept', 'assurance/fuzz/fuzz.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_SEED: seed, FUZZ_REQUESTS: values.requests },
  },
);
process.exitCode = status ?? 1;
