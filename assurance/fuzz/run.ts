// `npm run fuzz -- --seed 8 --requests 50000 [--only polls.respond] [--table FILE]` (docs/testing.md).
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    requests: { type: 'string', default: '10000' },
    only: { type: 'string' },
    table: { type: 'string' },
  },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const vitest = new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--disableConsoleIntercept', 'assurance/fuzz/fuzz.test.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_SEED: seed,
      FUZZ_REQUESTS: values.requests,
      ...(values.only === undefined ? {} : { FUZZ_ONLY: values.only }),
      ...(values.table === undefined ? {} : { FUZZ_TABLE: resolve(values.table) }),
    },
  },
);
process.exitCode = status ?? 1;
