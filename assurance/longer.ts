// Runs a test of this folder for longer than the suite does: `npm run fuzz -- --seed 22 --requests 50000` or
// `npm run faults -- --seeds 20 --from 1`.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    requests: { type: 'string', default: '10000' },
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
  },
});
for (const [name, value] of Object.entries(values))
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number of at least 1, not ${value}.`);
const ofFuzz = { FUZZ_SEED: values.seed, FUZZ_REQUESTS: values.requests };
const ofFaults = { FAULTS_SEEDS: values.seeds, FAULTS_FROM: values.from };
const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
const tests = positionals.map((name) => `assurance/${name}/${name}.test.ts`);
const { status } = spawnSync(process.execPath, [vitest, 'run', '--disableConsoleIntercept', ...tests], {
  stdio: 'inherit',
  env: { ...process.env, ...ofFuzz, ...ofFaults },
});
process.exitCode = status ?? 1;
